// Undo records on a std::stack are taken by two threads with a combined top-and-pop.
// guilty: atomicity: top() and pop() are two critical sections: one record twice, another never
#include <iostream>
#include <memory>
#include <mutex>
#include <stack>
#include <string>
#include <thread>
#include <vector>

class UndoStack {
    std::stack<std::string, std::vector<std::string>> records;
    mutable std::mutex m;

public:
    void push(std::string s) {
        std::lock_guard lk(m);
        records.push(std::move(s));
    }
    std::string top() const {
        std::lock_guard lk(m);
        return records.top();
    }
    void drop() {
        std::lock_guard lk(m);
        records.pop();
    }
    std::string take() {
        std::lock_guard lk(m);
        std::string s = std::move(records.top());
        records.pop();
        return s;
    }
};

int main() {
    UndoStack undo;
    for (char c = 'a'; c <= 'h'; ++c)
        undo.push(std::string(1, c));
    std::string got[2];
    auto taker = [&](int me) {
        for (int i = 0; i < 3; ++i) {
#ifdef GUILTY
            got[me] += undo.top();
            undo.drop();
#else
            got[me] += undo.take();
#endif
        }
    };
    std::thread t0(taker, 0), t1(taker, 1);
    t0.join();
    t1.join();
    std::cout << got[0] << ' ' << got[1] << '\n';
    return got[0].find_first_of(got[1]) == std::string::npos ? 0 : 1;
}
