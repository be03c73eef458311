// A logger numbers its lines under a mutex and prints them with printf.
// guilty: race: the number is drawn before the mutex is locked
#include <cstdarg>
#include <cstdio>
#include <mutex>
#include <thread>

class Logger {
public:
    void log(const char* format, ...)
    {
#ifdef GUILTY
        int number = next_++;
        std::lock_guard<std::mutex> lock(mutex_);
#else
        std::lock_guard<std::mutex> lock(mutex_);
        int number = next_++;
#endif
        std::printf("%3d ", number);
        va_list args;
        va_start(args, format);
        std::vprintf(format, args);
        va_end(args);
        std::printf("\n");
    }

private:
    std::mutex mutex_;
    int next_ = 1;
};

int main()
{
    Logger logger;
    std::thread net([&] { for (int i = 0; i < 3; ++i) logger.log("net: packet %d", i); });
    std::thread disk([&] { for (int i = 0; i < 3; ++i) logger.log("disk: block %d of %s", i, "sda"); });
    net.join();
    disk.join();
    return 0;
}
