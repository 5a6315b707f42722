// Counts the heap allocations of the program that it is preloaded into, for a reader outside.
//
// The count is a 64-bit number at the start of the file that ALLOCATION_COUNT names.

#include <errno.h>
#include <fcntl.h>
#include <stdatomic.h>
#include <stdint.h>
#include <stdlib.h>
#include <sys/mman.h>
#include <unistd.h>

extern void *__libc_malloc(size_t size);
extern void *__libc_calloc(size_t count, size_t size);
extern void *__libc_realloc(void *old, size_t size);
extern void *__libc_memalign(size_t alignment, size_t size);

static _Atomic uint64_t before_mapping;
static _Atomic uint64_t *count = &before_mapping;

__attribute__((constructor)) static void map_count(void) {
    const char *path = getenv("ALLOCATION_COUNT");
    if (!path) return;
    int file = open(path, O_RDWR | O_CLOEXEC);
    if (file < 0) return;
    void *page = mmap(NULL, sizeof(uint64_t), PROT_READ | PROT_WRITE, MAP_SHARED, file, 0);
    close(file);
    if (page == MAP_FAILED) return;
    _Atomic uint64_t *mapped = page;
    atomic_store(mapped, atomic_load(&before_mapping));
    count = mapped;
}

static void *counted(void *block) {
    atomic_fetch_add_explicit(count, 1, memory_order_relaxed);
    return block;
}

void *malloc(size_t size) { return counted(__libc_malloc(size)); }
void *calloc(size_t number, size_t size) { return counted(__libc_calloc(number, size)); }
void *realloc(void *old, size_t size) { return counted(__libc_realloc(old, size)); }
void *memalign(size_t alignment, size_t size) { return counted(__libc_memalign(alignment, size)); }
void *aligned_alloc(size_t alignment, size_t size) { return memalign(alignment, size); }

int posix_memalign(void **block, size_t alignment, size_t size) {
    *block = memalign(alignment, size);
    return *block ? 0 : ENOMEM;
}
