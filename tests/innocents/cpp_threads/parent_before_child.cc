// Tree nodes have a mutex each; who needs a node and its parent locks the parent first, also on the way up.
// guilty: deadlock: the way up locks the child and then, still holding it, the parent
#include <iostream>
#include <memory>
#include <mutex>
#include <thread>

struct Node {
    std::mutex m;
    Node* parent = nullptr; // never changes after the construction
    std::unique_ptr<Node> child;
    int value = 1;
    int total = 1;
};

void add(Node& node, int amount)
{
#ifdef GUILTY
    std::lock_guard<std::mutex> own(node.m);
    std::lock_guard<std::mutex> up(node.parent->m);
#else
    std::lock_guard<std::mutex> up(node.parent->m);
    std::lock_guard<std::mutex> own(node.m);
#endif
    node.value += amount;
    node.parent->total += amount;
}

int recount(Node& node)
{
    std::lock_guard<std::mutex> own(node.m);
    std::lock_guard<std::mutex> below(node.child->m);
    return node.total = node.value + node.child->value;
}

int main()
{
    Node root;
    root.child = std::make_unique<Node>();
    root.child->parent = &root;
    recount(root);
    std::thread adder([&] { add(*root.child, 5); });
    std::thread counter([&] { recount(root); });
    adder.join();
    counter.join();
    std::cout << "total " << root.total << '\n';
    return root.total == 7 ? 0 : 1;
}
