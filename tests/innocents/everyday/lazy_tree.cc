// A tree whose nodes build their children when somebody first asks for them.
// guilty: race: it is looked up without the lock whether the children exist
#include <cstdio>
#include <memory>
#include <mutex>
#include <thread>
#include <vector>

class Node {
public:
    Node(int value, int depth) : value_(value), depth_(depth) {}
    const std::vector<std::unique_ptr<Node>>& children() {
#ifdef GUILTY
        if (built_) return children_;
#endif
        std::lock_guard<std::mutex> guard(mutex_);
        if (!built_) {
            for (int i = 0; i < 2 && depth_ > 0; ++i)
                children_.push_back(std::make_unique<Node>(2 * value_ + i, depth_ - 1));
            built_ = true;
        }
        return children_;          // never changes again
    }
    int value() const { return value_; }
private:
    const int value_, depth_;
    std::mutex mutex_;
    bool built_ = false;
    std::vector<std::unique_ptr<Node>> children_;
};

static int sum(Node& node) {
    int total = node.value();
    for (auto& child : node.children()) total += sum(*child);
    return total;
}

int main() {
    Node root(1, 3);
    int sums[2];
    std::thread a([&] { sums[0] = sum(root); });
    std::thread b([&] { sums[1] = sum(root); });
    a.join();
    b.join();
    std::printf("%d %d\n", sums[0], sums[1]);
    return sums[0] != 120 || sums[1] != 120;
}
