// hanrei_manual FOLDER: writes the man page, and what bash, zsh and fish complete, from the table
// of commands. It is run while building and is no part of the program.
#include <algorithm>
#include <filesystem>
#include <fstream>
#include <iostream>

#include "base/text/replace.h"
#include "cli/cli.h"
#include "cli/commands.h"

namespace hanrei::cli {
namespace {

/// An option, or what stands for the arguments of a command.
struct Offered {
  std::vector<std::string> names;   ///< `--jobs`, `-j`; none: arguments
  std::vector<std::string> values;  ///< those there are; empty: any
  std::string meaning;
  std::string shown;       ///< as the man page names its value; empty: a flag
  std::string from_where;  ///< an environment variable; or empty
};
struct Offers {
  std::string name, meaning;  ///< of the command; the name is empty for what every command has
  std::vector<Offered> list;
};

/// `TEXT:{a,b}` has the values a and b.
std::vector<std::string> values_in(const std::string& type) {
  std::vector<std::string> out;
  const size_t open = type.find('{'), close = type.rfind('}');
  if (open == std::string::npos || close == std::string::npos) return out;
  for (size_t at = open + 1; at < close;) {
    const size_t end = std::min(type.find(',', at), close);
    out.push_back(type.substr(at, end - at));
    at = end + 1;
  }
  return out;
}

/// `NUMBER` of `UINT:NUMBER`, `FILE` of `--db FILE`: what the value is called.
std::string value_name(const CLI::Option& o, const std::vector<std::string>& values) {
  if (!values.empty()) {
    std::string all;
    for (const std::string& v : values) all += (all.empty() ? "" : "|") + v;
    return all;
  }
  const std::string type = o.get_type_name();
  return type.find(':') == std::string::npos ? type : type.substr(type.find(':') + 1);
}

Offers offers_of(const CLI::App& app, bool every) {
  Offers out{every ? "" : app.get_name(), app.get_description(), {}};
  for (const CLI::Option* o : app.get_options()) {
    Offered one;
    for (const std::string& name : o->get_lnames()) one.names.push_back("--" + name);
    for (const std::string& name : o->get_snames()) one.names.push_back("-" + name);
    one.meaning = o->get_description();
    one.from_where = o->get_envname();
    if (o->get_items_expected_max() > 0) {
      one.values = values_in(o->get_type_name());
      one.shown = one.names.empty() ? o->get_name() : value_name(*o, one.values);
    }
    out.list.push_back(std::move(one));
  }
  return out;
}

std::string replaced(std::string text, std::string_view what, std::string_view by) {
  base::replace_all(text, what, by);
  return text;
}

// ---------------------------------------------------------------- the man page

std::string roff(std::string text) {
  text = replaced(replaced(std::move(text), "\\", "\\e"), "-", "\\-");
  return text.starts_with('.') || text.starts_with('\'') ? "\\&" + text : text;
}

void write_offered(std::ostream& out, const Offers& offers) {
  for (const Offered& o : offers.list) {
    std::string names;
    for (const std::string& name : o.names)
      names += (names.empty() ? "\\fB" : ", \\fB") + roff(name) + "\\fR";
    if (!o.shown.empty()) names += (names.empty() ? "\\fI" : " \\fI") + roff(o.shown) + "\\fR";
    out << ".TP\n" << names << "\n" << roff(o.meaning);
    if (!o.from_where.empty()) out << " (or \\fB" << roff(o.from_where) << "\\fR)";
    out << "\n";
  }
}

void write_man(std::ostream& out, const Offers& every, const std::vector<Offers>& commands) {
  out << ".TH HANREI 1 \"\" \"hanrei " << HANREI_VERSION << "\" \"User Commands\"\n"
      << ".SH NAME\nhanrei \\- " << roff(every.meaning.substr(every.meaning.find(": ") + 2)) << "\n"
      << ".SH SYNOPSIS\n.B hanrei\n.I command\n.RI [ option \" ...] [\" path \" ...]\"\n"
      << ".SH OPTIONS\nEvery command takes these.\n";
  write_offered(out, every);
  out << ".SH COMMANDS\n";
  for (const Offers& c : commands) {
    out << ".SS \"hanrei " << roff(c.name) << "\"\n" << roff(c.meaning) << ".\n";
    write_offered(out, c);
  }
  out << ".SH EXIT STATUS\n";
  for (const auto& [code, meaning] :
       {std::pair{"0", "all conforms"},
        {"1", "something is contradicted or vacuous, or a finding counts"},
        {"2", "the input or the command line is wrong"},
        {"3", "something is undecided or open"},
        {"4", "nothing was examined"},
        {"70", "our own fault"},
        {"75", "sweep: nothing is written; try again"}})
    out << ".TP\n.B " << code << "\n" << meaning << "\n";
}

// ---------------------------------------------------------------- what shells complete

std::string joined(const std::vector<std::string>& words) {
  std::string out;
  for (const std::string& w : words) out += (out.empty() ? "" : " ") + w;
  return out;
}

std::vector<std::string> option_names(const Offers& offers) {
  std::vector<std::string> out;
  for (const Offered& o : offers.list) out.insert(out.end(), o.names.begin(), o.names.end());
  return out;
}

void write_bash(std::ostream& out, const Offers& every, const std::vector<Offers>& commands) {
  std::vector<std::string> names;
  for (const Offers& c : commands) names.push_back(c.name);
  out << "# bash completion for hanrei " << HANREI_VERSION << "; made from its table of commands\n"
      << "_hanrei() {\n"
         "  local word=${COMP_WORDS[COMP_CWORD]} before=${COMP_WORDS[COMP_CWORD-1]} command='' "
         "options values=''\n"
         "  local i\n"
         "  COMPREPLY=()\n"
         "  # `--option=value` comes as three words\n"
         "  [ \"$word\" = = ] && word=''\n"
         "  [ \"$before\" = = ] && before=${COMP_WORDS[COMP_CWORD-2]}\n"
         "  for ((i = 1; i < COMP_CWORD; ++i)); do\n"
         "    case ${COMP_WORDS[i]} in\n      "
      << replaced(joined(names), " ", "|")
      << ") command=${COMP_WORDS[i]}; break ;;\n    esac\n  done\n"
      << "  options='" << joined(option_names(every)) << "'\n  case $command in\n";
  for (const Offers& c : commands)
    out << "    " << c.name << ") options+=' " << joined(option_names(c)) << "' ;;\n";
  out << "    *) options+=' " << joined(names) << "' ;;\n  esac\n  case $command:$before in\n";
  const auto values = [&](const Offers& offers, const std::string& command) {
    for (const Offered& o : offers.list) {
      if (o.shown.empty() || o.names.empty()) continue;
      std::string pattern;
      for (const std::string& name : o.names)
        pattern += (pattern.empty() ? "" : "|") + command + ":" + name;
      out << "    " << pattern << ") values='" << (o.values.empty() ? "<any>" : joined(o.values))
          << "' ;;\n";
    }
  };
  for (const Offers& c : commands) values(c, c.name);
  values(every, "*");
  out << "  esac\n"
         "  if [ \"$values\" = '<any>' ]; then\n"
         "    mapfile -t COMPREPLY < <(compgen -f -- \"$word\")\n"
         "  elif [ -n \"$values\" ]; then\n"
         "    mapfile -t COMPREPLY < <(compgen -W \"$values\" -- \"$word\")\n"
         "  elif [ -z \"$command\" ] || [[ $word == -* ]]; then\n"
         "    mapfile -t COMPREPLY < <(compgen -W \"$options\" -- \"$word\")\n"
         "  else\n"
         "    mapfile -t COMPREPLY < <(compgen -f -- \"$word\")\n"
         "  fi\n"
         "}\n"
         "complete -o filenames -F _hanrei hanrei\n";
}

/// Between single quotes, in a description that ends at `]` or `:`.
std::string zsh(std::string text) {
  for (const auto& [what, by] :
       {std::pair{"\\", "\\\\"}, {"'", "'\\''"}, {"[", "\\["}, {"]", "\\]"}, {":", "\\:"}})
    text = replaced(std::move(text), what, by);
  return text;
}

void write_zsh_options(std::ostream& out, const Offers& offers) {
  for (const Offered& o : offers.list) {
    for (const std::string& name : o.names) {
      out << "    '*" << name << "[" << zsh(o.meaning) << "]";
      if (!o.values.empty()) out << ":value:(" << joined(o.values) << ")";
      if (o.values.empty() && !o.shown.empty()) out << ":" << zsh(o.shown) << ":_files";
      out << "' \\\n";
    }
  }
}

void write_zsh(std::ostream& out, const Offers& every, const std::vector<Offers>& commands) {
  out << "#compdef hanrei\n# zsh completion for hanrei " << HANREI_VERSION
      << "; made from its table of commands\n_hanrei() {\n  local state line\n  local -a commands\n"
         "  commands=(\n";
  for (const Offers& c : commands) out << "    '" << c.name << ":" << zsh(c.meaning) << "'\n";
  out << "  )\n  _arguments -C \\\n";
  write_zsh_options(out, every);
  out << "    '1:command:->command' '*::argument:->argument'\n"
         "  case $state in\n"
         "    command) _describe command commands ;;\n"
         "    argument)\n      case $words[1] in\n";
  for (const Offers& c : commands) {
    out << "      " << c.name << ") _arguments \\\n";
    write_zsh_options(out, c);
    out << "    '*:path:_files' ;;\n";
  }
  out << "      esac ;;\n  esac\n}\n_hanrei \"$@\"\n";
}

std::string fish(std::string text) {
  return "'" + replaced(replaced(std::move(text), "\\", "\\\\"), "'", "\\'") + "'";
}

void write_fish_options(std::ostream& out, const Offers& offers, const std::string& when) {
  for (const Offered& o : offers.list) {
    if (o.names.empty()) continue;
    out << "complete -c hanrei" << when;
    for (const std::string& name : o.names)
      out << (name.starts_with("--") ? " -l " + name.substr(2) : " -s " + name.substr(1));
    if (!o.values.empty()) out << " -x -a " << fish(joined(o.values));
    if (o.values.empty() && !o.shown.empty()) out << " -r";
    out << " -d " << fish(o.meaning) << "\n";
  }
}

void write_fish(std::ostream& out, const Offers& every, const std::vector<Offers>& commands) {
  out << "# fish completion for hanrei " << HANREI_VERSION
      << "; made from its table of commands\n"
         "complete -c hanrei -n __fish_use_subcommand -f\n";
  write_fish_options(out, every, "");
  for (const Offers& c : commands) {
    out << "complete -c hanrei -n __fish_use_subcommand -a " << c.name << " -d " << fish(c.meaning)
        << "\n";
    write_fish_options(out, c, " -n '__fish_seen_subcommand_from " + c.name + "'");
  }
}

}  // namespace

/// Writes all of it into a folder. False: it cannot be written.
bool write_manual(const std::filesystem::path& folder) {
  Commands table({std::cout, std::cerr});
  const Offers every = offers_of(table.app(), true);
  std::vector<Offers> commands;
  for (const CLI::App* c : table.app().get_subcommands({}))
    commands.push_back(offers_of(*c, false));
  bool good = true;
  for (const auto& [name, write] : {std::pair{"hanrei.1", &write_man},
                                    {"hanrei.bash", &write_bash},
                                    {"_hanrei", &write_zsh},
                                    {"hanrei.fish", &write_fish}}) {
    std::ofstream out(folder / name, std::ios::binary);
    write(out, every, commands);
    good = good && out.flush().good();
  }
  return good;
}

}  // namespace hanrei::cli

int main(int argc, char** argv) {
  if (argc == 2 && hanrei::cli::write_manual(argv[1])) return 0;
  std::cerr
      << "hanrei_manual FOLDER: what is wrong is that it is not given, or cannot be written\n";
  return 2;
}
