// An import locks the catalogue late: the unique_lock is made with defer_lock and locked after parsing.
// guilty: race: the deferred lock is never locked
#include <iostream>
#include <mutex>
#include <set>
#include <sstream>
#include <string>
#include <thread>
#include <vector>

std::set<std::string> catalogue;
std::mutex catalogue_mutex;

void import_titles(const std::string &csv) {
    std::unique_lock<std::mutex> lock(catalogue_mutex, std::defer_lock);
    std::vector<std::string> titles;
    std::istringstream in(csv);
    for (std::string title; std::getline(in, title, ',');)
        titles.push_back(title);
#ifndef GUILTY
    lock.lock();
#endif
    catalogue.insert(titles.begin(), titles.end());
}

int main() {
    std::thread a(import_titles, "Emma,Ulysses,Dracula");
    std::thread b(import_titles, "Hamlet,Emma,Faust");
    a.join();
    b.join();
    for (const auto &title : catalogue)
        std::cout << title << '\n';
    return catalogue.size() == 5 ? 0 : 1;
}
