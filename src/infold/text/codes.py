"""What machines read, in what people write: links, addresses, paths, commands, identifiers."""

import re
from collections.abc import Iterator
from typing import Final

from infold.text.dates import Found
from infold.text.kinds import Kind
from infold.text.scripts import CJK, HIRAGANA, KATAKANA

_WIDE: Final = f"{CJK}，。、；：！？（）「」『』“”‘’"
_EDGE: Final = r"(?<![A-Za-z0-9_À-ÿ])"
_NO_MORE: Final = r"(?![A-Za-z0-9_À-ÿ])"

_URL: Final = re.compile(
    rf"(?:https?|ftp|wss?|ssh|git|s3|gs|file|redis|postgres(?:ql)?|mysql|mongodb(?:\+srv)?"
    rf"|amqps?)://"
    rf"[^\s<>\"'`{_WIDE}]*[^\s<>\"'`{_WIDE}.,;:!?)\]}}*_]"
    rf"|{_EDGE}www\.[a-z0-9-]++(?:\.[a-z0-9-]++)+(?:/[^\s<>\"'`{_WIDE}]*[^\s<>\"'`{_WIDE}.,;:!?)\]}}*_])?",
    re.IGNORECASE,
)
_TLD: Final = (
    "com|org|net|io|dev|de|id|co|kr|jp|cn|edu|gov|ai|app|cloud|internal|local|localdomain|lan|info"
    "|eu|uk|us"
    "|test|example|intern|home|box|tech|xyz|me|site|online|shop|nl|it|es|pl|in|sg|my|br|ca|au|nz"
    "|lokal|office|se|dk|fi|cz|ru|ua|tr|gr|pt|ro|hu|ie|mx|ar|cl|th|vn|ph|pk|za|ng|ke|biz|mobi"
    "|beispiel|contoh|svc|corp|tw|at|ch|fr"
)
_ADDRESS: Final = re.compile(
    rf"{_EDGE}[A-Za-z0-9][A-Za-z0-9._%+-]{{0,63}}@[A-Za-z0-9](?:[A-Za-z0-9-]"
    rf"|\.(?=[A-Za-z0-9])){{0,252}}"
    rf"|{_EDGE}(?<!\.)(?:\d{{1,3}}\.){{3}}\d{{1,3}}(?:/\d{{1,2}})?(?::\d{{2,5}})?(?!\.?\d"
    rf"|[A-Za-z_])"
    rf"|{_EDGE}(?:[0-9a-fA-F]{{1,4}}:){{3,7}}(?::?[0-9a-fA-F]{{1,4}}){_NO_MORE}"
    rf"|{_EDGE}localhost(?::\d{{2,5}})?{_NO_MORE}"
    rf"|{_EDGE}(?<![./@-])(?:[a-z0-9](?:[a-z0-9-]{{0,61}}[a-z0-9])?\.){{1,8}}(?:{_TLD})(?::\d{{2,5}})?"
    rf"(?![A-Za-z0-9_/-]|\.[a-z])"
)
_EXTENSIONS: Final = (
    "py|pyi|ipynb|js|mjs|cjs|jsx|ts|tsx|vue|svelte|css|scss|html?|xml|svg|json[lc5]?|ya?ml|toml"
    "|ini|cfg|conf"
    "|env|md|mdx|rst|txt|log|csv|tsv|parquet|sql|sqlite3?|db|sh|bash|zsh|fish|ps1|bat|go|rs|rb|php"
    "|java|kt"
    "|swift|[ch]pp|cc|[ch]|cs|scala|r|lua|pl|ex|exs|erl|hs|tf|tfvars|hcl|proto|graphql|lock|pem"
    "|crt|key|pdf"
    "|docx?|xlsx?|pptx?|png|jpe?g|gif|webp|mp[34]|wav|zip|gz|tgz|tar|bz2|7z|jar|war|whl|deb|rpm|so"
    "|dll|exe"
    "|bin|service|dockerfile|gradle|properties|patch|diff|bak|tmp|pid|sock|ics"
)
_SEGMENT: Final = r"[A-Za-z0-9_.@+%~{}$*\[\]-]"
_PATH: Final = re.compile(
    rf"(?<![A-Za-z0-9_À-ÿ/.:~}}])(?:~|\.{{1,2}}|\$[A-Z_]{{2,20}}|\$\{{[A-Z_]{{2,20}}\}}"
    rf"|%[A-Z_]{{2,20}}%)?/(?:{_SEGMENT}|:(?=\w))++(?:/(?:{_SEGMENT}"
    rf"|:(?=\w))*+)*+"
    rf"|{_EDGE}[A-Za-z]:\\(?:[^\s\\/:*?\"<>|，。、；！？（）「」]+\\?)+"
    rf"|(?<![A-Za-z0-9_À-ÿ/.@-])[A-Za-z0-9_.][A-Za-z0-9_.@+-]*+/(?:{_SEGMENT}++/)*+{_SEGMENT}*+"
    rf"|(?<![A-Za-z0-9_À-ÿ/.@-])(?:[A-Za-z0-9_][A-Za-z0-9_+-]*+\.)+?(?i:{_EXTENSIONS})(?![A-Za-z0-9_/@-]|\.\w)"
    rf"|(?<![A-Za-z0-9_À-ÿ/.@-])\.(?:env|gitignore|dockerignore|bashrc|zshrc|npmrc|editorconfig"
    rf"|gitlab-ci\.yml)"
    rf"(?:\.\w+)*{_NO_MORE}"
    rf"|{_EDGE}(?:Makefile|Dockerfile|Jenkinsfile|Procfile|Caddyfile|Gemfile|Vagrantfile){_NO_MORE}"
)
_BARE_PATH: Final = re.compile(rf"\.(?:{_EXTENSIONS})\Z", re.IGNORECASE)
_INLINE: Final = re.compile(r"(?<!`)(`{1,2})(?!`)([^`\n]+)\1(?!`)")
_CARRIERS: Final = (
    "BA|LH|AF|KL|UA|AA|DL|EK|QR|SQ|GA|KE|OZ|NH|JL|CA|MU|CZ|FR|U2|EW|LX|OS|TK|AY|SK|IB|TP|AZ|CX|JT"
    "|QZ|ID"
    "|ICE|IC|EC|RE|RB|RJX?|TGV|KTX|SRT|ITX|THY"
)
_TRAINS: Final = "ICE|IC|EC|RE|RB|RJX?|TGV|KTX|SRT|ITX|IRE|HKX|FLX|NJ|S-?Bahn|KA"
_NUMBERED: Final = (
    "(?i:order|ticket|invoice|booking|reference|tracking|bestellnummer|auftragsnummer"
    "|rechnungsnummer"
    "|kundennummer|nomor pesanan|nomor resi|no\\.? resi)(?: (?i:number|no\\.?|nr\\.?|id))?"
    "|订单号?|单号|编号|快递单号|注文番号|予約番号|伝票番号|주문번호|예약번호|송장번호|접수번호"
)
_ID_PATTERN: Final = (
    rf"{_EDGE}[0-9a-fA-F]{{8}}-(?:[0-9a-fA-F]{{4}}-){{3}}[0-9a-fA-F]{{12}}{_NO_MORE}"  # UUID
    rf"|{_EDGE}0x[0-9a-fA-F]+{_NO_MORE}"
    rf"|{_EDGE}sha256:[0-9a-f]{{6,64}}{_NO_MORE}"
    rf"|{_EDGE}[A-Z][A-Z0-9]{{1,9}}[-‑]\d+(?:[-.]\d+)*{_NO_MORE}"  # INC-4821, CVE-2024-3094
    rf"|(?<![A-Za-z0-9_&#/])#\d+{_NO_MORE}"
    # --flag=value
    rf"|(?<![A-Za-z0-9_-])--[a-zA-Z][a-zA-Z0-9]*(?:-[a-zA-Z0-9]+)*(?:=[^\s{_WIDE},;)]+)?"
    rf"|(?<![A-Za-z0-9_@.])@[a-z][\w-]*(?:/[\w.-]*\w)?"  # handles, scoped packages
    rf"|{_EDGE}[A-Za-z][A-Za-z0-9.-]{{0,60}}@(?:\d+(?:\.\d+)+|latest|next){_NO_MORE}"
    rf"|{_EDGE}[A-Za-z][A-Za-z0-9_-]{{0,60}}(?::[A-Za-z0-9_*{{}}<>-]+)+:?(?=[\s`'\",.;)]|$"
    rf"|[{_WIDE}])"
    rf"|(?<![A-Za-z0-9_$À-ÿ])[A-Za-z_$][A-Za-z0-9_$]*+(?:\.[A-Za-z_][A-Za-z0-9_]*)*\(\)"  # call()
    rf"|{_EDGE}[A-Za-z0-9]*_[A-Za-z0-9_]*(?:[.:-][A-Za-z0-9_]+)*{_NO_MORE}"  # snake_case
    rf"|{_EDGE}[A-Za-z][A-Za-z0-9]*(?:\.[a-z][A-Za-z0-9_]*){{2,}}{_NO_MORE}"  # dotted.config.key
    rf"|{_EDGE}[a-z]+[0-9]*(?:[A-Z][a-z0-9]+)+{_NO_MORE}"  # camelCase
    rf"|{_EDGE}(?:[A-Z][a-z0-9]+){{2,}}(?:Error|Exception|Service|Controller|Handler|Manager"
    rf"|Factory|Client"
    rf"|Config|Repository|Provider|Worker|Store|View|Model|Test){_NO_MORE}"
    rf"|{_EDGE}[a-z][a-z0-9]*(?:-[a-z0-9]+)*-(?:[a-z]*\d[a-z0-9]*)(?:-[a-z0-9]+)*{_NO_MORE}"  # db-2
    rf"|{_EDGE}(?=[0-9]*[a-f])(?=[a-f]*[0-9])[0-9a-f]{{7,64}}{_NO_MORE}"  # commit hash
    rf"|{_EDGE}(?=[A-Z]*\d)(?=\d*[A-Z])[A-Z0-9]{{6,24}}{_NO_MORE}"  # booking code
    # flights and trains; roads, errors and models
    rf"|{_EDGE}(?:{_CARRIERS})\s?\d{{2,4}}(?:[便편次号]|{_NO_MORE})"
    rf"|{_EDGE}(?:{_TRAINS})\s\d{_NO_MORE}"
    rf"|(?<![{HIRAGANA}{KATAKANA}])(?:[{HIRAGANA}]{{2,6}}"
    rf"|[{KATAKANA}]{{2,8}})\d{{1,4}}号(?![室館车車棟线線])"
    rf"|{_EDGE}[GDCKTZ]\d{{1,4}}次|{_EDGE}(?!Q[1-4]\b)[A-Z]\d{{1,4}}(?:号|{_NO_MORE})"
    rf"|{_EDGE}[A-Z]{{1,5}}(?:-[A-Z]?\d{{2,5}}[A-Za-z]{{0,3}}|\d{{2,5}}[A-Za-z]{{0,3}}){_NO_MORE}"
    rf"|{_EDGE}(?!(?:USB|PM|MP|CO|SO|NO|UTF|IP|HTML|CSS|ES|WPA|PS|FY|KW|OG|EG|TV|CD|AK|TOP|MTB"
    rf"|ISO|BIP|DB|ID|PR|UB)\d)[A-Z]{{2,5}}\d{_NO_MORE}"
    rf"|(?:{_NUMBERED})[\s:：#.は은는是]{{0,3}}(?P<id>\d{{4,20}}){_NO_MORE}"
)
_IDENTIFIER: Final = re.compile(_ID_PATTERN)
_NOT_IDENTIFIER: Final = re.compile(
    r"(?:iPhone|iPad|iOS|macOS|eBay|iCloud|gRPC|mTLS|[a-z]+\d*[KMG]B|mmHg|[km]Wh|mAh|[kh]Pa|[km]Hz"
    r"|kWp|kVA|mSv|mGy)\Z|_+\Z|(?:top|level|covid"
    r"|tier|phase)-\d+\Z"
    r"|(?:UTC|GMT|COVID|TOP)-\d+\Z|\w+:(?:\d\d|\*+)\Z|(?:note|todo|e\.g|i\.e):|[a-z]-\d\Z|(?:PM"
    r"|MP|CO|H"
    r"|USB|RAM|UTF|ISO|RFC|TLS|IPV|SHA|COVID|HTTP|UTC|GMT)-?\d+[a-z]?\Z"
)

_TOOL_LINES: Final = r"""
git: add|bisect|branch|checkout|cherry-pick|clean|clone|commit|diff|fetch|init|log|merge|pull
...|push|rebase|remote|reset|restore|revert|show|stash|status|switch|tag
docker: build|compose|exec|images|inspect|kill|logs|network|ps|pull|push|restart|rm|rmi|run
...|start|stop|system|volume|stack|service
docker-compose: up|down|build|logs|restart|pull|exec|run|ps
kubectl: apply|create|delete|describe|edit|exec|get|logs|port-forward|rollout|scale|set|top
...|drain|cordon|config|patch|cp
helm: install|upgrade|rollback|uninstall|list|template|repo
terraform: init|plan|apply|destroy|import|state|fmt|validate
npm: install|i|ci|run\s[\w:-]+|run|start|test|audit|publish|update|exec|init
pnpm: install|i|run\s[\w:-]+|run|add|test|exec|build|dev
yarn: install|add|run\s[\w:-]+|run|build|test|dev|start
pip: install|uninstall|freeze|list|show|download
pip3: install|uninstall|freeze|list
uv: pip|run|sync|add|lock|venv
poetry: install|add|run|lock|update|build
cargo: build|run|test|add|install|check|clippy|fmt|publish|update
go: mod|vet|test|build|generate
apt: install|update|upgrade|remove
apt-get: install|update|upgrade|remove
brew: install|upgrade|services|update
systemctl: start|stop|restart|status|enable|disable|reload|daemon-reload
service: [a-z][\w-]+\s(?:start|stop|restart|status|reload)(?!\w)
make: test|build|install|clean|all|check|deploy|run|lint|dev|demo|release
redis-cli: [\w-]+
aws: s3|ec2|iam|lambda|ecs|eks|rds|sts|logs|configure
gh: pr|issue|repo|run|release|api|workflow
alembic: upgrade|downgrade|revision|current|history
python: -m|-c|manage\.py|[\w./-]+\.py
python3: -m|-c|[\w./-]+\.py
node: [\w./-]+\.m?js
bash: [\w./-]+\.sh|-c
sh: [\w./-]+\.sh|-c
psql: -\w|--\w+
pg_dump: -\w|--\w+|\w+
pg_restore: -\w|--\w+
mysqldump: \S+
curl: -\w+|https?://\S+|\w+\.\S+
wget: \S+
ssh: -\w|\w+@\S+
scp: \S+
rsync: -\w+
chmod: [+\-\w]+\s\S+
chown: \S+:\S*\s\S+
rm: -\w+
ls: -\w+
cp: -\w+|\S+/\S*
mv: \S+/\S*
mkdir: -\w+|\S+
tail: -\w+
cat: \S*/\S+|\S+\.\w+
grep: -\w+|\"\S
cd: \S*/\S*|~
export: \w+=\S+
source: \S+/\S+
sudo: \w+
npx: [\w@./-]+
pytest: -\w+|\S*/\S+|\S+\.py
celery: -A|worker|beat|purge
crontab: -\w
kill: -\d+|-\w+
nginx: -\w
openssl: \w+
ollama: run|pull|serve|list
flask: run|db|shell
gunicorn: \S+:\S+
uvicorn: \S+:\S+
dotnet: build|run|test|publish
mvn: clean|install|package|test|-\w
gradle: build|test|run
ansible-playbook: \S+
journalctl: -\w+
VACUUM: FULL|ANALYZE
dig: [+@]?\S+\.\w+|\+\w+|@\S+
ping: -\w|\S+\.\S+
nslookup: \S+
lsof: -\w
df: -\w
du: -\w
ps: -\w|aux
php: artisan|-\w|[\w./-]+\.php
composer: install|update|require|dump-autoload
mysql: -\w
tar: -\w|[cx]\w+\s\S+\.
find: [./~]\S*
sed: -\w
awk: -\w|'
ffmpeg: -\w
flutter: run|build|pub|doctor|clean
bundle: install|exec|update
adb: shell|install|devices|logcat
netstat: -\w
traceroute: \S+\.\S+
ufw: allow|deny|status|enable|disable
unzip: \S+\.zip
heroku: logs|ps|run|config|restart
firebase: deploy|init|emulators
supervisorctl: restart|status|start|stop|reload
pm2: restart|start|stop|logs|list|reload|delete
rclone: copy|sync|ls
restic: backup|restore|snapshots|forget
dotenv: run
tmux: new|attach|ls|kill-session
"""


def _tools() -> dict[str, str]:
    """Read the table of tools and what may follow each; `...` goes on the line before."""
    lines = _TOOL_LINES.strip().replace("\n...", "").splitlines()
    return {tool: rest for tool, _, rest in (line.partition(": ") for line in lines)}


_TOOLS: Final = _tools()
_ARGUMENT: Final = (
    rf"(?:(?:origin|upstream)\s[a-z][\w./-]*|-{{1,2}}[A-Za-z][\w-]*(?:=[^\s`{_WIDE}]+)?"
    rf"|\"[^\"\n]{{1,200}}\"|'[^'\n]{{1,200}}'"
    rf"|[^\s`\"'{_WIDE}]*[./:@=_~*\[\]-][^\s`\"'{_WIDE}]*[^\s`\"'{_WIDE}.,;:!?)]"
    rf"|[|]\s\w+|&&\s\w+|\d+(?![\w.]))"
)
_HEADS: Final = "|".join(f"{re.escape(tool)}\\s(?:{subs})" for tool, subs in _TOOLS.items())
# A short lower-case word goes with the command only where an argument or the end follows.
_COMMAND: Final = re.compile(
    rf"(?<![A-Za-z0-9_./`-])(?:sudo\s)?(?:{_HEADS})"
    rf"(?![\w])(?:\s{_ARGUMENT}|\s(?!(?:fail|work|succeed|pass|crash|hang)(?:ed|s)?\b|again\b|first\b|gagal\b"
    rf"|now\b|here\b|then\b|lagi\b|dulu\b|nicht\b|and\b|or\b|on\b|in\b)[a-z][\w-]{{0,30}}(?=\s{_ARGUMENT}|\s?(?:[.;,)]|$|\n"
    rf"|[{_WIDE}])))*+",
    re.MULTILINE,
)
_PROMPT: Final = re.compile(
    r"^[ \t]*(?:\$|❯|>>>)[ \t]+(?P<line>[A-Za-z./~_][^\n]{1,500})$", re.MULTILINE
)
# In a code span a known program at the start is enough.
_PROGRAMS: Final = """
php composer artisan bundle rails rake gem ng vue vite deno bun rustup mix sbt adb flutter dart
vagrant packer nmap traceroute netstat ifconfig iptables ufw mount umount lsblk dd zip unzip find
sed awk sort head less vim nano touch ln pkill killall htop uptime passwd useradd nohup watch xargs
tee diff mongo mongosh mysql sqlite3 etcdctl vault consul nomad argocd flux gcloud az doctl heroku
vercel netlify firebase supabase wrangler eslint prettier black ruff mypy flake8 pre-commit tox nox
coverage jupyter streamlit conda pipenv virtualenv pyenv nvm rbenv asdf rclone restic borg ffmpeg
convert pandoc latexmk tar gzip echo printf env which id free top vmstat iostat tcpdump telnet nc
podman buildah skopeo nerdctl k9s minikube kind swift xcodebuild pod fastlane bazel cmake ninja
"""
_TOOL_START: Final = re.compile(
    rf"(?:\$\s|sudo\s|\./)?(?:{'|'.join(map(re.escape, (*_TOOLS, *_PROGRAMS.split())))})\s"
    r"[^\s=<>(+*-]|"
    rf"(?:\$\s|sudo\s|\./)?(?:{'|'.join(map(re.escape, _TOOLS))})\s\S",
    re.IGNORECASE,
)


_CALLED: Final = re.compile(
    r"(?:[a-z][\w.+-]{0,30}|\./\S{1,60})(?:\s\S{1,80}){0,8}?\s(?:--?\w|/?\w+\.\w+)"
)
_SQL_NAME: Final = rf"(?!(?:[=<>!*+,(']))[^\s;`，。,()'{_WIDE}]{{1,60}}(?:\(\))?"
_SQL: Final = re.compile(
    r"(?<![A-Za-z0-9_])(?:SELECT\s[^;\n`]{1,200}?\sFROM|INSERT INTO|UPDATE\s\w{1,60}\sSET"
    r"|DELETE FROM|ALTER TABLE|TRUNCATE"
    r"|(?:CREATE|DROP)\s(?:TABLE|INDEX|DATABASE|USER|EXTENSION|VIEW)|GRANT|VACUUM|REINDEX|EXPLAIN"
    r"|FLUSHALL"
    rf"|FLUSHDB)(?:\s{_SQL_NAME})?(?:\s?(?:[A-Z]{{2,}}(?![a-z])|[=<>!*+]+|\([^()\n]{{0,120}}\)"
    rf"|'[^'\n]{{0,80}}'"
    rf"|,)(?:\s?{_SQL_NAME})?){{0,24}};?"
)


_SNIPPET: Final = re.compile(
    r"(?<![\w.])(?:[A-Z][A-Z0-9_]{2,40}\s?=\s?(?:True|False|true|false|None|null|\d+"
    r"|\"[^\"\n]{0,60}\"|'[^'\n]{0,60}')"
    r"|[a-z_][\w.]{1,40}\s=\s(?:True|False|None|null)"
    r"|import\s(?:\{[^{}\n]{1,80}\}|\*\sas\s\w+|\w+)\sfrom\s(?:'[^'\n]{1,80}'|\"[^\"\n]{1,80}\")"
    r"|from\s[\w.]{1,60}\simport\s\w+|const\s\w+\s=\s\S+)(?![\w])"
)
"""Code that is told without backticks."""


def find_snippets(text: str) -> Iterator[Found]:
    """Give assignments and imports that stand bare in a sentence."""
    for match in _SNIPPET.finditer(text):
        yield match.start(), match.end(), Kind.CODE, match.group()


def find_code(text: str) -> Iterator[Found]:
    """Give code spans, each as what it holds: a command, link, path or plain code."""
    for match in _INLINE.finditer(text):
        body = match[2].strip()
        if body:
            start = text.index(body, match.start(2))
            yield start, start + len(body), _inside(body), body


def _inside(body: str) -> Kind:
    if _TOOL_START.match(body) or _CALLED.match(body) or _SQL.match(body):
        return Kind.COMMAND
    if _ADDRESS.fullmatch(body) and _is_plain_address(body):
        return Kind.ADDRESS
    if _URL.fullmatch(body):
        return Kind.URL
    path = _PATH.fullmatch(body)
    if path and (body[0] in "/~." or _BARE_PATH.search(body)) and body != "/":
        return Kind.PATH
    if _IDENTIFIER.fullmatch(body):
        return Kind.IDENTIFIER
    return Kind.CODE


def find_commands(text: str) -> Iterator[Found]:
    """Give commands at a prompt, and known tools with arguments in running text."""
    for match in _PROMPT.finditer(text):
        line = match["line"].rstrip()
        yield match.start("line"), match.start("line") + len(line), Kind.COMMAND, line
    for match in (*_SQL.finditer(text), *_COMMAND.finditer(text)):
        body = match.group().rstrip()
        yield match.start(), match.start() + len(body), Kind.COMMAND, " ".join(body.split())


def find_urls(text: str) -> Iterator[Found]:
    """Give links with a scheme or `www.`."""
    for match in _URL.finditer(text):
        yield match.start(), match.end(), Kind.URL, match.group().rstrip("/")


def find_addresses(text: str) -> Iterator[Found]:
    """Give e-mail addresses, IP addresses and host names."""
    for match in _ADDRESS.finditer(text):
        value = match.group()
        if value[0].isdigit() and "@" not in value and not _is_address(value):
            continue
        if "@" in value and "." not in value.partition("@")[2]:
            continue
        yield match.start(), match.end(), Kind.ADDRESS, value.lower()


def _is_plain_address(body: str) -> bool:
    return not body[0].isdigit() or _is_address(body)


def _is_address(value: str) -> bool:
    octets = value.partition("/")[0].partition(":")[0].split(".")
    digits = [o for o in octets if o.isdigit()]
    return len(digits) != len(octets) or (len(octets) == 4 and all(int(o) < 256 for o in octets))


def find_paths(text: str) -> Iterator[Found]:
    """Give paths, routes and file names."""
    for match in _PATH.finditer(text):
        value = match.group().rstrip(".,:")
        if _is_path(value) and not _is_tag(text, match.start(), match.start() + len(value)):
            yield match.start(), match.start() + len(value), Kind.PATH, value


def _is_tag(text: str, start: int, end: int) -> bool:
    """Say whether it is the end of a tag of HTML: `</b>`, `<br/>`."""
    return (
        text[start - 1 : start] == "<"
        and text[end : end + 1] == ">"
        and (
            text.count("/", start, end) == 1
            and text[start:end].strip("/").replace("-", "").isalnum()
        )
    )


def _is_path(value: str) -> bool:
    if "/" not in value:
        return (
            "\\" in value or value[0] == "." or value[0].isupper() or bool(_BARE_PATH.search(value))
        )
    if value[0] in "/~.$%" or _BARE_PATH.search(value):
        return len(value) > 1 and any(c.isalpha() for c in value)
    # `and/or`, `16/32` and `CI/CD` are no paths; `src/app/` is, and so is `feature/login-v2`.
    parts = [p for p in value.split("/") if p]
    if value.endswith("/"):
        return len(parts) >= 1 and all(len(p) > 1 for p in parts)
    return (len(parts) >= 3 and all(p.islower() or "_" in p for p in parts if not p.isdigit())) or (
        len(parts) == 2
        and any(c in value for c in "_-.@")
        and value.islower()
        and not value[0].isdigit()
    )


def find_identifiers(text: str) -> Iterator[Found]:
    """Give names that programs use: ticket numbers, keys, flags, hashes, `snake_case`."""
    for match in _IDENTIFIER.finditer(text):
        value = match.group()
        if match["id"]:
            yield match.start("id"), match.end("id"), Kind.IDENTIFIER, match["id"]
        elif not _NOT_IDENTIFIER.match(value):
            yield match.start(), match.end(), Kind.IDENTIFIER, value
