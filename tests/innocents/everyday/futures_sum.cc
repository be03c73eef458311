// Parts of a sum are computed by std::async and come back through futures.
// guilty: race: the parts also count their work in one variable
#include <cstdio>
#include <future>
#include <vector>

struct Part { long sum; int items; };

int main() {
    std::vector<int> prices(40);
    for (std::size_t i = 0; i < prices.size(); ++i) prices[i] = static_cast<int>(i * i % 17);
    int items = 0;
    auto add = [&](std::size_t from, std::size_t to) {
        Part part{0, 0};
        for (std::size_t i = from; i < to; ++i) {
            part.sum += prices[i];
            part.items++;
        }
#ifdef GUILTY
        items += part.items;
#endif
        return part;
    };
    std::vector<std::future<Part>> parts;
    for (std::size_t i = 0; i < 4; ++i) parts.push_back(std::async(std::launch::async, add, i * 10, i * 10 + 10));
    long sum = 0;
    for (auto& f : parts) {
        Part part = f.get();
        sum += part.sum;
#ifndef GUILTY
        items += part.items;
#endif
    }
    std::printf("%d items, sum %ld\n", items, sum);
    return sum != 310;
}
