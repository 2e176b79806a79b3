// What the bench asks everybody: how many rulings have all these words, and which are the best of
// them.
#pragma once

#include <cstdint>
#include <filesystem>
#include <memory>
#include <optional>
#include <string>
#include <vector>

namespace hanrei::bench {

/// A ruling as everybody gets it. Its number is its place in the list.
struct Text {
  std::string title, question, answer, cards;
};

/// How much a word counts in each of the four: as the program has it.
inline constexpr int kTitle = 8, kQuestion = 2, kAnswer = 2, kCards = 6;

struct Answer {
  std::size_t hits = 0;
  std::vector<std::size_t> best;  ///< numbers of rulings, at most as many as were asked for
};

class Peer {
 public:
  virtual ~Peer() = default;
  /// Nothing: it has no means of answering this, such as a word that is too short for it.
  virtual std::optional<Answer> ask(const std::vector<std::string>& words, std::size_t limit) = 0;

  double built = 0;          ///< CPU seconds
  std::uintmax_t bytes = 0;  ///< of its files; 0: in memory
};

/// `folder` is empty and the peer's own. Groonga and Xapian are nullptr where this was built
/// without their libraries.
std::unique_ptr<Peer> scan(const std::vector<Text>& texts);
std::unique_ptr<Peer> trigram(const std::vector<Text>& texts, const std::filesystem::path& folder);
std::unique_ptr<Peer> groonga(const std::vector<Text>& texts, const std::filesystem::path& folder);
std::unique_ptr<Peer> xapian(const std::vector<Text>& texts, const std::filesystem::path& folder);

/// CPU seconds of this process so far, user and system.
double cpu_seconds();
/// Bytes that the files in a folder take on the disk.
std::uintmax_t bytes_in(const std::filesystem::path& folder);

}  // namespace hanrei::bench
