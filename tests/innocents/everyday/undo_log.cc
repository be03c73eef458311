// A document with an undo log: every change notes the old value, undoing goes back to the start.
// guilty: atomicity: the change is made and noted in two separate critical sections
#include <cstdio>
#include <mutex>
#include <string>
#include <thread>
#include <utility>
#include <vector>

class Document {
public:
    void set_title(std::string title) {
        std::unique_lock<std::mutex> lock(mutex_);
        std::string old = std::exchange(title_, std::move(title));
#ifdef GUILTY
        lock.unlock();
        lock.lock();
#endif
        undo_.push_back(std::move(old));
    }
    bool undo() {
        std::lock_guard<std::mutex> guard(mutex_);
        if (undo_.empty()) return false;
        title_ = std::move(undo_.back());
        undo_.pop_back();
        return true;
    }
    std::string title() {
        std::lock_guard<std::mutex> guard(mutex_);
        return title_;
    }
private:
    std::mutex mutex_;
    std::string title_ = "untitled";
    std::vector<std::string> undo_;
};

int main() {
    Document doc;
    std::thread ann([&doc] { doc.set_title("Report"); doc.set_title("Annual report"); });
    std::thread ben([&doc] { doc.set_title("Draft"); doc.set_title("Final draft"); });
    ann.join();
    ben.join();
    std::printf("now \"%s\"\n", doc.title().c_str());
    while (doc.undo()) {}
    std::printf("back at \"%s\"\n", doc.title().c_str());
    return doc.title() != "untitled";
}
