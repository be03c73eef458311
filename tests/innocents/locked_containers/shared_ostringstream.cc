// Two threads write whole records into one ostringstream, each record under the lock.
// guilty: race: the footer is streamed by one thread without the lock
#include <iostream>
#include <mutex>
#include <sstream>
#include <string>
#include <thread>

class Document {
    std::ostringstream out;
    std::mutex m;
    int records = 0;

public:
    void record(const std::string &who, int n) {
        std::lock_guard<std::mutex> lk(m);
        out << who << ';' << n << '\n';
        ++records;
    }
    void footer(const std::string &who) {
#ifndef GUILTY
        std::lock_guard<std::mutex> lk(m);
#endif
        out << "-- " << who << " after " << records << " --\n";
    }
    std::string text() {
        std::lock_guard<std::mutex> lk(m);
        return out.str();
    }
};

int main() {
    Document doc;
    auto writer = [&](std::string who) {
        for (int i = 0; i < 4; ++i)
            doc.record(who, i);
        doc.footer(who);
    };
    std::thread a(writer, "a"), b(writer, "b");
    a.join();
    b.join();
    std::string s = doc.text();
    std::cout << s;
    return s.size() == 8 * 4 + 2 * 16 ? 0 : 1;
}
