// How long a program takes from its start until input devices of some names are there.
//
// usage: start_up NAMES COMMAND…        NAMES: the devices' names, joined by commas
//
// Ends the program with SIGTERM, and writes the nanoseconds; fails if they were not there within 30 seconds.

#include <poll.h>
#include <signal.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/inotify.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

enum { MOST_NAMES = 8, LIMIT_MS = 30000 };

static int64_t now(void) {
    struct timespec time;
    clock_gettime(CLOCK_MONOTONIC, &time);
    return time.tv_sec * 1000000000LL + time.tv_nsec;
}

// Whether a node of /dev/input is a device with one of the names; each counts once.
static int is_wanted(const char *node, char **names, int count) {
    char path[320], name[128] = "";
    snprintf(path, sizeof path, "/sys/class/input/%s/device/name", node);
    FILE *file = fopen(path, "r");
    if (!file) return 0;
    if (fgets(name, sizeof name, file)) name[strcspn(name, "\n")] = 0;
    fclose(file);
    for (int index = 0; index < count; index++) {
        if (!names[index] || strcmp(name, names[index])) continue;
        names[index] = NULL;
        return 1;
    }
    return 0;
}

int main(int count, char **words) {
    char *names[MOST_NAMES];
    int wanted = 0, found = 0;
    for (char *name = strtok(words[1], ","); name && wanted < MOST_NAMES; name = strtok(NULL, ","))
        names[wanted++] = name;
    int watch = inotify_init1(0);
    if (count < 3 || inotify_add_watch(watch, "/dev/input", IN_CREATE) < 0) return 2;
    int64_t start = now(), end = start;
    pid_t child = fork();
    if (child == 0) {
        execvp(words[2], words + 2);
        _exit(127);
    }
    struct pollfd ready = {watch, POLLIN, 0};
    while (found < wanted && poll(&ready, 1, LIMIT_MS) > 0) {
        char buffer[4096] __attribute__((aligned(8)));
        ssize_t bytes = read(watch, buffer, sizeof buffer);
        for (char *at = buffer; at < buffer + bytes;) {
            struct inotify_event *event = (struct inotify_event *)at;
            if (!strncmp(event->name, "event", 5) && is_wanted(event->name, names, wanted)) found++;
            at += sizeof *event + event->len;
        }
        end = now();
    }
    kill(child, SIGTERM);
    waitpid(child, NULL, 0);
    if (found < wanted) return 1;
    printf("%lld\n", (long long)(end - start));
    return 0;
}
