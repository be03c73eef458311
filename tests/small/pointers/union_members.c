// A number and its bytes share a union; one thread writes the number, another one of the bytes.
#include <pthread.h>
#include <stdint.h>
#include <stdio.h>

static union { uint32_t word; uint8_t byte[4]; } colour;

static void *set_word(void *arg)
{
    colour.word = 0x11223344; // RACE
    return arg;
}

static void *set_alpha(void *arg)
{
    colour.byte[3] = 0xff; // RACE
    return arg;
}

int main(void)
{
    pthread_t a, b;
    pthread_create(&a, NULL, set_word, NULL);
    pthread_create(&b, NULL, set_alpha, NULL);
    pthread_join(a, NULL);
    pthread_join(b, NULL);
    printf("%d\n", colour.word != 0);
    return 0;
}
