"""What a keymap of Kodi has for a key."""

import os
from xml.etree import ElementTree

# Where the keymap is that Kodi comes with, if it could be fetched.
FILE = os.environ.get("KODI_KEYMAP", "")


class Keymap:
    """The keys of `keyboard.xml` that are pressed for a moment and alone."""

    def __init__(self, file=FILE):
        self.windows = {}
        # All actions, those of keys held for long too.
        self.actions = set()
        for window in ElementTree.parse(file).getroot():
            actions = self.windows.setdefault(window.tag, {})
            for key in window.iterfind("keyboard/*"):
                self.actions.add((key.text or "").strip())
                # A key with modifiers or held for long is a mapping of its own; of two for one key the last counts.
                if "mod" not in key.attrib and "id" not in key.attrib:
                    actions[key.tag] = (key.text or "").strip()

    def action(self, window, key):
        """What a key does in a window: what the window itself has for it, or else what all have."""
        return self.windows.get(window, {}).get(key) or self.windows["global"].get(key)
