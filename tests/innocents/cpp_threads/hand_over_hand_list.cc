// A linked list with a mutex in every node, walked hand over hand: the next node is locked before the present one is let go.
// guilty: race, uaf: the walk lets go of the node before it reads its next pointer
#include <iostream>
#include <memory>
#include <mutex>
#include <thread>

class List {
    struct Node {
        int value = 0;
        std::mutex m;
        std::unique_ptr<Node> next;
    };
    Node head;
public:
    void push_front(int v)
    {
        auto node = std::make_unique<Node>();
        node->value = v;
        std::lock_guard<std::mutex> lk(head.m);
        node->next.swap(head.next);
        head.next.swap(node);
    }
    int sum()
    {
        int total = 0;
        Node* current = &head;
        std::unique_lock<std::mutex> lk(head.m);
        for (;;) {
#ifdef GUILTY
            lk.unlock();
#endif
            Node* next = current->next.get();
            if (!next) return total;
            std::unique_lock<std::mutex> next_lk(next->m);
            total += next->value;
            current = next;
            lk = std::move(next_lk);
        }
    }
    void pop_front()
    {
        std::lock_guard<std::mutex> lk(head.m);
        if (!head.next) return;
        std::unique_lock<std::mutex> next_lk(head.next->m);
        auto old = std::move(head.next);
        head.next = std::move(old->next);
        next_lk.unlock();
    }
};
int main()
{
    List list;
    for (int i = 1; i <= 4; ++i) list.push_front(i);
    int seen = 0;
    std::thread walker([&] { seen = list.sum(); });
    std::thread editor([&] { list.push_front(10); list.pop_front(); });
    walker.join(), editor.join();
    std::cout << (seen == 10 || seen == 20 ? "fine" : "odd") << '\n';
}
