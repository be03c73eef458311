// A model notifies its observers from a copy of the list, so that no lock is held during the callbacks.
// guilty: deadlock: notify() keeps the model's lock while the callback takes the view's
#include <cstdio>
#include <functional>
#include <mutex>
#include <thread>
#include <vector>

class Model {
    std::mutex m;
    std::vector<std::function<void(int)>> observers;
    int value = 0;

public:
    void observe(std::function<void(int)> f) {
        std::lock_guard<std::mutex> lock(m);
        observers.push_back(std::move(f));
    }
    void set(int v) {
        std::unique_lock<std::mutex> lock(m);
        value = v;
        auto copy = observers;
#ifndef GUILTY
        lock.unlock();
#endif
        for (auto &f : copy)
            f(v);
    }
    int get() {
        std::lock_guard<std::mutex> lock(m);
        return value;
    }
};

struct View {
    std::mutex m;
    int shown = 0, redraws = 0;
    void update(int v) {
        std::lock_guard<std::mutex> lock(m);
        shown = v;
    }
    void redraw(Model &model) {
        std::lock_guard<std::mutex> lock(m);
        shown = model.get();
        redraws++;
    }
};

int main() {
    Model model;
    View view;
    model.observe([&](int v) { view.update(v); });
    std::thread editor([&] { model.set(5); });
    std::thread screen([&] { view.redraw(model); });
    editor.join();
    screen.join();
    std::printf("model %d, redraws %d\n", model.get(), view.redraws);
    return model.get() == 5 && view.redraws == 1 ? 0 : 1;
}
