// Deferred tasks run one after the other in the thread that asks for them, so they may share a plain accumulator.
// guilty: race: the tasks are launched with the async policy
#include <cstdio>
#include <future>
#include <vector>

#ifdef GUILTY
constexpr auto policy = std::launch::async;
#else
constexpr auto policy = std::launch::deferred;
#endif

int main()
{
    int evaluated = 0;
    auto square = [&evaluated](int x) {
        ++evaluated;
        return x * x;
    };
    std::vector<std::future<int>> values;
    for (int i = 1; i <= 4; ++i)
        values.push_back(std::async(policy, square, i));

    int sum = 0;
    for (auto& v : values)
        sum += v.get();
    std::printf("sum %d after %d evaluations\n", sum, evaluated);
    return sum == 30 ? 0 : 1;
}
