// A document whose methods call each other uses a recursive_mutex.
// guilty: race: one public method that only calls locked ones, plus one member of its own, does not lock
#include <algorithm>
#include <iostream>
#include <mutex>
#include <string>
#include <thread>
#include <vector>

class Document {
    std::recursive_mutex m;
    std::vector<std::string> lines;
    int revision = 0;

public:
    void insert(std::size_t at, const std::string &text) {
        std::lock_guard<std::recursive_mutex> lock(m);
        lines.insert(lines.begin() + std::min(at, lines.size()), text);
        ++revision;
    }
    void append(const std::string &text) {
        std::lock_guard<std::recursive_mutex> lock(m);
        insert(lines.size(), text);
    }
    void append_all(const std::vector<std::string> &texts) {
#ifndef GUILTY
        std::lock_guard<std::recursive_mutex> lock(m);
#endif
        for (const auto &t : texts)
            append(t);
        ++revision;
    }
    int version() {
        std::lock_guard<std::recursive_mutex> lock(m);
        return revision;
    }
};

int main() {
    Document doc;
    std::thread a([&] { doc.append_all({"one", "two", "three"}); });
    std::thread b([&] {
        doc.insert(0, "title");
        doc.append("end");
    });
    a.join();
    b.join();
    std::cout << "revision " << doc.version() << '\n';
    return doc.version() == 6 ? 0 : 1;
}
