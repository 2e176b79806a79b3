// HTTP/1.1 on a socket. The home of cpp-httplib: the rest sees plain values.
//
//     Listener listener(door, handler);
//     if (const auto port = listener.bind("127.0.0.1", 0)) listener.run(&signal);
//
// One request a connection. What a client may cost is bounded: the time it takes to send a request
// and to take its answer, the bytes of both, connections that wait.
#pragma once

#include <atomic>
#include <cstddef>
#include <memory>
#include <string>

#include "base/result.h"
#include "server/request.h"

namespace hanrei::server {

inline constexpr std::size_t kMostBody = 512 << 10;  ///< bytes of a body
inline constexpr std::size_t kMostPath = 2048;       ///< bytes of a path, decoded
inline constexpr int kSecondsToSend = 10;            ///< for a request, and again for its answer
inline constexpr std::size_t kThreads = 64, kWaiting = 256;  ///< connections worked on, and waiting
inline constexpr int kKnocking = 512;                        ///< that nobody has looked at yet

class Listener {
 public:
  /// Was this program built with HTTP?
  static bool supported();

  Listener(Door door, Handler handler);
  ~Listener();
  Listener(const Listener&) = delete;
  Listener& operator=(const Listener&) = delete;

  /// Port 0: one that is free. The port.
  base::Result<int> bind(const std::string& address, int port);
  /// Answers until the signal is not 0; then what is being worked on is broken off.
  void run(const std::atomic<int>& signal);

 private:
  struct Inside;
  std::unique_ptr<Inside> in_;
};

}  // namespace hanrei::server
