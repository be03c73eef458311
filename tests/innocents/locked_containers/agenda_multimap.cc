// An agenda: appointments by hour in a multimap; one thread books, one counts the busy hours.
// guilty: race: the counter walks equal_range() without the lock
#include <iostream>
#include <map>
#include <mutex>
#include <string>
#include <thread>

std::multimap<int, std::string> agenda;
std::mutex agenda_mutex;

void book(int hour, std::string what) {
    std::scoped_lock lock{agenda_mutex};
    agenda.emplace(hour, std::move(what));
}

int busy_at(int hour) {
#ifndef GUILTY
    std::scoped_lock lock{agenda_mutex};
#endif
    auto [first, last] = agenda.equal_range(hour);
    int n = 0;
    for (; first != last; ++first)
        n += !first->second.empty();
    return n;
}

int main() {
    book(9, "stand-up");
    book(14, "review");
    std::thread secretary{[] {
        for (int hour = 8; hour < 18; ++hour)
            book(hour, "phone call " + std::to_string(hour));
    }};
    int seen = 0;
    for (int hour = 8; hour < 18; ++hour)
        seen += busy_at(hour);
    secretary.join();
    std::cout << "saw " << seen << " of " << agenda.size() << " appointments\n";
    return agenda.size() == 12 ? 0 : 1;
}
