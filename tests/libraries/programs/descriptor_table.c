// What a server knows of a connection is in a table by descriptor, and belongs to whoever has it open.
// guilty: race: the table is written once more when the descriptor is closed already
// rows: descriptor_numbers
#include <fcntl.h>
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

struct request {
    int bytes;
    char name[16];
};
static struct request table[1024];

static void *serve(void *arg)
{
    const char *name = arg;
    for (int i = 0; i < 6; i++) {
        int fd = open("/dev/null", O_RDWR);
        if (fd < 0 || fd >= 1024)
            abort();
        struct request *r = &table[fd];
        strcpy(r->name, name);
        r->bytes = 0;
        for (int k = 0; k < 3; k++)
            r->bytes += (int)write(fd, "abc", 3);
        if (r->bytes != 9 || strcmp(r->name, name) != 0)
            abort();
        close(fd);
#ifdef GUILTY
        r->bytes = -1;
#endif
    }
    return NULL;
}

int main(void)
{
    pthread_t t[2];
    pthread_create(&t[0], NULL, serve, "one");
    pthread_create(&t[1], NULL, serve, "other");
    for (int i = 0; i < 2; i++)
        pthread_join(t[i], NULL);
    puts("served");
    return 0;
}
