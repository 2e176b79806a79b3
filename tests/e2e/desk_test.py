#!/usr/bin/env python3
"""desk_test.py HANREI GAME [PICTURES]: the served desk in a browser, from a question to its answer and
through a play and its other branch. Exit 77: there is no browser. PICTURES: a folder for what it
looks like."""
import base64
import json
import os
import re
import select
import shutil
import signal
import subprocess
import sys
import tempfile
import time
import urllib.parse

SECONDS = 60  # for anything that is waited for; it is there long before


class Browser:
    """Headless Chromium, over the pipe of its debugging protocol."""

    def __init__(self, program, room):
        to_read, self.to = os.pipe()
        self.of, to_write = os.pipe()

        def pipes():
            os.dup2(to_read, 13)
            os.dup2(to_write, 14)
            os.dup2(13, 3)
            os.dup2(14, 4)

        self.process = subprocess.Popen(
            [program, "--headless=new", "--no-sandbox", "--disable-gpu", "--disable-dev-shm-usage",
             "--no-first-run", "--remote-debugging-pipe", "--user-data-dir=" + room, "about:blank"],
            preexec_fn=pipes, close_fds=False, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
        os.close(to_read)
        os.close(to_write)
        self.kept, self.number, self.complaints, self.session = b"", 0, [], None
        target = self.ask("Target.createTarget", url="about:blank")["targetId"]
        self.session = self.ask("Target.attachToTarget", targetId=target, flatten=True)["sessionId"]
        for domain in ("Page", "Runtime", "Log"):
            self.ask(domain + ".enable")

    def message(self):
        until = time.monotonic() + SECONDS
        while b"\0" not in self.kept:
            if not select.select([self.of], [], [], max(0, until - time.monotonic()))[0]:
                raise TimeoutError("the browser says nothing")
            piece = os.read(self.of, 1 << 20)
            if not piece:
                raise EOFError("the browser is gone")
            self.kept += piece
        text, self.kept = self.kept.split(b"\0", 1)
        return json.loads(text)

    def ask(self, method, **parameters):
        self.number += 1
        message = {"id": self.number, "method": method, "params": parameters}
        if self.session:
            message["sessionId"] = self.session
        os.write(self.to, json.dumps(message).encode() + b"\0")
        while True:
            answer = self.message()
            if answer.get("method") in ("Log.entryAdded", "Runtime.exceptionThrown"):
                self.complaints.append(json.dumps(answer["params"], ensure_ascii=False))
            if answer.get("id") == self.number:
                if "error" in answer:
                    raise RuntimeError(method + ": " + str(answer["error"]))
                return answer["result"]

    def value(self, expression, awaited=False):
        result = self.ask("Runtime.evaluate", expression=expression, returnByValue=True, awaitPromise=awaited)
        return result["result"].get("value")

    def wait(self, expression):
        until = time.monotonic() + SECONDS
        while time.monotonic() < until:
            try:
                found = self.value(expression)
                if found:
                    return found
            except RuntimeError:
                pass  # between two pages
            time.sleep(0.05)
        raise AssertionError("it does not come about: " + expression + "\n" +
                             str(self.value("document.documentElement.outerHTML"))[:4000])

    def go(self, url):
        self.ask("Page.navigate", url=url)
        self.wait(f"document.readyState === 'complete' && location.href.startsWith({json.dumps(url)})")

    def click(self, selector):
        here = self.value("location.href")
        self.wait(f"!!document.querySelector({json.dumps(selector)})")
        self.value(f"document.querySelector({json.dumps(selector)}).click()")
        self.wait(f"document.readyState === 'complete' && location.href !== {json.dumps(here)}")

    def look(self, width, dark):
        self.ask("Emulation.setDeviceMetricsOverride", width=width, height=900, deviceScaleFactor=1,
                 mobile=width < 600)
        self.ask("Emulation.setEmulatedMedia",
                 features=[{"name": "prefers-color-scheme", "value": "dark" if dark else "light"}])

    def picture(self, folder, name, width, dark=False):
        if not folder:
            return
        os.makedirs(folder, exist_ok=True)
        self.look(width, dark)
        data = self.ask("Page.captureScreenshot", captureBeyondViewport=True)["data"]
        with open(os.path.join(folder, name + ".png"), "wb") as file:
            file.write(base64.b64decode(data))


def hits(browser):
    return browser.value("[...document.querySelectorAll('#hits a')].map(a => a.getAttribute('href'))")


def asked_while_composing(browser, url):
    """What an input method composes is no question before it is done."""
    browser.go(url)
    browser.value("document.getElementById('question').focus()")
    browser.ask("Input.imeSetComposition", text="きりこ", selectionStart=3, selectionEnd=3)
    time.sleep(0.6)
    assert hits(browser) == [] and "?" not in browser.value("location.href"), "asked too early"
    browser.ask("Input.insertText", text="切り込みを使うと")
    browser.wait("document.querySelectorAll('#hits a').length > 0")
    assert "q=" in browser.value("location.href")
    return hits(browser)


def board(browser):
    return browser.value("[...document.querySelectorAll('.zones')].find(t => t.offsetParent).innerText")


def stepped(browser, url, folder):
    """From the ruling through its play, back, and the other branch."""
    browser.go(url + "tako/r-TK-3.html")
    assert browser.value("document.querySelector('.first-said:not([hidden])').innerText")
    browser.picture(folder, "ruling-phone", 390)
    browser.click("main a.button")
    first = board(browser)
    browser.picture(folder, "step-phone", 390)
    browser.picture(folder, "step-desk", 1100, dark=True)
    ways = browser.value("[...document.querySelectorAll('.ways')].find(t => t.offsetParent).children.length")
    assert ways == 2, ways
    shown = "[lang=" + browser.value("document.documentElement.dataset.face") + "] "
    browser.click(shown + ".ways li:nth-child(1) a")
    one = board(browser)
    browser.picture(folder, "end-phone", 390)
    browser.click(".steps a")  # one step back
    assert board(browser) == first
    browser.click(shown + ".ways li:nth-child(2) a")
    other = board(browser)
    assert one != other and first not in (one, other), (first, one, other)
    browser.click(shown + "a.by[href*=step]")  # choose otherwise, at the step itself
    assert board(browser) == first


def filled(browser, edit, holding, **fields):
    """Fills in the form of that edit which has these fields, and sends it; the page of what came of it."""
    here = browser.value("location.href")
    done = browser.value(f"""(() => {{
      const fields = {json.dumps(fields)};
      const form = [...document.querySelectorAll('form.edit')].find(f =>
        f.elements.edit && f.elements.edit.value === {json.dumps(edit)} && ({json.dumps(holding)} ? f.elements[{json.dumps(holding)}] : !f.querySelector('[type=hidden]:not([name=edit])')) &&
        Object.keys(fields).every(k => f.elements[k]));
      if (!form) return false;
      for (let d = form; d; d = d.parentElement) if (d.tagName === 'DETAILS') d.open = true;
      for (const [k, v] of Object.entries(fields)) form.elements[k].value = v;
      form.dataset.sent = 1;
      form.requestSubmit();
      return true;
    }})()""")
    assert done, (edit, fields)
    browser.wait("document.readyState === 'complete' && !document.querySelector('form[data-sent]') && "
                 f"!!(location.href !== {json.dumps(here)} || document.getElementById('refused') || document.querySelector('.offers'))")


def built(browser, url, folder):
    """From nothing to a situation, a play, a claim and its verdict, and the file of it."""
    browser.go(url + "tako/index.html")
    browser.click("main a.button[href*=board]")
    assert browser.value("document.querySelector('.missing') !== null")  # nobody's turn is running yet
    browser.picture(folder, "board-empty-phone", 390)
    filled(browser, "add", "id", card="奴", place="B/空", id="K")  # not the whole name: which card?
    browser.picture(folder, "board-which-phone", 390)
    browser.click(".offers form button")
    filled(browser, "add", "id", card="切り込み", place="A/手札", id="e")
    filled(browser, "set", "frame", name="me", value="A")
    filled(browser, "set", "", name="turn", value="A")
    assert browser.value("document.querySelector('.missing') === null"), "it can be played"
    filled(browser, "add", "id", card="どこにもない", place="A/手札", id="x")
    assert "どこにもない" in browser.value("document.getElementById('refused').innerText")
    browser.picture(folder, "board-refused-phone", 390, dark=True)
    filled(browser, "claim", "ends", ends="K", place="B/空", kind="necessary")
    filled(browser, "do", "things", by="A", act="使う", things="c=e t=K")
    filled(browser, "claim", "text", text="K.糸 = 2", kind="necessary")
    browser.picture(folder, "board-phone", 390)
    browser.picture(folder, "board-desk", 1100, dark=True)
    browser.click("main a.button[href*='show=check']")
    assert "矛盾" in browser.value("document.querySelector('.asked').innerText"), "2 is wrong: the cut takes 2 of 3"
    browser.picture(folder, "board-verdict-phone", 390)
    browser.picture(folder, "board-verdict-desk", 1100)
    file = browser.value("fetch(document.querySelector('a[href^=\"board.xml\"]').href).then(r => r.text())", True)
    browser.click("main a.button[href*='show=ask']")
    assert browser.value("document.querySelectorAll('[lang=ja] > .outcomes > li').length") == 1
    browser.click("main a.button[href*='show=like']")
    assert browser.value("document.querySelectorAll('.asked .rulings a').length") > 0
    browser.picture(folder, "board-like-phone", 390)
    # an illegal play is answered, a legal one is made
    browser.click("main a.button[href*='open=1']")
    browser.value("""(() => { const f = document.querySelector('form.edit'); f.elements.by.value = 'B';
      f.elements.act.value = '返す'; f.elements.things.value = 'c=e'; f.requestSubmit(); })()""")
    browser.wait("document.readyState === 'complete' && document.querySelector('.stops') !== null")
    browser.picture(folder, "stopped-phone", 390)
    assert browser.value("document.querySelectorAll('.stops li').length") > 0
    before = board(browser)
    browser.value("""(() => { const f = document.querySelector('form.edit'); f.elements.by.value = 'A';
      f.elements.act.value = '使う'; f.elements.things.value = 'c=e t=K'; f.requestSubmit(); })()""")
    browser.wait("document.readyState === 'complete' && document.querySelector('.stops') === null")
    assert board(browser) != before
    return file


def changed(browser, url, folder):
    """A ruling's situation, changed: its claims are asked of what it is now."""
    browser.go(url + "tako/r-TK-3.html")
    browser.click("main a.button[href*=board]")
    browser.picture(folder, "board-ruling-phone", 390)
    zones = "[...document.querySelectorAll('.zones th')].some(t => t.innerText.includes('捨て札'))"
    assert not browser.value(zones)
    filled(browser, "move", "card", place="A/捨て札")
    assert browser.value(zones)
    browser.value("history.back()")  # which takes the change back
    browser.wait("document.readyState === 'complete' && !" + zones)


def without_scripts(browser, url, found):
    browser.ask("Emulation.setScriptExecutionDisabled", value=True)
    browser.go(url)
    node = browser.ask("DOM.querySelector", nodeId=browser.ask("DOM.getDocument")["root"]["nodeId"],
                       selector="#question")["nodeId"]
    browser.ask("DOM.focus", nodeId=node)
    browser.ask("Input.insertText", text="切り込みを使うと")
    for kind in ("rawKeyDown", "char", "keyUp"):
        browser.ask("Input.dispatchKeyEvent", type=kind, key="Enter", code="Enter", text="\r",
                    windowsVirtualKeyCode=13)
    browser.wait("location.search.includes('q=') && document.readyState === 'complete'")
    assert hits(browser) == found
    # the other language, and the way on from there
    browser.ask("Emulation.setScriptExecutionDisabled", value=False)  # or nothing can be looked at
    english = browser.value("document.querySelector('a.face').href")
    browser.ask("Emulation.setScriptExecutionDisabled", value=True)
    browser.go(english)
    assert "lang=en" in english and "q=" in english
    assert browser.value("document.querySelector('h1[data-f=en]').offsetParent !== null")
    assert browser.value("document.querySelector('h1[data-f=ja]').offsetParent === null")
    assert browser.value("document.querySelector('#hits a').href.endsWith('lang=en')")
    browser.ask("Emulation.setScriptExecutionDisabled", value=False)


def accessible(browser, url, folder):
    """No kind of page has a serious violation by axe-core, on a phone and on a desk, light and dark. How many
    were looked at; nothing: axe-core is not installed (npm ci --prefix tests/e2e)."""
    axe = os.path.join(os.path.dirname(os.path.abspath(__file__)), "node_modules", "axe-core", "axe.min.js")
    if not os.path.exists(axe):
        print("axe-core is not installed (npm ci --prefix tests/e2e): accessibility was not looked at")
        return 0
    with open(axe, encoding="utf-8") as file:
        script = file.read()
    names = {"game": "tako/index.html", "ruling": "tako/r-TK-3.html", "clause": "tako/c-3-1.html",
             "committee": "tako/committee.html", "step": "step?game=tako&ruling=TK-3",
             "erratum": "erratum?game=tako&text=1&card=" + urllib.parse.quote("切り込み"),
             "board": "board?game=tako&ruling=TK-3",
             "ask": "index.html?q=" + urllib.parse.quote("切り込みを使うと")}
    looked = 0
    for name, path in names.items():
        for lang in ("ja", "en"):
            browser.ask("Page.navigate", url=url + path + ("&" if "?" in path else "?") + "lang=" + lang)
            browser.wait("document.readyState === 'complete' && !!document.querySelector('main') && "
                         f"document.documentElement.lang === '{lang}' && location.href.includes('{path.split('?')[0]}')")
            browser.value(script + "; 0")
            browser.value("for (const d of document.querySelectorAll('details')) d.open = true")
            for width, dark in ((390, False), (1100, True)):
                browser.look(width, dark)
                found = browser.value("axe.run(document).then(r => r.violations.filter(v => "
                                      "v.impact === 'serious' || v.impact === 'critical').map(v => "
                                      "v.id + ': ' + v.nodes.slice(0, 3).map(n => n.html + ' ' + n.failureSummary)))", True)
                assert found == [], (name, lang, width, dark, found)
                browser.picture(folder, f"axe-{name}-{lang}-{width}", width, dark)
                looked += 1
    return looked


def checked(hanrei, game, file, room):
    """The terminal says of the file what the page said."""
    own = os.path.join(room, "tako")
    shutil.copytree(game, own)
    with open(os.path.join(own, "rulings", "DESK-1.xml"), "w", encoding="utf-8") as out:
        out.write(file)
    run = subprocess.run([hanrei, "check", own, "--id", "DESK-1", "--no-cache"], capture_output=True, text=True)
    assert run.returncode == 1 and "contradicted" in run.stdout, run.stdout + run.stderr


def main():
    program = shutil.which("chromium") or shutil.which("google-chrome")
    if not program:
        print("SKIPPED: there is no chromium")
        return 1 if os.environ.get("CI") else 77
    hanrei, game = sys.argv[1:3]
    folder = sys.argv[3] if len(sys.argv) > 3 else ""
    with tempfile.TemporaryDirectory(ignore_cleanup_errors=True) as room:
        server = subprocess.Popen([hanrei, "--lang", "ja", "serve", game, "--port", "0", "--db",
                                   os.path.join(room, "db")], stdout=subprocess.PIPE, text=True)
        browser = None
        try:
            url = server.stdout.readline().strip()
            assert re.fullmatch(r"http://127\.0\.0\.1:\d+/", url), url
            browser = Browser(program, os.path.join(room, "browser"))
            browser.ask("DOM.enable")
            found = asked_while_composing(browser, url)
            browser.picture(folder, "ask-phone", 390)
            browser.click("#hits a")
            assert browser.value("document.querySelector('.first-said').innerText")
            stepped(browser, url, folder)
            changed(browser, url, folder)
            file = built(browser, url, folder)
            without_scripts(browser, url, found)
            looked = accessible(browser, url, folder)
            # a refused edit is an answer, and Chromium notes its status
            complaints = [c for c in browser.complaints if "422" not in c]
            assert complaints == [], "\n".join(complaints)
            checked(hanrei, game, file, room)
            print(f"asked: {len(found)} hits; stepped, back, and branched; nothing complained of; "
                  f"{looked} looks by axe-core")
        finally:
            server.send_signal(signal.SIGTERM)
            if browser:
                browser.process.kill()
                browser.process.wait()
            server.wait(timeout=SECONDS)
    return 0


if __name__ == "__main__":
    sys.exit(main())
