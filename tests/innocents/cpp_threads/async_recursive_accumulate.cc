// A recursive parallel accumulate with std::async; the leaves are counted in an atomic.
// guilty: race: the counter of the leaves is a plain int
#include <atomic>
#include <future>
#include <iostream>
#include <iterator>
#include <numeric>
#include <vector>

#ifdef GUILTY
static int leaves = 0;
#else
static std::atomic<int> leaves{0};
#endif

template <class Iterator, class T>
T parallel_accumulate(Iterator first, Iterator last, T init)
{
    const auto length = std::distance(first, last);
    if (length <= 16) {
        ++leaves;
        return std::accumulate(first, last, init);
    }
    Iterator mid = std::next(first, length / 2);
    auto first_half = std::async(std::launch::async, parallel_accumulate<Iterator, T>, first, mid, init);
    T second_half = parallel_accumulate(mid, last, T());
    return first_half.get() + second_half;
}

int main()
{
    std::vector<int> numbers(64);
    std::iota(numbers.begin(), numbers.end(), 0);
    long sum = parallel_accumulate(numbers.begin(), numbers.end(), 0L);
    std::cout << sum << " in " << leaves << " leaves\n";
    return sum == 2016 ? 0 : 1;
}
