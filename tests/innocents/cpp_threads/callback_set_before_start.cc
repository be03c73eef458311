// A download object gets its std::function callback first and is started afterwards.
// guilty: race: the callback is installed after the thread was started
#include <chrono>
#include <functional>
#include <iostream>
#include <string>
#include <thread>

class Download {
public:
    std::function<void(const std::string&)> on_done;

    explicit Download(std::string url) : url_(std::move(url)) {}
    ~Download() { wait(); }
    void start()
    {
        thread_ = std::thread([this] {
            std::this_thread::sleep_for(std::chrono::milliseconds(30));
            if (on_done)
                on_done("content of " + url_);
        });
    }
    void wait()
    {
        if (thread_.joinable())
            thread_.join();
    }

private:
    std::string url_;
    std::thread thread_;
};

int main()
{
    std::string page;
    Download d("example.org");
#ifdef GUILTY
    d.start();
    d.on_done = [&page](const std::string& s) { page = s; };
#else
    d.on_done = [&page](const std::string& s) { page = s; };
    d.start();
#endif
    d.wait();
    std::cout << page << '\n';
    return page.empty() ? 1 : 0;
}
