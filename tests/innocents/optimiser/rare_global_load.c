// A loop needs the global tax rate only for taxed articles; one list has none, another thread changes the rate.
// guilty: race: the list has a taxed article
#include <pthread.h>
#include <stdio.h>

struct article { int price; int taxed; };
struct list { struct article articles[6]; int sum; };
static int tax_percent = 10;

static int sum_up(const struct article *a, int n)
{
    int sum = 0;
    for (int i = 0; i < n; i++) {
        sum += a[i].price;
        if (a[i].taxed)
            sum += a[i].price * tax_percent / 100;
    }
    return sum;
}

static void *clerk(void *arg)
{
    struct list *basket = arg;
    basket->sum = sum_up(basket->articles, 6);
    return NULL;
}

static void *government(void *arg)
{
    struct list *example = arg;
    for (tax_percent = 0; tax_percent < 20; tax_percent += 5)
        example->sum += sum_up(example->articles, 2);
    return NULL;
}

int main(void)
{
    struct list basket = {{{3, 0}, {4, 0}, {5, 0}, {6, 0}, {7, 0}, {100, 0}}, 0};
    struct list example = {{{100, 1}, {200, 1}}, 0};
    pthread_t c, g;
#ifdef GUILTY
    basket.articles[5].taxed = 1;
#endif
    pthread_create(&c, NULL, clerk, &basket);
    pthread_create(&g, NULL, government, &example);
    pthread_join(c, NULL);
    pthread_join(g, NULL);
    printf("%d %d\n", basket.sum, example.sum);
    return basket.sum < 125 || example.sum != 1290;
}
