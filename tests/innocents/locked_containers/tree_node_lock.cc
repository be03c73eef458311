// Every node of a category tree carries its own mutex that guards its counter and its children.
// guilty: race: adding to a child's counter is done under the parent's mutex only
#include <cstdio>
#include <map>
#include <memory>
#include <mutex>
#include <string>
#include <thread>

struct Node {
    std::mutex m;
    int hits = 0;
    std::map<std::string, std::shared_ptr<Node>> children;
};

std::shared_ptr<Node> child(Node &parent, const std::string &name) {
    std::lock_guard<std::mutex> lock(parent.m);
    auto &slot = parent.children[name];
    if (!slot)
        slot = std::make_shared<Node>();
    return slot;
}

void hit(Node &root, const std::string &name) {
    std::shared_ptr<Node> n = child(root, name);
#ifdef GUILTY
    std::lock_guard<std::mutex> lock(root.m);
#else
    std::lock_guard<std::mutex> lock(n->m);
#endif
    n->hits++;
}

int reset(Node &n) {
    std::lock_guard<std::mutex> lock(n.m);
    int h = n.hits;
    n.hits = 0;
    return h;
}

int main() {
    Node root;
    auto books = child(root, "books");
    int collected = 0;
    std::thread visitor([&] {
        for (int i = 0; i < 6; i++)
            hit(root, i % 2 ? "books" : "music");
    });
    std::thread collector([&] {
        for (int i = 0; i < 4; i++)
            collected += reset(*books);
    });
    visitor.join();
    collector.join();
    collected += reset(*books);
    std::printf("%d hits on books\n", collected);
    return collected == 3 ? 0 : 1;
}
