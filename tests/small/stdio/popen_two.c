// Each of two threads runs a command and reads what it prints.
#include <pthread.h>
#include <stdio.h>

static void *run(void *arg)
{
    char line[32] = "";
    FILE *p = popen(arg, "r");
    if (!p)
        return NULL;
    if (!fgets(line, sizeof line, p))
        line[0] = 0;
    pclose(p);
    return line[0] ? arg : NULL;
}
int main(void)
{
    pthread_t a, b;
    void *first, *second;
    pthread_create(&a, NULL, run, "echo one");
    pthread_create(&b, NULL, run, "echo two");
    pthread_join(a, &first);
    pthread_join(b, &second);
    puts(first && second ? "both" : "not both");
    return 0;
}
