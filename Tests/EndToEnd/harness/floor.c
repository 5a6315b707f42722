// The least that a driver can do: reads a frame of motion, and writes it to a virtual mouse of its own.
//
// usage: floor DESCRIPTOR…        one mouse for each, `floor pointer 1` and so on
//
// Nothing is looked at but the motion; there are no gestures, no settings and no timers. Of several sockets the ready
// one is found by epoll.

#include <fcntl.h>
#include <linux/uinput.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/epoll.h>
#include <sys/ioctl.h>
#include <unistd.h>

enum { MOST_DEVICES = 16, BATCH = 16 };

struct mouse {
    int socket, device;
};

static int open_device(int number) {
    int device = open("/dev/uinput", O_RDWR);
    struct uinput_setup setup = {.id = {.bustype = BUS_BLUETOOTH, .vendor = 0x7461, .product = 3, .version = 1}};
    snprintf(setup.name, sizeof setup.name, "floor pointer %d", number);
    ioctl(device, UI_SET_EVBIT, EV_KEY);
    ioctl(device, UI_SET_KEYBIT, BTN_LEFT);
    ioctl(device, UI_SET_KEYBIT, BTN_RIGHT);
    ioctl(device, UI_SET_EVBIT, EV_REL);
    ioctl(device, UI_SET_RELBIT, REL_X);
    ioctl(device, UI_SET_RELBIT, REL_Y);
    ioctl(device, UI_SET_RELBIT, REL_WHEEL);
    ioctl(device, UI_DEV_SETUP, &setup);
    if (ioctl(device, UI_DEV_CREATE) < 0) {
        perror("floor");
        exit(1);
    }
    return device;
}

static int pass_on(const struct mouse *mouse) {
    uint8_t frame[1024];
    ssize_t bytes = read(mouse->socket, frame, sizeof frame);
    if (bytes <= 0) return 0;
    // The second protocol's frame of IMU motion, if it is one and of real movement.
    if (bytes < 14 || frame[0] != 0 || frame[1] != 0 || frame[4] != 0 || frame[13] != 1) return 1;
    struct input_event events[3] = {
        {.type = EV_REL, .code = REL_X, .value = (int16_t)(frame[5] | frame[6] << 8)},
        {.type = EV_REL, .code = REL_Y, .value = (int16_t)(frame[7] | frame[8] << 8)},
        {.type = EV_SYN, .code = SYN_REPORT},
    };
    return write(mouse->device, events, sizeof events) == sizeof events;
}

int main(int count, char **words) {
    struct mouse mice[MOST_DEVICES];
    int number = count - 1, epoll = epoll_create1(0);
    if (number > MOST_DEVICES) return 2;
    for (int index = 0; index < number; index++) {
        mice[index] = (struct mouse){atoi(words[1 + index]), open_device(1 + index)};
        struct epoll_event event = {.events = EPOLLIN, .data.ptr = mice + index};
        epoll_ctl(epoll, EPOLL_CTL_ADD, mice[index].socket, &event);
    }
    fputs("ready\n", stderr);
    if (number == 1) {
        while (pass_on(mice)) {}
        return 0;
    }
    struct epoll_event ready[BATCH];
    for (int found; (found = epoll_wait(epoll, ready, BATCH, -1)) > 0;)
        for (int index = 0; index < found; index++)
            if (!pass_on(ready[index].data.ptr)) return 0;
    return 0;
}
