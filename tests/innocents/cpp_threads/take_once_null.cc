// Two clerks look for a waiting letter; whoever finds one takes it away in the same critical section.
// guilty: null, atomicity: a clerk looks with one lock and takes with another, and uses what it took without a further look
#include <cstdio>
#include <memory>
#include <mutex>
#include <thread>

struct Letter {
    int postage;
};

class LetterBox {
public:
    bool has_mail()
    {
        std::lock_guard<std::mutex> lock(mutex_);
        return letter_ != nullptr;
    }
    std::unique_ptr<Letter> take()
    {
        std::lock_guard<std::mutex> lock(mutex_);
        return std::move(letter_);
    }

private:
    std::mutex mutex_;
    std::unique_ptr<Letter> letter_ = std::make_unique<Letter>(Letter{85});
};

static int clerk(LetterBox& box)
{
#ifdef GUILTY
    if (!box.has_mail())
        return 0;
    auto letter = box.take();
#else
    auto letter = box.take();
    if (!letter)
        return 0;
#endif
    return letter->postage;
}

int main()
{
    LetterBox box;
    int a = 0, b = 0;
    std::thread t1([&] { a = clerk(box); });
    std::thread t2([&] { b = clerk(box); });
    t1.join();
    t2.join();
    std::printf("postage %d\n", a + b);
    return a + b == 85 ? 0 : 1;
}
