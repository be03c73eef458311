// Main unmaps a page while the thread that it did not join may still write to it.
// finds: uaf
// flags: -D_GNU_SOURCE
#include <pthread.h>
#include <stdio.h>
#include <sys/mman.h>
#include <unistd.h>

static volatile int *page;

static void *note(void *arg)
{
    page[3] = 1; // RACE
    return arg;
}

int main(void)
{
    pthread_t t;
    page = mmap(NULL, 4096, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
    if (page == MAP_FAILED)
        return 1;
    pthread_create(&t, NULL, note, NULL);
    usleep(3000);
    munmap((void *)page, 4096); // RACE
    pthread_join(t, NULL);
    printf("done\n");
    return 0;
}
