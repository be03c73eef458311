// Two threads each pick one of two globals by a condition and work on that one.
// guilty: race: the larger of both is asked for
#include <algorithm>
#include <cstdio>
#include <thread>

static int left = 1, right = 2;

static void work(bool leftmost, int rounds, int* result) {
    for (int i = 0; i < rounds; ++i) {
        int& mine = leftmost ? left : right;
        mine += i;
    }
#ifdef GUILTY
    *result = std::max(left, right);
#else
    *result = leftmost ? left : right;
#endif
}

int main() {
    int a = 0, b = 0;
    std::thread first(work, true, 10, &a), second(work, false, 12, &b);
    first.join();
    second.join();
    std::printf("%d %d, larger %d\n", a, b, std::max(left, right));
    return left != 46 || right != 68;
}
