// Several threads write whole lines into one ostringstream through osyncstreams.
// guilty: race: they write to the ostringstream directly
// missed: the recorded run does not allow the other order
#include <algorithm>
#include <iostream>
#include <sstream>
#include <string>
#include <syncstream>
#include <thread>
#include <vector>

int main()
{
    std::ostringstream report;
    std::vector<std::jthread> threads;
    for (int id = 0; id < 3; ++id)
        threads.emplace_back([&report, id] {
            for (int i = 0; i < 3; ++i) {
#ifdef GUILTY
                report << "thread " << id << " round " << i << '\n';
#else
                std::osyncstream(report) << "thread " << id << " round " << i << '\n';
#endif
            }
        });
    threads.clear();

    std::string text = report.str();
    std::cout << std::count(text.begin(), text.end(), '\n') << " lines\n";
    return 0;
}
