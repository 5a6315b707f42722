"""The package: an upgrade, removal and purge, while services run."""

from harness.desk import NEWCOMER, UNIT
from harness.recorder import POINTER, nodes

LIMIT = 60
# Where nothing of the package may be left; people's own folders are their own.
PLACES = ("/etc", "/usr", "/opt", "/var/lib", "/var/cache", "/lib/systemd", "/run/systemd")


def run(stage):
    desk = stage.machine
    desk.install()
    desk.no_service()
    desk.no_air()
    upgrade(stage)
    remove(stage)
    purge(stage)
    again(stage)
    desk.no_service()


def kinds():
    return (("the user's service", True), ("the system's service", False))


def upgrade(stage):
    desk, report = stage.machine, stage.report
    before, old = {}, desk.installed
    for what, user in kinds():
        desk.systemctl("enable", "--now", UNIT, user=user)
        report.within(LIMIT, f"{what} runs", lambda user=user: desk.active(user), lambda user=user: desk.journal(user))
        before[user] = desk.process(user)
    desk.lay_package("tapinput-next_amd64.deb")
    done = desk.enter("sudo apt install ./tapinput-next_amd64.deb")
    report.check("a newer package is installed", done.status == 0, done)
    report.check("its version is another one", desk.installed not in ("", old), desk.installed)
    for what, user in kinds():
        report.within(
            LIMIT,
            f"after that {what} runs, started anew",
            lambda user=user: desk.active(user) and desk.process(user) != before[user],
            lambda user=user: desk.journal(user),
        )
        state = desk.systemctl("is-enabled", UNIT, user=user).output.strip()
        report.equal(f"{what} is enabled as before", state, "enabled")


def files_of_package(desk):
    listed = desk.administer("dpkg", "--listfiles", "tapinput").output.splitlines()
    return [path for path in listed if desk.administer("test", "-f", path).status == 0]


def remove(stage):
    desk, report = stage.machine, stage.report
    files = files_of_package(desk)
    report.check("the package has files", len(files) > 5, files)
    done = desk.enter("sudo apt remove tapinput")
    report.check("`apt remove` ends well", done.status == 0, done)
    for what, user in kinds():
        report.within(LIMIT, f"{what} no longer runs", lambda user=user: not desk.process(user))
    report.equal("no device of it is left", nodes(POINTER), [])
    left = [path for path in files if desk.administer("test", "-e", path).status == 0]
    report.equal("no file of it is left", left, [])
    report.equal("/dev/uinput is root's alone again", desk.uinput_is(), "600 root root")
    report.check("the newcomer may make no devices", not desk.can_write(NEWCOMER))


def purge(stage):
    desk, report = stage.machine, stage.report
    done = desk.enter("sudo apt purge tapinput")
    report.check("`apt purge` ends well", done.status == 0, done)
    found = desk.administer("find", *PLACES, "-xdev", "-name", "*tapinput*")
    report.equal("nothing that bears its name is left", found.output.splitlines(), [])
    desk.systemctl("daemon-reload")
    state = desk.shown("LoadState")
    report.check("there is no unit", state == "not-found", state)
    report.check("there is no user of its own", desk.administer("getent", "passwd", "tapinput").status != 0)
    report.equal("dpkg knows it no longer", desk.administer("dpkg-query", "-W", "tapinput").output, "")


def again(stage):
    """After all that it can be installed and works."""
    desk, report = stage.machine, stage.report
    desk.systemctl("disable", UNIT, user=True)
    desk.install()
    desk.systemctl("daemon-reload", user=True)
    done = desk.systemctl("enable", "--now", UNIT, user=True)
    report.check("installed again, the service starts", done.status == 0, done)
    report.within(LIMIT, "and runs", lambda: desk.active(user=True), lambda: desk.journal(user=True))
