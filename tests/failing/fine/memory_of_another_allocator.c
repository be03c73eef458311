// The same blocks come from malloc as it is found by name, and go back to it.
#include <dlfcn.h>
#include <stdio.h>
#include <stdlib.h>

int main(void)
{
    void *library = dlopen("libc.so.6", RTLD_NOW);
    void *(*get)(size_t) = (void *(*)(size_t))dlsym(library, "malloc");
    void (*give)(void *) = (void (*)(void *))dlsym(library, "free");
    for (int i = 0; i < 5; i++) {
        volatile char *p = malloc(50);
        p[0] = 1;
        give((void *)p);
        p = get(50);
        p[1] = 1;
        free((void *)p);
        p = malloc(50);
        p[2] = 1;
        free((void *)p);
        p = get(50);
        p[3] = 1;
        give((void *)p);
    }
    puts("given back");
    return 0;
}
