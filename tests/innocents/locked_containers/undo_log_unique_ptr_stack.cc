// Commands on a stack are polymorphic objects behind unique_ptr; execute() and undo() come from two threads.
// guilty: race: undo() applies the command to the text after releasing the lock
#include <iostream>
#include <memory>
#include <mutex>
#include <stack>
#include <string>
#include <thread>

struct Command {
    virtual ~Command() = default;
    virtual void run(std::string &text) = 0;
    virtual void undo(std::string &text) = 0;
};
struct Append : Command {
    std::string s;
    explicit Append(std::string t) : s(std::move(t)) {}
    void run(std::string &text) override { text += s; }
    void undo(std::string &text) override { text.resize(text.size() - s.size()); }
};

class Editor {
    std::mutex m;
    std::string text;
    std::stack<std::unique_ptr<Command>> done;

public:
    void execute(std::unique_ptr<Command> c) {
        std::lock_guard lock(m);
        c->run(text);
        done.push(std::move(c));
    }
    void undo() {
        std::unique_lock lock(m);
        if (done.empty()) return;
        auto c = std::move(done.top());
        done.pop();
#ifdef GUILTY
        lock.unlock();
#endif
        c->undo(text);
    }
    std::size_t length() { return std::lock_guard(m), text.size(); }
};

int main() {
    Editor editor;
    editor.execute(std::make_unique<Append>("first"));
    std::thread typist([&] {
        for (int i = 0; i < 3; ++i)
            editor.execute(std::make_unique<Append>("later"));
    });
    std::thread other([&] { editor.undo(); });
    typist.join();
    other.join();
    std::cout << editor.length() << '\n';
    return editor.length() == 15 ? 0 : 1;
}
