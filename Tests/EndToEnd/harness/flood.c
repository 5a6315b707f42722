// Floods the socket on its standard input: flood RATE SECONDS BURST HEX…
//
// Sends so many notifications a second for so long, or until it is ended, in bursts of so many, the given ones in turn.
// What there is no room for is dropped, as bluetoothd does. Last it prints `SENT DROPPED MILLISECONDS`.

#include <errno.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>
#include <time.h>

enum { MOST = 16, LONGEST = 64 };

static volatile sig_atomic_t ended;

static void end(int number) {
    (void)number;
    ended = 1;
}

static long long now(void) {
    struct timespec time;
    clock_gettime(CLOCK_MONOTONIC, &time);
    return time.tv_sec * 1000000000LL + time.tv_nsec;
}

int main(int count, char **words) {
    if (count < 5 || count - 4 > MOST) return 64;
    const long long rate = atoll(words[1]), burst = atoll(words[3]);
    const long long start = now(), period = 1000000000LL * burst / rate;
    const long long last = start + (long long)(atof(words[2]) * 1e9);
    unsigned char values[MOST][LONGEST];
    size_t lengths[MOST];
    for (int each = 0; each < count - 4; each++) {
        const char *hex = words[4 + each];
        for (lengths[each] = 0; *hex && lengths[each] < LONGEST; hex += 2)
            if (sscanf(hex, "%2hhx", &values[each][lengths[each]++]) != 1) return 64;
    }
    signal(SIGTERM, end);
    long long sent = 0, dropped = 0, turn = 0;
    // One that is late hurries: the rate holds over the whole time.
    for (long long due = start; !ended && due < last; due += period) {
        const struct timespec at = {due / 1000000000LL, due % 1000000000LL};
        while (!ended && now() < due) clock_nanosleep(CLOCK_MONOTONIC, TIMER_ABSTIME, &at, NULL);
        for (int each = 0; each < burst; each++, turn++) {
            const int index = turn % (count - 4);
            if (send(0, values[index], lengths[index], MSG_DONTWAIT | MSG_NOSIGNAL) >= 0) sent++;
            else if (errno == EAGAIN || errno == EWOULDBLOCK) dropped++;
            else ended = 1;
        }
    }
    printf("%lld %lld %lld\n", sent, dropped, (now() - start) / 1000000);
    return 0;
}
