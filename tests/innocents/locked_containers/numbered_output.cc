// Threads print numbered lines with iomanip; the line number and the stream's format belong to one lock.
// guilty: race: the line number is taken before the lock
#include <iomanip>
#include <iostream>
#include <mutex>
#include <thread>
#include <vector>

static std::mutex print_mutex;
static int line_number = 0;

void print_row(double value) {
#ifdef GUILTY
    int n = ++line_number;
    std::lock_guard<std::mutex> lock(print_mutex);
#else
    std::lock_guard<std::mutex> lock(print_mutex);
    int n = ++line_number;
#endif
    std::cout << std::setw(3) << std::setfill('0') << n << "  " << std::setw(8)
              << std::setfill(' ') << std::fixed << std::setprecision(2) << value << '\n';
}

int main() {
    std::vector<std::thread> threads;
    for (int t = 0; t < 3; ++t)
        threads.emplace_back([t] {
            for (int i = 0; i < 4; ++i)
                print_row(t + i / 3.0);
        });
    for (auto &t : threads)
        t.join();
    return line_number == 12 ? 0 : 1;
}
