// A stop_callback writes an entry into the same journal as the worker, under the journal's mutex.
// guilty: race: the callback, which runs in the thread that requests the stop, does not lock
#include <cstdio>
#include <mutex>
#include <stop_token>
#include <thread>
#include <vector>

enum Event { Started, Tick, StopRequested, Ended };

std::mutex journal_mutex;
std::vector<Event> journal;

void note(Event e)
{
    std::lock_guard lock(journal_mutex);
    journal.push_back(e);
}

int main()
{
    journal.reserve(16);
    std::jthread worker([](std::stop_token stop) {
        note(Started);
        for (int i = 0; i < 5 && !stop.stop_requested(); ++i)
            note(Tick);
        note(Ended);
    });
    {
        std::stop_callback on_stop(worker.get_stop_token(), [] {
#ifdef GUILTY
            journal.push_back(StopRequested);
#else
            note(StopRequested);
#endif
        });
        worker.request_stop();
    }
    worker.join();
    std::printf("%zu entries\n", journal.size());
    return 0;
}
