#include <cstdlib>
#include <new>

#include "base/stop.h"
#include "cli/commands.h"
#include "cli/progress.h"

namespace hanrei::cli {
namespace {

/// The language of help and of messages about the command line itself: `--lang`, wherever it
/// stands, else HANREI_LANG.
base::Lang language(const std::vector<std::string>& args) {
  const char* set = std::getenv("HANREI_LANG");
  std::string lang = set != nullptr ? set : "";
  for (size_t i = 0; i < args.size(); ++i) {
    if (args[i] == "--lang" && i + 1 < args.size()) lang = args[i + 1];
    if (args[i].starts_with("--lang=")) lang = args[i].substr(7);
  }
  return lang == "ja" ? base::Lang::Ja : base::Lang::En;
}

/// `hanrei`, and the command that was asked for so far.
std::string called(const CLI::App& app) {
  const std::vector<const CLI::App*> below =
      app.get_subcommands([](const CLI::App* c) { return c->parsed(); });
  return below.empty() ? app.get_name() : app.get_name() + " " + called(*below.front());
}

/// An option with `=` and nothing behind it; empty: there is none. It would take the next argument
/// for its value.
std::string without_value(const std::vector<std::string>& args) {
  for (const std::string& a : args) {
    if (a == "--") break;
    if (a.size() > 3 && a.starts_with("--") && a.find('=') == a.size() - 1) return a;
  }
  return "";
}

int parse_and_run(const std::vector<std::string>& args, const Io& io) {
  Commands commands(io);
  CLI::App& app = commands.app();
  if (const std::string bare = without_value(args); !bare.empty()) {
    io.refuse(bare, base::in_both("a value is expected behind `=`", "`=` の後に値が必要です"));
    return kWrongInput;
  }
  try {
    std::vector<std::string> last_first(args.rbegin(), args.rend());
    app.parse(last_first);
  } catch (const CLI::CallForHelp&) {
    io.out << app.help();
    return kOk;
  } catch (const CLI::CallForVersion&) {
    io.out << "hanrei " << HANREI_VERSION << "\n";
    return kOk;
  } catch (const CLI::ParseError& e) {
    io.say(told(e, app, io.lang));
    io.say("see `" + called(app) + " --help`", "`" + called(app) + " --help` を見てください");
    return kWrongInput;
  }
  ProgressLine progress(io.err, called(app));
  const base::Watching watching(io.err_is_terminal ? &progress : nullptr);
  return commands.run();
}

}  // namespace

int run(const std::vector<std::string>& args, const Io& io) {
  Io spoken = io;
  spoken.lang = language(args);
  int code = kOurFault;
  const base::Heeding heeding(io.signal);
  try {
    code = parse_and_run(args, spoken);
  } catch (const base::Stopped&) {
    spoken.say(ended_by(io.ending()));
  } catch (const std::bad_alloc&) {
    spoken.say(kNoMemory);
  } catch (const std::exception& e) {
    spoken.refuse(kInternalError, e.what());
  } catch (...) {
    spoken.refuse(kInternalError,
                  base::in_both("an exception that nobody caught", "捕捉されない例外"));
  }
  return io.signalled() && code != kRetry ? 128 + *io.signal : code;
}

}  // namespace hanrei::cli
