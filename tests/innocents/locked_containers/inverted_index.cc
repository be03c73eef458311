// An inverted index, word -> vector of document numbers, is filled by one thread per document.
// guilty: race: the lock covers the lookup of the word but not the push_back into its vector
#include <functional>
#include <iostream>
#include <map>
#include <mutex>
#include <sstream>
#include <string>
#include <thread>
#include <vector>

std::map<std::string, std::vector<int>> index_;
std::mutex index_mutex;

void add_document(int number, const std::string &text) {
    std::istringstream words(text);
    std::string word;
    while (words >> word) {
        std::unique_lock<std::mutex> lock(index_mutex);
        std::vector<int> &docs = index_[word];
#ifdef GUILTY
        lock.unlock();
#endif
        docs.push_back(number);
    }
}

int main() {
    const std::vector<std::string> texts = {
        "locks keep data safe", "data races are bugs", "safe data needs locks"};
    std::vector<std::thread> threads;
    for (size_t i = 0; i < texts.size(); ++i)
        threads.emplace_back(add_document, static_cast<int>(i), std::cref(texts[i]));
    for (auto &t : threads)
        t.join();
    for (auto &[word, docs] : index_)
        std::cout << word << ": " << docs.size() << '\n';
    return index_["data"].size() == 3 && index_["locks"].size() == 2 ? 0 : 1;
}
