// A status text is replaced by one thread and copied by another, both under the mutex.
// guilty: race, uaf: the reader gets a string_view of it, which it uses after the unlock
#include <iostream>
#include <mutex>
#include <string>
#include <string_view>
#include <thread>

static std::mutex status_mutex;
static std::string status = "starting up, please wait a moment";

#ifdef GUILTY
static std::string_view get_status()
#else
static std::string get_status()
#endif
{
    std::lock_guard<std::mutex> lock(status_mutex);
    return status;
}

static void set_status(const std::string& s)
{
    std::lock_guard<std::mutex> lock(status_mutex);
    status = s;
}

int main()
{
    auto text = get_status();
    std::thread setter([] {
        set_status("ready");
        set_status("shutting down after a good long day");
    });
    std::size_t vowels = 0;
    for (char c : text)
        vowels += std::string_view("aeiou").find(c) != std::string_view::npos;
    setter.join();
    std::cout << (vowels > 0 ? "some" : "no") << " vowels\n";
}
