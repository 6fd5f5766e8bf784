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
license plate: kennzeichen
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
