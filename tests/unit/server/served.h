// A desk that is served by the program itself, and somebody who asks it over a socket.
#pragma once

#include <arpa/inet.h>
#include <fcntl.h>
#include <netinet/in.h>
#include <poll.h>
#include <signal.h>
#include <sys/socket.h>
#include <sys/wait.h>
#include <unistd.h>

#include <chrono>
#include <nlohmann/json.hpp>
#include <string>
#include <thread>
#include <vector>

#include "tests/catch.h"
#include "tests/support/workbench.h"

namespace hanrei::test {

struct Answer {
  int status = 0;  ///< 0: none came
  std::string head, body;
  nlohmann::json json() const { return nlohmann::json::parse(body); }
  /// The value of a header, whose name is given with its case.
  std::string header(const std::string& name) const {
    const std::size_t at = head.find("\r\n" + name + ": ");
    if (at == std::string::npos) return "";
    const std::size_t begin = at + name.size() + 4;
    return head.substr(begin, head.find("\r\n", begin) - begin);
  }
};

class Served {
 public:
  explicit Served(const std::string& game, const std::vector<std::string>& more = {}) {
    int out[2];
    REQUIRE(pipe(out) == 0);
    std::vector<std::string> args{HANREI_BIN, "serve", game, "--port", "0", "--db", room / "db"};
    args.insert(args.end(), more.begin(), more.end());
    std::vector<char*> raw;
    for (std::string& a : args) raw.push_back(a.data());
    raw.push_back(nullptr);
    const std::string errors = room / "errors";
    pid = fork();
    if (pid == 0) {
      const int err = open(errors.c_str(), O_CREAT | O_WRONLY, 0600);
      dup2(out[1], 1);
      dup2(err, 2);
      close(out[0]);
      execv(raw[0], raw.data());
      _exit(127);
    }
    close(out[1]);
    for (char c; read(out[0], &c, 1) == 1 && c != '\n';) address += c;
    close(out[0]);
    INFO(slurp(errors));
    const std::size_t colon = address.rfind(':');
    REQUIRE(colon != std::string::npos);
    port = std::stoi(address.substr(colon + 1));
  }
  ~Served() {
    if (pid > 0) end(SIGKILL);
  }
  Served(const Served&) = delete;
  Served& operator=(const Served&) = delete;

  /// Ends it; how many milliseconds that took.
  long end(int signal) {
    const auto begun = std::chrono::steady_clock::now();
    kill(pid, signal);
    int status = 0;
    waitpid(pid, &status, 0);
    pid = -1;
    code = WIFEXITED(status) ? WEXITSTATUS(status) : -1;
    return std::chrono::duration_cast<std::chrono::milliseconds>(std::chrono::steady_clock::now() -
                                                                 begun)
        .count();
  }

  int open_socket() const {
    const int s = socket(AF_INET, SOCK_STREAM, 0);
    sockaddr_in to{};
    to.sin_family = AF_INET;
    to.sin_port = htons(static_cast<uint16_t>(port));
    to.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
    REQUIRE(connect(s, reinterpret_cast<sockaddr*>(&to), sizeof to) == 0);
    return s;
  }
  static void send_all(int s, const std::string& text) {
    for (std::size_t at = 0; at < text.size();) {
      const ssize_t n = send(s, text.data() + at, text.size() - at, MSG_NOSIGNAL);
      if (n <= 0) return;
      at += static_cast<std::size_t>(n);
    }
  }
  /// What is answered until the connection ends.
  static Answer received(int s) {
    std::string all;
    char block[65536];
    pollfd one{s, POLLIN, 0};
    while (poll(&one, 1, 30'000) > 0) {
      const ssize_t n = recv(s, block, sizeof block, 0);
      if (n <= 0) break;
      all.append(block, static_cast<std::size_t>(n));
    }
    close(s);
    Answer out;
    const std::size_t end = all.find("\r\n\r\n");
    if (!all.starts_with("HTTP/1.1 ") || end == std::string::npos) return out;
    out.status = std::stoi(all.substr(9, 3));
    out.head = all.substr(0, end + 2);
    out.body = all.substr(end + 4);
    return out;
  }
  /// The bytes of a request, and their answer.
  Answer raw(const std::string& text) const {
    const int s = open_socket();
    send_all(s, text);
    return received(s);
  }
  std::string host() const { return "127.0.0.1:" + std::to_string(port); }
  Answer get(const std::string& path, const std::string& headers = "") const {
    return raw("GET " + path + " HTTP/1.1\r\nHost: " + host() + "\r\n" + headers + "\r\n");
  }
  Answer post(const std::string& path, const std::string& body,
              const std::string& headers = "Content-Type: application/json\r\n",
              const std::string& method = "POST") const {
    return raw(method + " " + path + " HTTP/1.1\r\nHost: " + host() + "\r\n" + headers +
               "Content-Length: " + std::to_string(body.size()) + "\r\n\r\n" + body);
  }
  /// The largest memory that it has had, in kB.
  long most_memory() const {
    const std::string status = slurp("/proc/" + std::to_string(pid) + "/status");
    const std::size_t at = status.find("VmHWM:");
    return at == std::string::npos ? 0 : std::stol(status.substr(at + 6));
  }

  Scratch room;
  std::string address;
  int port = 0;
  pid_t pid = -1;
  int code = -1;
};

/// A value in an address.
inline std::string in_address(const std::string& text) {
  constexpr const char* kHex = "0123456789ABCDEF";
  std::string out;
  for (const char c : text) {
    const auto byte = static_cast<unsigned char>(c);
    out += {'%', kHex[byte >> 4], kHex[byte & 15]};
  }
  return out;
}

}  // namespace hanrei::test
