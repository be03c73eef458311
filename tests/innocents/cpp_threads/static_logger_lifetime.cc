// A static log object prints its lines in its destructor; the thread that writes to it is joined before main returns.
// guilty: race, uaf: the thread is detached, and main merely waits a while
#include <chrono>
#include <cstdio>
#include <string>
#include <thread>
#include <vector>

class Log {
public:
    static Log& get()
    {
        static Log log;
        return log;
    }
    void line(std::string s) { lines_.push_back(std::move(s)); }
    ~Log()
    {
        for (const auto& l : lines_)
            std::printf("%s\n", l.c_str());
    }

private:
    std::vector<std::string> lines_;
};

int main()
{
    Log::get().line("starting");
    std::thread background([] {
        for (int i = 0; i < 3; ++i)
            Log::get().line("step " + std::to_string(i));
    });
#ifdef GUILTY
    background.detach();
#endif
    std::this_thread::sleep_for(std::chrono::milliseconds(50));
#ifndef GUILTY
    background.join();
#endif
    return 0;
}
