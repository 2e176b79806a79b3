;;; emacs.el --- hanrei lsp in Emacs, with Eglot -*- lexical-binding: t -*-
;; Emacs as a user has it, with the lines of docs/editors.md loaded before, on a copy of docs/tako in the
;; folder $GAME.  Ends with 1 at the first thing that is wrong.
(require 'eglot)
(require 'flymake)
(setq make-backup-files nil create-lockfiles nil)
;; It asks before it changes files that are not open.
(fset 'y-or-n-p (lambda (&rest _) t))

(defun fail (what &rest values)
  (princ (format "FAILED: %s\n" (apply #'format what values)) #'external-debugging-output)
  (kill-emacs 1))
(defun same (what seen expected)
  (unless (equal seen expected) (fail "%s: %S, expected %S" what seen expected)))
(defun await (what is)
  "Wait for what will be so: a minute, which only a fault takes."
  (let ((until (+ (float-time) 60)) (last nil))
    (while (and (not (setq last (funcall is))) (< (float-time) until))
      (accept-process-output nil 0.02))
    (or last (fail "%s" what))))
(defun at (text behind)
  (goto-char (point-min))
  (unless (search-forward text nil t) (fail "the buffer has no %s" text))
  (goto-char (+ (match-beginning 0) behind)))
(defun replace (text by)
  (at text 0)
  (delete-char (length text))
  (insert by)
  ;; What it sends when nothing was typed for a while; nobody is idle here.
  (eglot--signal-textDocument/didChange))
(defun told () (mapcar #'flymake-diagnostic-text (flymake-diagnostics)))

(defvar game (getenv "GAME"))
(defun start (file)
  (find-file (expand-file-name file game))
  (call-interactively #'eglot)
  (await "the server is started" #'eglot-managed-p))
(start "rulings/TK-1.xml")

;; Diagnostics, of what is typed and not saved.
(replace "clause=\"5-1\"" "clause=\"5-9\"")
(await "a clause that is not there is told" #'told)
(same "diagnostics" (length (told)) 1)
(unless (string-match-p "5-9" (car (told))) (fail "diagnostics: %S" (told)))
(replace "clause=\"5-9\"" "clause=\"5-1\"")
(await "the diagnostics go with the mistake" (lambda () (null (told))))

;; Hover, behind letters of several bytes.
(at "is=\"切り込み\"" 4)
(let (words)
  (eglot-hover-eldoc-function (lambda (text &rest _) (setq words text)))
  (await "hover of a card" (lambda () words))
  (unless (string-match-p "相手の凧1つの糸を2減らす。" words) (fail "hover of a card: %s" words)))

;; Completion, at its place.
(at "by=\"A\" act=\"使う\"" 12)
(let* ((here (eglot-completion-at-point))
       (offered (all-completions "" (nth 2 here))))
  (dolist (name '("揚げる" "返す"))
    (unless (member name (mapcar #'substring-no-properties offered)) (fail "completion offers %S" offered))))

;; Definition, in another file, and references.
(at "clause=\"5-1\"" 9)
(let ((found (xref-backend-definitions 'eglot (xref-backend-identifier-at-point 'eglot))))
  (same "definitions" (length found) 1)
  (let ((place (xref-item-location (car found))))
    (same "the file of the definition" (file-name-nondirectory (xref-location-group place)) "5-kites.json")
    (same "the line of the definition" (xref-location-line place) 3)))
(let ((found (xref-backend-references 'eglot (xref-backend-identifier-at-point 'eglot))))
  (unless (seq-find (lambda (item) (string-suffix-p "TK-2.xml" (xref-location-group (xref-item-location item)))) found)
    (fail "references: %S" found)))

;; Rename of a clause, in all files.
(eglot-rename "5-8")
(await "a clause is renamed where it is cited"
       (lambda () (save-excursion (goto-char (point-min)) (search-forward "clause=\"5-8\"" nil t))))
(save-some-buffers t)

;; A rename that is refused says why.
(at "act=\"使う\"" 6)
(condition-case why
    (progn (eglot-rename "使わない") (fail "a name of the rules is renamed"))
  (error (unless (string-match-p "使う" (error-message-string why)) (fail "refused: %S" why))))

;; A file of rules.
(start "rulebook/5-kites.json")
(replace "\"by\": [\"5-2\"]" "\"by\": [\"5-7\"]")
(await "a clause that is not there is told in a file of rules" #'told)

(eglot-shutdown-all)
(kill-emacs 0)
