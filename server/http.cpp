#include "server/http.h"

#ifdef HANREI_HTTPLIB

#include <httplib.h>
#include <poll.h>
#include <sys/socket.h>
#include <unistd.h>

#include <algorithm>
#include <chrono>
#include <list>
#include <mutex>
#include <thread>

#include "base/stop.h"
#include "base/text/diagnostic.h"

namespace hanrei::server {
namespace {

using Clock = std::chrono::steady_clock;
constexpr std::chrono::milliseconds kLook{20};       // how often an end is looked for
constexpr std::size_t kMostHeader = 64 << 10;        // bytes of a request without its body
constexpr std::size_t kMostHeaders = 100;            // lines of it
constexpr std::chrono::milliseconds kToHangUp{200};  // for what is still sent when all is answered

/// A connection: whoever sends or takes too slowly, or sends too much, is at its end.
class Connection : public httplib::Stream {
 public:
  Connection(socket_t socket, const std::atomic<bool>& over)
      : socket_(socket), over_(over), until_(Clock::now() + std::chrono::seconds(kSecondsToSend)) {}

  bool is_readable() const override { return begin_ < end_ || wait(POLLIN); }
  bool is_writable() const override { return wait(POLLOUT); }
  ssize_t read(char* to, std::size_t most) override {
    if (begin_ == end_) {
      if (taken_ >= kMostBody + kMostHeader || !wait(POLLIN)) return -1;
      const ssize_t n = recv(socket_, buffer_, sizeof buffer_, 0);
      if (n <= 0) return n;
      begin_ = 0;
      end_ = static_cast<std::size_t>(n);
      taken_ += end_;
    }
    const std::size_t n = std::min(most, end_ - begin_);
    std::copy_n(buffer_ + begin_, n, to);
    begin_ += n;
    return static_cast<ssize_t>(n);
  }
  ssize_t write(const char* from, std::size_t size) override {
    if (!writes_) until_ = Clock::now() + std::chrono::seconds(kSecondsToSend);
    writes_ = true;
    if (!wait(POLLOUT)) return -1;
    return send(socket_, from, size, MSG_NOSIGNAL | MSG_DONTWAIT);
  }
  void get_remote_ip_and_port(std::string&, int&) const override {}
  void get_local_ip_and_port(std::string&, int&) const override {}
  socket_t socket() const override { return socket_; }

 private:
  bool wait(short what) const {
    while (!over_ && Clock::now() < until_) {
      pollfd one{socket_, what, 0};
      if (poll(&one, 1, static_cast<int>(kLook.count())) > 0) return true;
    }
    return false;
  }

  socket_t socket_;
  const std::atomic<bool>& over_;
  Clock::time_point until_;
  bool writes_ = false;
  char buffer_[8192];
  std::size_t begin_ = 0, end_ = 0, taken_ = 0;
};

/// What is being worked on: whose connection is gone is told to stop.
class Works {
 public:
  struct Work {
    socket_t socket;
    std::atomic<int> stop{0};
  };
  Work& begin(socket_t socket) {
    const std::lock_guard lock(mutex_);
    Work& work = works_.emplace_back();
    work.socket = socket;
    return work;
  }
  void end(const Work& work) {
    const std::lock_guard lock(mutex_);
    works_.remove_if([&](const Work& each) { return &each == &work; });
  }
  void look(bool all) {
    const std::lock_guard lock(mutex_);
    for (Work& work : works_) {
      pollfd one{work.socket, POLLRDHUP, 0};
      if (all || (poll(&one, 1, 0) > 0 && (one.revents & (POLLRDHUP | POLLHUP | POLLERR)) != 0))
        work.stop = 1;
    }
  }

 private:
  std::mutex mutex_;
  std::list<Work> works_;
};

thread_local socket_t this_socket = INVALID_SOCKET;  // whose request this thread answers
thread_local bool refuses = false;                   // this thread only hangs up

/// A few threads; when too many wait, whoever comes is not let in.
class Queue : public httplib::TaskQueue {
 public:
  void enqueue(std::function<void()> work) override {
    if (waiting_ >= kWaiting) {
      refuses = true;
      work();
      refuses = false;
      return;
    }
    ++waiting_;
    pool_.enqueue([this, work = std::move(work)] {
      --waiting_;
      work();
    });
  }
  void shutdown() override { pool_.shutdown(); }

 private:
  std::atomic<std::size_t> waiting_{0};
  httplib::ThreadPool pool_{kThreads};
};

std::string lower(std::string text) {
  for (char& c : text)
    if (c >= 'A' && c <= 'Z') c = static_cast<char>(c + 32);
  return text;
}

Request request_of(const httplib::Request& from) {
  Request out{from.method, from.path, {}, {}, {}};
  for (const auto& [name, value] : from.params) out.query.emplace(name, value);
  for (const auto& [name, value] : from.headers) out.header.emplace(lower(name), value);
  return out;
}

/// What every answer says of itself, where it says nothing else.
void guard(httplib::Response& to) {
  for (const auto& [name, value] : {std::pair{"X-Content-Type-Options", "nosniff"},
                                    {"Referrer-Policy", "no-referrer"},
                                    {"Content-Security-Policy", "default-src 'none'"}})
    if (!to.has_header(name)) to.set_header(name, value);
  if (to.status == 503 && !to.has_header("Retry-After")) to.set_header("Retry-After", "1");
}

void respond(const Response& from, httplib::Response& to) {
  to.status = from.status;
  for (const auto& [name, value] : from.header) to.set_header(name, value);
  to.set_content(from.body, from.type);
  guard(to);
}

Response no(int status, const std::string& en, const std::string& ja) {
  return {status, "text/plain; charset=utf-8", en + "\n" + ja + "\n"};
}

class Server : public httplib::Server {
 public:
  Server(Door door, server::Handler handler)
      : door_(std::move(door)), handler_(std::move(handler)) {
    new_task_queue = [] { return new Queue; };  // which the server deletes
    set_payload_max_length(kMostBody);
    set_tcp_nodelay(true);
    set_socket_options([this](socket_t socket) {  // the library would share the port with another
      listening_ = socket;
      const int yes = 1;
      setsockopt(socket, SOL_SOCKET, SO_REUSEADDR, &yes, sizeof yes);
    });
    set_pre_routing_handler([this](const httplib::Request& from, httplib::Response& to) {
      const Request request = request_of(from);
      if (const Response refused = looked_at(from, request); refused.status != 0) {
        respond(refused, to);
        return HandlerResponse::Handled;
      }
      if (request.method != "GET" && request.method != "HEAD") return HandlerResponse::Unhandled;
      answer(request, to);
      return HandlerResponse::Handled;
    });
    const auto with_body = [this](const httplib::Request& from, httplib::Response& to,
                                  const httplib::ContentReader& read) {
      Request request = request_of(from);
      const bool whole = read([&](const char* piece, std::size_t size) {
        if (request.body.size() + size > kMostBody) return false;
        request.body.append(piece, size);
        return true;
      });
      if (whole)
        answer(request, to);
      else
        respond(no(413, "the body is too large, or not whole",
                   "本文が大きすぎるか、途中で終わっています"),
                to);
    };
    Post(".*", with_body);
    Delete(".*", [this](const httplib::Request& from, httplib::Response& to) {
      answer(request_of(from), to);
    });
    set_error_handler([](const httplib::Request&, httplib::Response& to) {
      if (to.body.empty() && to.status == 414)
        to.set_content(
            "the address is too long: 8192 bytes, which are 800 characters of Japanese\n"
            "アドレスが長すぎます。8192 バイト（日本語で 800 文字）までです\n",
            "text/plain; charset=utf-8");
      else if (to.body.empty())
        to.set_content(std::to_string(to.status) + "\n", "text/plain; charset=utf-8");
      guard(to);
    });
  }

  /// The library lets five wait to be looked at.
  void let_more_knock() { ::listen(listening_, kKnocking); }

  std::atomic<bool> over{false};
  Works works;

 private:
  Response looked_at(const httplib::Request& from, const Request& request) const {
    if (request.path.size() > kMostPath) return no(414, "the path is too long", "パスが長すぎます");
    if (request.header.size() > kMostHeaders)
      return no(431, "too many headers", "ヘッダーが多すぎます");
    for (const char* once : {"Host", "Content-Length", "Transfer-Encoding", "Origin",
                             "X-Hanrei-Secret"})  // else a proxy may read another one than we do
      if (from.get_header_value_count(once) > 1)
        return no(400, "a header that may be there once is there twice",
                  "一度だけのはずのヘッダーが二度あります");
    if (request.header.contains("content-length") && request.header.contains("transfer-encoding"))
      return no(400, "Content-Length beside Transfer-Encoding",
                "Content-Length と Transfer-Encoding が両方あります");
    if (request.header.contains("range"))
      return no(416, "parts are not served", "一部だけの送信はしません");
    if (request.header.contains("content-encoding"))
      return no(415, "send the body as it is", "本文はそのまま送ってください");
    const bool known = request.method == "GET" || request.method == "HEAD" ||
                       request.method == "POST" || request.method == "DELETE";
    if (!known) {
      Response out = no(405, "GET, HEAD, POST, DELETE", "GET、HEAD、POST、DELETE のいずれかです");
      out.header.emplace_back("Allow", "GET, HEAD, POST, DELETE");
      return out;
    }
    if (request.in_header("content-type").starts_with("multipart/"))
      return no(415, "send the body in one piece", "本文は分けずに送ってください");
    return door_(request);
  }

  void answer(const Request& request, httplib::Response& to) {
    Works::Work& work = works.begin(this_socket);
    Response out{503, "text/plain; charset=utf-8", "stopped\n"};
    try {
      const base::Heeding heeding(&work.stop);
      out = handler_(request);
    } catch (const base::Stopped&) {  // nobody waits for it
    } catch (const std::bad_alloc&) {
      out.body = "memory ran out\n";
    } catch (const std::exception&) {
      out = {500, "text/plain; charset=utf-8", "internal error\n"};
    }
    works.end(work);
    respond(out, to);
  }

  bool process_and_close_socket(socket_t socket) override {
    bool good = false;
    if (refuses && !over) {
      static constexpr std::string_view kFull =
          "HTTP/1.1 503 Service Unavailable\r\nRetry-After: 1\r\nContent-Length: 0\r\n"
          "Connection: close\r\n\r\n";
      char some[8192];  // what is left unread would make the answer be thrown away
      recv(socket, some, sizeof some, MSG_DONTWAIT);
      send(socket, kFull.data(), kFull.size(), MSG_NOSIGNAL | MSG_DONTWAIT);
      ::shutdown(socket, SHUT_WR);
    } else if (!over) {
      this_socket = socket;
      Connection connection(socket, over);
      bool closed = false;
      good = process_request(connection, true, closed, nullptr);
      // what is still on its way would make the answer be thrown away
      ::shutdown(socket, SHUT_WR);
      const auto until = Clock::now() + kToHangUp;
      char rest[8192];
      pollfd one{socket, POLLIN, 0};
      while (!over && Clock::now() < until && poll(&one, 1, static_cast<int>(kLook.count())) >= 0)
        if ((one.revents & (POLLIN | POLLHUP)) != 0 &&
            recv(socket, rest, sizeof rest, MSG_DONTWAIT) <= 0)
          break;
    }
    ::close(socket);
    return good;
  }

  Door door_;
  server::Handler handler_;
  socket_t listening_ = INVALID_SOCKET;
};

}  // namespace

struct Listener::Inside {
  Server server;
  Inside(Door door, Handler handler) : server(std::move(door), std::move(handler)) {}
};

bool Listener::supported() { return true; }

Listener::Listener(Door door, Handler handler)
    : in_(std::make_unique<Inside>(std::move(door), std::move(handler))) {}
Listener::~Listener() = default;

base::Result<int> Listener::bind(const std::string& address, int port) {
  if (port == 0)
    port = in_->server.bind_to_any_port(address);
  else if (!in_->server.bind_to_port(address, port))
    port = -1;
  if (port < 0)
    return base::Error{
        base::in_both("this address and port cannot be had", "このアドレスとポートは使えません")};
  in_->server.let_more_knock();
  return port;
}

void Listener::run(const std::atomic<int>& signal) {
  Server& server = in_->server;
  std::atomic<bool> ended{false};
  std::thread listens([&] {
    server.listen_after_bind();
    ended = true;
  });
  while (signal == 0 && !ended) {
    server.works.look(false);
    std::this_thread::sleep_for(kLook);
  }
  server.over = true;
  while (!ended) {  // it may not have begun to listen yet
    server.works.look(true);
    if (server.is_running()) server.stop();
    std::this_thread::sleep_for(kLook);
  }
  listens.join();
}

}  // namespace hanrei::server

#else

namespace hanrei::server {

struct Listener::Inside {};
bool Listener::supported() { return false; }
Listener::Listener(Door, Handler) {}
Listener::~Listener() = default;
base::Result<int> Listener::bind(const std::string&, int) { return base::Error{}; }
void Listener::run(const std::atomic<int>&) {}

}  // namespace hanrei::server

#endif
