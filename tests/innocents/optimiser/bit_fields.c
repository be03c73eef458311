// Two bit-fields of one struct belong to two threads; a zero-width field makes them separate memory locations.
// guilty: race: the zero-width field is missing
#include <pthread.h>
#include <stdio.h>

static struct {
    unsigned reader_state : 4;
    unsigned reader_count : 4;
#ifndef GUILTY
    unsigned : 0;
#endif
    unsigned writer_state : 4;
    unsigned writer_count : 4;
} control;

static void *reader(void *arg)
{
    for (int i = 0; i < 12; i++) {
        control.reader_count++;
        control.reader_state = i & 3;
    }
    return arg;
}

static void *writer(void *arg)
{
    for (int i = 0; i < 9; i++) {
        control.writer_count++;
        control.writer_state = i & 7;
    }
    return arg;
}

int main(void)
{
    pthread_t r, w;
    pthread_create(&r, NULL, reader, NULL);
    pthread_create(&w, NULL, writer, NULL);
    pthread_join(r, NULL);
    pthread_join(w, NULL);
    printf("%u %u %u %u\n", control.reader_state, control.reader_count, control.writer_state, control.writer_count);
    return control.reader_state > 3;
}
