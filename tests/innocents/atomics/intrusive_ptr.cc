// A hand-written intrusive_ptr whose release asks the result of its own atomic decrement.
// guilty: double-free, uaf, atomicity: the release decrements and then looks at the count in a second step
#include <atomic>
#include <iostream>
#include <thread>
#include <utility>

class Document {
    std::atomic<int> refs_{0};

public:
    int pages = 12;
    void retain() { refs_.fetch_add(1, std::memory_order_relaxed); }
    void release()
    {
#ifdef GUILTY
        refs_.fetch_sub(1);
        if (refs_.load() == 0)
            delete this;
#else
        if (refs_.fetch_sub(1, std::memory_order_acq_rel) == 1)
            delete this;
#endif
    }
};

class DocumentPtr {
    Document* p_;

public:
    explicit DocumentPtr(Document* p) : p_(p) { p_->retain(); }
    DocumentPtr(const DocumentPtr& o) : p_(o.p_) { p_->retain(); }
    DocumentPtr(DocumentPtr&& o) noexcept : p_(o.p_) { o.p_ = nullptr; }
    DocumentPtr& operator=(const DocumentPtr&) = delete;
    ~DocumentPtr()
    {
        if (p_)
            p_->release();
    }
    Document* operator->() const { return p_; }
};

int main()
{
    int a = 0, b = 0;
    std::thread t1, t2;
    {
        DocumentPtr doc(new Document);
        t1 = std::thread([&a, doc] { a = doc->pages; });
        t2 = std::thread([&b, doc] { b = doc->pages; });
    }
    t1.join();
    t2.join();
    std::cout << a + b << '\n';
    return 0;
}
