// Whoever moves a job from "queued" to "running" by compare-exchange executes it; a second worker leaves it alone.
// guilty: race, atomicity: the state is compared and then stored
#include <atomic>
#include <iostream>
#include <latch>
#include <thread>
#include <vector>

enum class State { queued, running, done };

struct Job {
    std::atomic<State> state{State::queued};
    int runs = 0;
};

static void run_if_queued(Job& job)
{
#ifdef GUILTY
    if (job.state.load() != State::queued)
        return;
    job.state.store(State::running);
#else
    State expected = State::queued;
    if (!job.state.compare_exchange_strong(expected, State::running))
        return;
#endif
    ++job.runs;
    job.state.store(State::done);
}

int main()
{
    std::vector<Job> jobs(12);
    std::latch start(2);
    auto worker = [&] {
        start.arrive_and_wait();
        for (Job& j : jobs)
            run_if_queued(j);
    };
    std::thread a(worker), b(worker);
    a.join();
    b.join();
    int runs = 0;
    for (const Job& j : jobs)
        runs += j.runs;
    std::cout << runs << " runs of " << jobs.size() << " jobs\n";
    return 0;
}
