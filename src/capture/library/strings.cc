// The members of std::string, which before C++20 the program leaves to libstdc++ to instantiate:
// here they are instantiated for it.
#include <string>

template class std::basic_string<char>;
template class std::basic_string<wchar_t>;
template void std::string::_M_construct(char*, char*, std::forward_iterator_tag);
template void std::string::_M_construct(const char*, const char*, std::forward_iterator_tag);
template void std::string::_M_construct(std::string::iterator, std::string::iterator,
                                        std::forward_iterator_tag);
