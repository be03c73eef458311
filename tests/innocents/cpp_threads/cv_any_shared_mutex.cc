// Readers wait with shared locks and a condition_variable_any until the writer has installed version 2.
// guilty: race: the writer also takes a shared lock
#include <condition_variable>
#include <iostream>
#include <mutex>
#include <shared_mutex>
#include <string>
#include <thread>

struct Document {
    int version = 1;
    std::string text = "draft";
};

std::shared_mutex guard;
std::condition_variable_any changed;
Document doc;

std::size_t read_final()
{
    std::shared_lock<std::shared_mutex> lk(guard);
    changed.wait(lk, [] { return doc.version >= 2; });
    return doc.text.size();
}

void publish()
{
    {
#ifdef GUILTY
        std::shared_lock<std::shared_mutex> lk(guard);
#else
        std::unique_lock<std::shared_mutex> lk(guard);
#endif
        doc.text = "final";
        doc.version = 2;
    }
    changed.notify_all();
}

int main()
{
    std::size_t n[2];
    std::thread r1([&] { n[0] = read_final(); });
    std::thread r2([&] { n[1] = read_final(); });
    std::thread w(publish);
    r1.join();
    r2.join();
    w.join();
    std::cout << n[0] << ' ' << n[1] << '\n';
    return n[0] == 5 && n[1] == 5 ? 0 : 1;
}
