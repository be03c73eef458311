// Searchers share a stop_source; the one whose request_stop() succeeds is the first and alone stores the result.
// guilty: race: every searcher that finds something stores it
#include <iostream>
#include <numeric>
#include <stop_token>
#include <thread>
#include <vector>

int main()
{
    std::vector<int> hay(300);
    std::iota(hay.begin(), hay.end(), 1);
    std::stop_source found;
    int position = -1;

    auto search = [&](int from, int to) {
        for (int i = from; i < to; ++i) {
            if (hay[i] % 97 != 0)
                continue;
#ifdef GUILTY
            position = i;
            found.request_stop();
#else
            if (found.request_stop())
                position = i;
#endif
            return;
        }
    };
    std::thread a(search, 0, 100), b(search, 100, 200), c(search, 200, 300);
    a.join();
    b.join();
    c.join();
    std::cout << "found at " << position << ", stopped: " << found.stop_requested() << '\n';
    return position > 0 ? 0 : 1;
}
