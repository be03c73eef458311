// Whoever asks for the result before it is there gets an exception, and asks again.
// guilty: race: the result is written after it was said to be there
#include <atomic>
#include <cstdio>
#include <stdexcept>
#include <string>
#include <thread>

class Result {
  public:
    void set(std::string text) {
#ifdef GUILTY
        there_.store(true, std::memory_order_release);
        text_ = std::move(text);
#else
        text_ = std::move(text);
        there_.store(true, std::memory_order_release);
#endif
    }
    size_t length() const {
        if (!there_.load(std::memory_order_acquire)) throw std::runtime_error("not yet");
        return text_.size();
    }

  private:
    std::atomic<bool> there_{false};
    std::string text_;
};

int main() {
    Result result;
    std::thread worker([&] { result.set("forty-two"); });
    size_t length = 0;
    for (bool asked = false; !asked;) {
        try {
            length = result.length();
            asked = true;
        } catch (const std::runtime_error&) {
        }
    }
    worker.join();
    std::printf("%d\n", length <= 9);
}
