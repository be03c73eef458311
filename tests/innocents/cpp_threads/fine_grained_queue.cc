// A queue with a dummy node and two mutexes, one for the head and one for the tail.
// guilty: race: the test for an empty queue reads the tail pointer without the tail mutex
#include <memory>
#include <mutex>
#include <optional>
#include <thread>

class Queue {
    struct Node {
        int data = 0;
        std::unique_ptr<Node> next;
    };
    std::mutex head_mutex, tail_mutex;
    std::unique_ptr<Node> head = std::make_unique<Node>();
    Node* tail = head.get();

    Node* get_tail()
    {
#ifndef GUILTY
        std::lock_guard<std::mutex> lock(tail_mutex);
#endif
        return tail;
    }

public:
    void push(int value)
    {
        auto dummy = std::make_unique<Node>();
        std::lock_guard<std::mutex> lock(tail_mutex);
        tail->data = value;
        tail->next = std::move(dummy);
        tail = tail->next.get();
    }
    std::optional<int> try_pop()
    {
        std::lock_guard<std::mutex> lock(head_mutex);
        if (head.get() == get_tail())
            return std::nullopt;
        std::unique_ptr<Node> old = std::move(head);
        head = std::move(old->next);
        return old->data;
    }
};

int main()
{
    Queue q;
    int sum = 0;
    std::thread producer([&] { for (int i = 1; i <= 10; ++i) q.push(i); });
    std::thread consumer([&] {
        for (int n = 0; n < 10;) {
            auto v = q.try_pop();
            sum += v.value_or(0);
            n += v.has_value();
        }
    });
    producer.join();
    consumer.join();
    return sum == 55 ? 0 : 1;
}
