// OpenMP: two named critical sections, always nested in the same order.
// guilty: deadlock: the report nests them the other way round
// missed: a library that was not recorded may order it
// flags: -fopenmp
// packages: libomp-19-dev
#include <stdio.h>
#include <unistd.h>

static int orders, money;

static void sell(int price)
{
#pragma omp critical(order_book)
    {
        orders++;
#pragma omp critical(cash_box)
        money += price;
    }
}

static int average(void)
{
    int result = 0;
#ifdef GUILTY
#pragma omp critical(cash_box)
#pragma omp critical(order_book)
#else
#pragma omp critical(order_book)
#pragma omp critical(cash_box)
#endif
    result = orders ? money / orders : 0;
    return result;
}

int main(void)
{
    int seen = 0;
#pragma omp parallel sections num_threads(2)
    {
#pragma omp section
        { sell(10); sell(20); }
#pragma omp section
        { usleep(500); seen = average(); }
    }
    printf("average then %d, now %d\n", seen, average());
    return average() != 15;
}
