// Matrix multiplication: every thread computes its rows and adds its part to the trace.
// guilty: race: the trace is added up without the lock
#include <array>
#include <cstdio>
#include <mutex>
#include <thread>
#include <vector>

constexpr int N = 12;
using Matrix = std::array<std::array<double, N>, N>;

static Matrix a, b, c;
static double trace = 0;
std::mutex trace_mutex;

static void rows(int from, int to) {
    double part = 0;
    for (int i = from; i < to; ++i)
        for (int j = 0; j < N; ++j) {
            double sum = 0;
            for (int k = 0; k < N; ++k) sum += a[i][k] * b[k][j];
            c[i][j] = sum;
            if (i == j) part += sum;
        }
#ifndef GUILTY
    std::lock_guard<std::mutex> guard(trace_mutex);
#endif
    trace += part;
}

int main() {
    for (int i = 0; i < N; ++i)
        for (int j = 0; j < N; ++j) {
            a[i][j] = i + j;
            b[i][j] = i == j;
        }
    std::vector<std::thread> threads;
    for (int t = 0; t < 3; ++t) threads.emplace_back(rows, t * N / 3, (t + 1) * N / 3);
    for (auto& t : threads) t.join();
    std::printf("trace %.0f, corner %.0f\n", trace, c[N - 1][N - 1]);
    return c[N - 1][N - 1] != 22;
}
