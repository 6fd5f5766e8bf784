"""Names that no rule of form can tell from other words: products, given names, places.

Small on purpose: what stands in the middle of an English or Indonesian sentence with a capital is
found without a list. German capitalises every noun, and the first word of a sentence has a capital
anyway; Chinese, Japanese and Korean have none.
"""

from typing import Final

_PRODUCTS: Final = """
PostgreSQL Postgres MySQL MariaDB SQLite MongoDB Redis Memcached Cassandra Elasticsearch
OpenSearch ClickHouse DynamoDB Kafka RabbitMQ NATS Celery Sidekiq Docker Kubernetes Podman Nginx
Apache Caddy Traefik Envoy Istio Terraform Ansible Pulumi Jenkins GitHub GitLab Bitbucket Grafana
Prometheus Datadog Sentry Loki Kibana Python Node Django Flask FastAPI Rails Laravel Spring React
Vue Angular Svelte Rust Golang Java Kotlin Swift TypeScript JavaScript Debian Ubuntu Fedora CentOS
Alpine Windows Linux Azure Heroku Vercel Netlify Cloudflare Stripe PayPal Twilio Slack Discord
Zoom Notion Jira Confluence Trello Figma Keycloak Auth0 Okta Vault Consul Etcd Airflow Spark
Hadoop Flink Snowflake BigQuery Redshift DuckDB Pandas NumPy PyTorch TensorFlow Claude ChatGPT
Gemini Llama Mistral Ollama OpenAI Anthropic Google Microsoft Amazon Apple Netflix Spotify Airbnb
Booking Uber Gojek Grab Tokopedia Shopee WhatsApp Telegram Android Chrome Firefox Safari Supabase
Firebase Neo4j Qdrant Milvus Weaviate Pinecone pgvector pgbouncer PgBouncer HAProxy Varnish Minio
MinIO Ceph Gunicorn Uvicorn Webpack Vite Playwright Cypress Selenium Pytest Valkey Hetzner Jira
PayPal Vodafone Telekom Samsung Sony Nokia Siemens Bosch Miele Lidl Aldi Rewe Edeka Zalando Otto
Oracle NATS AWS GCP IBM SAP NGINX
"""
_GIVEN: Final = """
Maria Anna Ana Anne Emma Lena Laura Julia Sarah Sara Lisa Sophie Sofia Clara Hannah Mia Lea Marie
Katrin Petra Sabine Ingrid Ursula Monika Claudia Zoe Alice Amy Grace Olivia Emily Jane Mary Linda
Susan Karen Nancy Jessica Rachel Priya Aisha Fatima Leila Yuki Sakura Hana Mei Ling Siti Dewi
Putri Rina Sari Wati Ayu Indah Lestari Ratna Nina Dina Maya Nadia Eva Elena Olga Nora Ines Paula
Marta Carla Lucia Carmen Rosa Isabel Chloe Lukas Jonas Felix Leon Paul Max Tim Jan Lars Sven Klaus
Hans Peter Stefan Thomas Michael Andreas Markus Martin Christian Daniel David Alex Alexander Tom
Ben Sam Jack James John Robert William Henry George Oliver Oscar Victor Marco Luca Carlos Jose
José Miguel Pedro Pablo Diego Juan Luis Antonio Bob Mike Steve Kevin Brian Eric Ryan Chris Nick
Mark Matt Adam Omar Ahmed Ali Hassan Ravi Raj Arjun Kenji Hiroshi Takeshi Jun Wei Budi Andi Agus
Rizky Rizki Dimas Bayu Eko Joko Hendra Yusuf Iwan Dedi Fajar Arif Jens Timo Aylin Sven Uwe Jürgen
Dieter Heike Birgit Anja Tanja Nadine Svenja Silke Kerstin Ulrike Karin Moritz Finn Noah Elias Ben
Philipp Sebastian Tobias Florian Fabian Dominik Patrick Marcel Dennis Björn Holger Ralf Bernd
Frank Jörg Torsten Mehmet Ayse Fatma Emre Deniz Cem Yasmin Amira Samira Omar Khalid Ines Greta Ida
Frieda Mathilda Johanna Charlotte Luisa Amelie Marlene Krüger Müller Schmidt Schneider Fischer
Weber Becker Hoffmann Schulz Wagner Bauer Richter Wolf Schröder Neumann Schwarz Zimmermann Braun
Hofmann Krause Lehmann Köhler Maier Meyer Huber Kaiser Peters Jansen Hansen Petersen Wibowo
Santoso Hidayat Nugroho Saputra Pratama Setiawan Kurniawan Wijaya Susanto Rahman Ratih Intan Fitri
Anisa Nurul Citra Gita Mega Novi Yanti Wahyu Taufik Reza Aditya Galih Bagus Doni Ferdi Hadi Heru
Indra Irfan Slamet Sigit Teguh Tono Udin Wawan Yanto Priyanka Anil Sunita Deepak Kiran Sanjay
Vikram Chen Li Wang Zhang Liu Yang Kim Lee Park Choi Minjun Jisoo Seoyeon Jihoon
"""
_PLACES: Final = """
Berlin Mannheim Cuxhaven Bremen Hannover Nürnberg Düsseldorf Dortmund Essen Bochum Karlsruhe
Freiburg Heidelberg Augsburg Regensburg Potsdam Rostock Kiel Lübeck Erfurt Weimar Jena Kassel
Göttingen Bonn Aachen Münster Mainz Wiesbaden Saarbrücken Ulm Konstanz Innsbruck Graz Linz
Lausanne Genf Luzern Bogor Depok Tangerang Bekasi Malang Solo Makassar Palembang Batam Lombok
Sevilla Valencia Florence Venice Naples Krakow Hamburg München Munich Köln Cologne Frankfurt
Stuttgart Dresden Leipzig Wien Vienna Zürich Zurich Bern Basel Salzburg London Paris Madrid
Barcelona Lisbon Lissabon Porto Rome Rom Milan Mailand Oslo Stockholm Copenhagen Helsinki
Amsterdam Brussels Brüssel Prague Prag Warsaw Warschau Budapest Athens Athen Dublin Edinburgh
Istanbul Moscow Moskau Kyiv Tokyo Tokio Osaka Kyoto Seoul Busan Beijing Shanghai Shenzhen
Singapore Singapur Jakarta Bandung Surabaya Yogyakarta Bali Medan Semarang Denpasar Bangkok Hanoi
Manila Delhi Mumbai Sydney Melbourne Toronto Vancouver Boston Chicago Seattle Denver Austin Dallas
Miami Atlanta Oregon Virginia Germany Deutschland France Frankreich Spain Spanien Portugal Italy
Italien Japan Korea China Indonesia Indonesien India Indien Brazil Australia Canada Mexico Europe
Europa Asia Asien America Amerika Norway Norwegen Sweden Schweden Schweiz Switzerland Austria
Österreich Poland Polen
"""
_WIDE: Final = """
北京 上海 广州 深圳 杭州 成都 南京 武汉 西安 重庆 苏州 天津 香港 台北 东京 大阪 京都 首尔 釜山
新加坡 柏林 伦敦 巴黎 纽约 苏州 宁波 青岛 大连 厦门 长沙 郑州 济南 合肥 福州 昆明 贵阳 三亚 徐汇
浦东 朝阳 海淀 京东 淘宝 天猫 美团 滴滴 抖音 小红书 百度 拼多多 顺丰 小米 字节跳动 携程 飞猪 高德
支付寶 钉钉 飞书 企业微信 知乎 微博 トヨタ ソニー 楽天 アマゾン グーグル マイクロソフト 任天堂
パナソニック 日立 ヤマト運輸 佐川急便 ユニクロ ニトリ 無印良品 渋谷 新宿 品川 池袋 上野 秋葉原
銀座 浅草 梅田 難波 奈良 金沢 長野 鎌倉 箱根 熱海 軽井沢 젠킨스 카톡 깃허브 슬랙 노션 지라 구글
애플 삼성 삼성전자 엘지 현대 배민 배달의민족 토스 당근마켓 마이크로소프트 아마존 강남 홍대 판교
잠실 수원 성남 여수 경주 전주 강릉 속초 춘천 세종 波尔图 奥斯陆 微信 支付宝 阿里云 腾讯云 腾讯
阿里巴巴 华为 東京 名古屋 福岡 札幌 横浜 神戸 仙台 広島 沖縄 北海道 ベルリン ロンドン パリ ソウル
ニューヨーク シンガポール ポルト オスロ ジャカルタ 서울 부산 대구 인천 광주 대전 울산 제주 제주도
도쿄 오사카 교토 베를린 런던 파리 뉴욕 싱가포르 포르투 오슬로 자카르타 카카오톡 네이버 쿠팡 레디스
카프카 도커 쿠버네티스
"""

PRODUCTS: Final = frozenset(_PRODUCTS.split())
KNOWN: Final = PRODUCTS | frozenset(_GIVEN.split()) | frozenset(_PLACES.split())
"""Latin names, as written."""
WIDE_KNOWN: Final = tuple(sorted(_WIDE.split(), key=lambda name: (-len(name), name)))
"""Names in Han, kana and hangul, longest first."""
