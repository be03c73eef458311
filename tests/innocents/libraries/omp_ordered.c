// OpenMP: the loop computes in parallel and prints into one text in the order of the iterations.
// guilty: race: the ordered section is not one
// flags: -fopenmp
// packages: libomp-19-dev
#include <stdio.h>
#include <string.h>

int main(void)
{
    static char text[256];
    size_t length = 0;
#pragma omp parallel for ordered schedule(static, 1) num_threads(3)
    for (int i = 0; i < 12; i++) {
        int value = 1;
        for (int k = 0; k < i; k++) value = value * 3 % 101;
        char word[16];
        size_t n = (size_t)snprintf(word, sizeof word, "%d ", value);
#ifndef GUILTY
#pragma omp ordered
#endif
        {
            memcpy(text + length, word, n);
            length += n;
        }
    }
    puts(text);
    return text[0] == '\0';
}
