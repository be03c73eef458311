// A document with an intrusive reference count: the last holder deletes it.
// guilty: race, uaf: the count is decremented with relaxed order
#include <atomic>
#include <cstdio>
#include <string>
#include <thread>
#include <utility>

static std::atomic<int> alive{0};

class Document {
public:
    Document() { ++alive; }
    ~Document() { --alive; }
    void acquire() { refs_.fetch_add(1, std::memory_order_relaxed); }
    void release() {
#ifdef GUILTY
        if (refs_.fetch_sub(1, std::memory_order_relaxed) == 1) delete this;
#else
        if (refs_.fetch_sub(1, std::memory_order_acq_rel) == 1) delete this;
#endif
    }
    std::string pages[2];
private:
    std::atomic<int> refs_{1};
};

class Ref {
public:
    explicit Ref(Document* d) : d_(d) {}
    Ref(const Ref& other) : d_(other.d_) { d_->acquire(); }
    Ref& operator=(const Ref&) = delete;
    ~Ref() { d_->release(); }
    Document* operator->() const { return d_; }
private:
    Document* d_;
};

int main() {
    std::thread a, b;
    {
        Ref doc(new Document);
        a = std::thread([doc] { doc->pages[0] = "written by the first thread, at some length"; });
        b = std::thread([doc] { doc->pages[1] = "second"; });
    }
    a.join();
    b.join();
    std::printf("%d alive\n", alive.load());
    return alive;
}
