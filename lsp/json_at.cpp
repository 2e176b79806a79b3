#include "lsp/json_at.h"

#include <algorithm>

namespace hanrei::lsp {
namespace {

/// Where the string that begins behind `from` ends: at its quote, or with its line.
std::size_t string_end(std::string_view text, std::size_t from) {
  for (std::size_t i = from; i < text.size(); ++i) {
    if (text[i] == '\\')
      ++i;
    else if (text[i] == '"' || text[i] == '\n')
      return i;
  }
  return text.size();
}

class Scanner {
 public:
  Scanner(std::string_view text, std::size_t offset) : text_(text), offset_(offset) {}

  JsonAt run() {
    std::size_t i = 0;
    while (i < text_.size()) {
      if (!found_ && i >= offset_) here(i, i, false);
      if (found_ && open_.size() == depth_ && (text_[i] == '}' || text_[i] == ']')) break;
      i = text_[i] == '"' ? string(i) : mark(i);
    }
    if (!found_) here(offset_, offset_, false);
    if (depth_ > 0) out_.around.back().keys = open_[depth_ - 1].keys;
    return std::move(out_);
  }

 private:
  struct Level : JsonAt::Around {
    std::string last;         // the key that was read last
    bool before_key = false;  // a key comes next
  };

  void here(std::size_t begin, std::size_t end, bool quoted) {
    found_ = true;
    depth_ = open_.size();
    out_.around.assign(open_.begin(), open_.end());
    out_.begin = begin;
    out_.end = end;
    out_.quoted = quoted;
    if (open_.empty()) return;
    const Level& level = open_.back();
    out_.is_key = level.object && level.before_key;
    out_.key = level.object ? level.last : level.key;
  }

  std::size_t string(std::size_t i) {
    const std::size_t end = string_end(text_, i + 1);
    if (!found_ && offset_ > i && offset_ <= end) here(i + 1, end, true);
    if (!open_.empty() && open_.back().object && open_.back().before_key) {
      open_.back().last = text_.substr(i + 1, end - i - 1);
      open_.back().keys.push_back(open_.back().last);
      open_.back().before_key = false;
    }
    return end < text_.size() && text_[end] == '"' ? end + 1 : end;
  }

  std::size_t mark(std::size_t i) {
    const char c = text_[i];
    if (c == '{' || c == '[') {
      Level level;
      level.object = c == '{';
      level.before_key = level.object;
      if (!open_.empty()) level.key = open_.back().object ? open_.back().last : open_.back().key;
      open_.push_back(std::move(level));
    } else if ((c == '}' || c == ']') && !open_.empty()) {
      open_.pop_back();
    } else if (c == ',' && !open_.empty()) {
      open_.back().before_key = open_.back().object;
    }
    return i + 1;
  }

  std::string_view text_;
  std::size_t offset_;
  JsonAt out_;
  std::vector<Level> open_;
  std::size_t depth_ = 0;
  bool found_ = false;
};

}  // namespace

JsonAt json_at(std::string_view text, std::size_t offset) { return Scanner(text, offset).run(); }

}  // namespace hanrei::lsp
