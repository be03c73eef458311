// Widgets are owned by a map of unique_ptr; a painter works on one under the lock, a closer erases it.
// guilty: uaf, race: the painter keeps the raw pointer and paints after unlocking
#include <cstdio>
#include <map>
#include <memory>
#include <mutex>
#include <string>
#include <thread>

struct Widget {
    std::string title;
    int painted = 0;
};

std::map<int, std::unique_ptr<Widget>> widgets;
std::mutex widgets_mutex;
int paints = 0;

int main() {
    for (int i = 0; i < 4; i++)
        widgets[i] = std::make_unique<Widget>(Widget{"window " + std::to_string(i)});

    std::unique_lock<std::mutex> lock(widgets_mutex);
    std::thread closer([] {
        std::lock_guard<std::mutex> guard(widgets_mutex);
        widgets.erase(2);
    });
    Widget *w = widgets.at(2).get();
#ifdef GUILTY
    lock.unlock();
#endif
    w->painted++;
    paints += w->painted;
#ifndef GUILTY
    lock.unlock();
#endif
    closer.join();
    std::printf("%d paints, %zu widgets left\n", paints, widgets.size());
    return widgets.size() == 3 ? 0 : 1;
}
