// Threads add to a meter under a timed_mutex and retry when try_lock_for gives up; missed tries are counted per thread.
// guilty: race: the old reading is fetched before the lock is taken
#include <chrono>
#include <iostream>
#include <mutex>
#include <thread>

using namespace std::chrono_literals;

std::timed_mutex meter_mutex;
double meter = 0.0;

int add(double amount)
{
    int missed = 0;
#ifdef GUILTY
    double old = meter;
#endif
    while (!meter_mutex.try_lock_for(2ms))
        ++missed;
    std::lock_guard<std::timed_mutex> guard(meter_mutex, std::adopt_lock);
#ifndef GUILTY
    double old = meter;
#endif
    meter = old + amount;
    return missed;
}

int main()
{
    int missed_a = 0, missed_b = 0;
    std::thread a([&] { for (int i = 0; i < 4; ++i) missed_a += add(0.5); });
    std::thread b([&] { for (int i = 0; i < 4; ++i) missed_b += add(0.25); });
    a.join();
    b.join();
    std::cout << "meter " << meter << ", missed " << missed_a + missed_b << '\n';
}
