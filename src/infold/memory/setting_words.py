"""Words for things that are set to a value, in six languages, and the one word for each.

A closed list on purpose: "the speed of light is 299792458 m/s" has the form of a setting, but says
nothing about anybody's project.
"""

from __future__ import annotations

from typing import Final

__all__ = ["SETTINGS", "WIDE_SETTINGS"]

_LATIN: Final = """
port: port ports anschluss
host: host hostname rechner
server: server
database: database db datenbank basisdata
url: url link website webseite endpoint adresse-url situs
endpoint: endpoint
branch: branch zweig cabang
version: version versi
region: region wilayah
cluster: cluster
namespace: namespace
bucket: bucket
image: image
tag: tag
timeout: timeout zeitlimit
limit: limit grenze batas
budget: budget anggaran
deadline: deadline frist abgabetermin tenggat
due date: due-date fälligkeit
release date: release-date
launch date: launch-date
directory: directory folder verzeichnis ordner direktori
path: path pfad
file: file datei berkas
address: address adresse alamat
model: model modell
threshold: threshold schwelle schwellwert ambang
interval: interval intervall
retention: retention aufbewahrung retensi
quota: quota
ticket: ticket tiket
order number: order-number bestellnummer
customer number: customer-number kundennummer
account number: account-number kontonummer
room number: room-number zimmernummer
room: room raum ruangan
seat: seat sitzplatz
number of workers: workers
pool size: pool-size
batch size: batch-size
repository: repository repo
account: account konto akun
channel: channel kanal
project: project projekt proyek
currency: currency währung
time zone: timezone time-zone zeitzone
license plate: kennzeichen number-plate license-plate licence-plate
number: number nummer nomor no.
code: code kode
day: day tag hari
date: date datum tanggal
time: time uhrzeit jam waktu
schedule: schedule jadwal
size: size größe ukuran
spot: spot platz slot space stellplatz lot
rent: rent miete sewa
fee: fee gebühr biaya iuran beitrag tarif
price: price preis harga cost kosten
reading: reading stand zählerstand meteran
provider: provider anbieter
teacher: teacher lehrer lehrerin klassenlehrer klassenlehrerin wali-kelas
appointment: appointment termin janji
meeting: meeting standup stand-up besprechung elternabend rapat pertemuan
class: class kurs kelas les lesson training
birthday: birthday geburtstag ulang-tahun
locker: locker loker spind schließfach
combination: combination kombination kombinasi
floor: floor etage stockwerk lantai
extension: extension durchwahl
row: row reihe baris
due: due jatuh-tempo fällig
gate: gate
flight: flight flug
ip: ip ip-address ip-adresse
domain: domain
username: username benutzername
environment: environment umgebung lingkungan
schema: schema
table: table tabelle tabel
queue: queue
topic: topic
key size: key-size
memory limit: memory-limit
rate limit: rate-limit
"""
_WIDE: Final = """
port: 端口号 端口 ポート番号 ポート 포트번호 포트
host: 主机名 主机 ホスト名 ホスト 호스트
server: 服务器 サーバー サーバ 서버
database: 数据库 データベース 데이터베이스
url: 网址 链接 链接地址 リンク 주소링크
endpoint: 端点 エンドポイント 엔드포인트
branch: 分支 ブランチ 브랜치
version: 版本号 版本 バージョン 버전
region: 区域 リージョン 리전
cluster: 集群 クラスター クラスタ 클러스터
namespace: 命名空间 ネームスペース 네임스페이스
bucket: 存储桶 バケット 버킷
timeout: 超时时间 超时 タイムアウト 타임아웃
limit: 上限 制限 한도
budget: 预算 予算 예산
deadline: 截止日期 截止日 締め切り 締切 期限 마감일 마감
release date: 发布日期 リリース日 출시일
directory: 目录 ディレクトリ フォルダ 디렉터리 폴더
path: 路径 パス 경로
file: 文件 ファイル 파일
address: 地址 アドレス 주소
model: 型号 モデル 모델
threshold: 阈值 しきい値 閾値 임계값
interval: 间隔 間隔 간격
retention: 保留期 保持期間 보존기간
ticket: 工单 チケット 티켓
order number: 订单号 注文番号 주문번호
room: 会议室 会議室 회의실
room number: 房间号 部屋番号 방번호
repository: 仓库 リポジトリ 저장소
account: 账号 アカウント 계정
channel: 频道 チャンネル 채널
number: 番号 编号 号码 번호 号
code: 代码 コード 코드 暗号
size: 尺码 サイズ 사이즈 大小
spot: 车位 位置 자리 座位 席
rent: 房租 家賃 월세 租金
wage: 時給 月給 时薪 시급
fee: 物业费 管理费 料金 月額 관리비 요금 会费 学费
price: 价格 値段 가격
day: 日 요일 曜日
date: 日期 日程 日付 날짜 일정
time: 时间 時間 시간
teacher: 班主任 担任 담임
birthday: 生日 誕生日 생일
time zone: 时区 タイムゾーン 시간대
domain: 域名 ドメイン 도메인
environment: 环境 環境 환경
"""


def _read(lines: str) -> dict[str, str]:
    out: dict[str, str] = {}
    for line in lines.strip().splitlines():
        name, _, words = line.partition(": ")
        out.update({word.replace("-", " "): name for word in words.split()})
    return out


SETTINGS: Final = _read(_LATIN)
"""Words with spaces between them → the one word."""
WIDE_SETTINGS: Final = dict(sorted(_read(_WIDE).items(), key=lambda item: (-len(item[0]), item[0])))
"""Words of scripts without spaces → the one word; longest first."""
