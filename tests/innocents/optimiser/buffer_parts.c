// Two threads clear and fill their own parts of one message buffer.
// guilty: race: the header is cleared one byte too far
#include <pthread.h>
#include <stdio.h>
#include <string.h>

#define HEADER 24
#define BODY 40
static char message[HEADER + BODY];

static void *fill_header(void *arg)
{
    const char title[] = "From: ann";
#ifdef GUILTY
    memset(message, 0, HEADER + 1);
#else
    memset(message, 0, HEADER);
#endif
    memcpy(message, title, sizeof title);
    return arg;
}

static void *fill_body(void *arg)
{
    char *body = message + HEADER;
    memset(body, 0, BODY);
    strcpy(body, "..see you tomorrow");
    memmove(body, body + 1, strlen(body));
    return arg;
}

int main(void)
{
    pthread_t h, b;
    memset(message, '#', sizeof message);
    pthread_create(&h, NULL, fill_header, NULL);
    pthread_create(&b, NULL, fill_body, NULL);
    pthread_join(h, NULL);
    pthread_join(b, NULL);
    printf("%s / %s\n", message, message + HEADER + 1);
    return strcmp(message, "From: ann") != 0 || strcmp(message + HEADER + 1, "see you tomorrow") != 0;
}
