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
Zoom Notion Jira Confluence Trello Figma Keycloak Auth0 Vault Consul Etcd Airflow Spark Hadoop
Flink Snowflake BigQuery Redshift DuckDB Pandas NumPy PyTorch TensorFlow Claude ChatGPT Gemini
Llama Mistral Ollama OpenAI Anthropic Google Microsoft Amazon Apple Netflix Spotify Airbnb Booking
Uber Gojek Grab Tokopedia Shopee WhatsApp Telegram Android Chrome Firefox Safari Supabase Firebase
Neo4j Qdrant Milvus Weaviate Pinecone pgvector pgbouncer PgBouncer HAProxy Varnish Minio MinIO
Ceph Gunicorn Uvicorn Webpack Vite Playwright Cypress Selenium Pytest Valkey Hetzner Jira PayPal
Vodafone Telekom Samsung Sony Nokia Siemens Bosch Miele Lidl Aldi Rewe Edeka Zalando Otto Oracle
NATS AWS GCP IBM SAP NGINX Excel PowerPoint LibreOffice OpenOffice Outlook SharePoint OneDrive
Dropbox Nextcloud Seafile Owncloud Syncthing Obsidian Evernote Todoist Asana ClickUp Miro Canva
Photoshop Lightroom Blender Godot AutoCAD MATLAB SPSS Stata Tableau Looker Metabase Superset
WordPress Drupal Joomla Shopify Magento Squarespace Webflow Zapier Mailchimp SendGrid HubSpot
Salesforce Zendesk Datev Lexware Threema WeChat Viber Skype Webex Jitsi Mattermost TikTok Twitter
Facebook LinkedIn Reddit YouTube Pinterest Instagram Mastodon Strava Garmin Fitbit Kindle Arduino
Philips Panasonic Toyota Honda Suzuki Yamaha Hyundai Kia Volkswagen Audi Mercedes Porsche Opel
Tesla Volvo Skoda Renault Peugeot Lufthansa Ryanair EasyJet Eurowings Garuda AirAsia Flixbus
FlixBus Sparkasse Commerzbank Postbank Telkomsel Indosat Traveloka Indomaret Alfamart Pertamina
Tesco Costco Walmart Starbucks Nespresso Dyson Vorwerk Thermomix Vaillant Viessmann Buderus
Nobilia Xiaomi Huawei Lenovo Dell Asus Acer Canon Epson Nikon Fujitsu Hitachi Tchibo Rossmann
Hornbach MediaMarkt Etsy OVH DHL UPS BMW VW HP LG KLM JAL TSMC AMD IKEA ADAC AOK HSBC BCA BNI BRI
PLN BPJS NTT KDDI Scaleway DigitalOcean Linode Backblaze Wasabi Bitwarden Proxmox VMware
VirtualBox Vagrant Deno Nuxt Tailwind Prisma Drizzle Streamlit Gradio Jupyter Anaconda Zigbee
Homebrew Fritzbox FritzBox Grundfos Makita Stihl Kärcher Festool Hilti Decathlon Kaufland Bauhaus
Sixt Europcar Airbus Boeing Uniqlo Zara Adidas Logitech Bose Sennheiser Sonos Basecamp Airtable
Calendly Typeform Intercom Freshdesk Pipedrive QuickBooks Fastmail ProtonMail Gmail Postmark
Matomo PostHog Monzo Revolut Barclays Klarna Razorpay LinkAja Blibli Lazada Bukalapak Halodoc
Mandiri Citilink
"""
_GIVEN: Final = """
Yannik Yannick Jannik Noor Nils Malte Henrik Hauke Bjarne Leonie Lina Merle Paulina Pia Ronja Rieke
Friederike Franziska Christina Christine Katharina Elisabeth Johannes Matthias Jakob Simon Samuel
Julian Vincent Erik Mats Theo Anton Emil Konrad Gustav Ludwig Walter Werner Günter Günther Helmut
Gerhard Manfred Rainer Reinhard Wolfgang Wilhelm Hannes Hannelore Gisela Renate Brigitte Elke Anke
Meike Maike Wiebke Antje Dörte Silvia Sonja Stefanie Steffi Melanie Vanessa Jana Tina Bettina
Charlie Freddie Archie Harry Theodore Ethan Liam Logan Mason Jackson Aiden Caleb Isaac Nathan
Dylan Owen Wyatt Gavin Colin Graham Stuart Ian Neil Keith Derek Trevor Nigel Clive Hugh Fiona
Moira Niamh Aoife Siobhan Bridget Eleanor Abigail Madison Harper Evelyn Penelope Ruby Hazel Freya
Imogen Poppy Daisy Beth Megan Caitlin Heather Tracy Stacy Wendy Sheila Gillian Joanne Denise
Teresa Theresa Angela Sandra Sharon Donna Debbie Cathy Kathy Becky Vicky Nicola Rosie Maggie Josh
Ibrahim Mustafa Yusra Zainab Layla Karim Samir Tariq Bilal Hamza Salma Nour Farah Rania Mateo
Matteo Giulia Francesca Chiara Alessandro Lorenzo Giovanni Paolo Sergio Alejandro Javier Fernando
Ricardo Rafael Gabriel Joao João Tiago Beatriz Catarina Mariana Camila Valentina Ingrid Astrid
Sigrid Freja Linnea Elsa Anders Mikkel Rasmus Magnus Gunnar Piotr Tomasz Tomas Jakub Agnieszka
Katarzyna Ewa Zofia Ivan Dmitri Sergei Natasha Tatiana Svetlana Irina Anastasia Andrei Bogdan
Ananya Kavya Meera Neha Pooja Rahul Rohan Amit Suresh Rajesh Lakshmi Divya Nikhil Varun Haruka
Ayumi Naoko Keiko Yoko Yumi Emi Mai Rika Satoshi Daichi Kenta Ryo Shota Sora Minji Jiwon Hyun
Seojun Jiho Sua Wulan Wulandari Puspita Kartika Melati Mawar Lukman Ridwan Rizal Syahrul Zaki
Ilham Hafiz Farhan Fadli Gilang Yoga Yudi Yuni Tuti Titin Sri Endang Sumiati Suharto Sutrisno
Surya Rini Tari Vina Winda Yulia Zahra Nabila Salsabila Aulia Anggi Anggun Bella Kiki Riko Rudi
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
Vikram Chen Li Wang Zhang Liu Yang Kim Lee Park Choi Minjun Jisoo Seoyeon Jihoon Haruki Haruto
Kenta Daichi Naoko Yumi Aiko Emi Mika Dana Ines Tove Astrid Freya Sigrid Linnea Ebba Elif Zeynep
Leyla Selin Burak Kerem Onur Ravi Anjali Meera Lakshmi Rohan Nikhil Arun Divya Pooja Ivan Dmitri
Sergei Natasha Oksana Irina Katya Milan Zoran Jelena Marek Piotr Kasia Agnieszka Pavel Ondrej
Katka Andrea Giulia Matteo Lorenzo Francesca Alessandro Chiara Pierre Camille Julien Antoine Manon
Celine Beatriz Joana Tiago Rui Rafael Mateus Camila Valentina Santiago Ximena Fernanda Javier
Lucas Hugo Arthur Theo Ethan Liam Aiden Evelyn Abigail Madison Chiara Nia Kwame Amara Zuri Kofi
Ngozi Chidi Thabo Lerato Aylin Marlene Gesa Wiebke Imke Maike Antje Swantje Heinz Helga Gerda
Renate Gisela Ilse Erika Werner Manfred Günter Horst Helmut Gerhard Jochen Rainer Volker Detlef
Norbert Anke Britta Doris Elke Gabi Gudrun Hilde Inge Jutta Margit Rita Ulla Vera Surya Arya Bima
Candra Dewa Endah Farah Hesti Kartika Laras Nanda Puspita Retno Sinta Tari Vina Wulan Yuni Zahra
Rangga Satria Gilang Ilham Rendi Ucup Asep Ujang Neng Ningsih Mulyadi Hartono
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
Österreich Poland Polen Düren Gütersloh Paderborn Bielefeld Wuppertal Krefeld Oberhausen Hagen
Herne Solingen Leverkusen Siegen Gießen Fulda Marburg Darmstadt Offenbach Hanau Trier Koblenz
Kaiserslautern Heilbronn Pforzheim Reutlingen Tübingen Esslingen Ludwigsburg Ravensburg
Friedrichshafen Kempten Ingolstadt Passau Landshut Bayreuth Bamberg Erlangen Fürth Würzburg
Aschaffenburg Schweinfurt Chemnitz Zwickau Görlitz Cottbus Magdeburg Dessau Stralsund Greifswald
Schwerin Flensburg Husum Emden Oldenburg Osnabrück Lüneburg Hildesheim Braunschweig Wolfsburg
Minden Detmold Sylt Rügen Usedom Bregenz Klagenfurt Villach Winterthur Lugano Chur Gent Ghent
Antwerp Bruges Rotterdam Utrecht Eindhoven Leeds Manchester Liverpool Bristol Cardiff Glasgow
Aberdeen Oxford Cambridge York Brighton Leicester Nottingham Sheffield Birmingham Newcastle
Belfast Galway Lyon Marseille Toulouse Bordeaux Nantes Lille Strasbourg Straßburg Bologna Turin
Genoa Verona Pisa Palermo Bilbao Malaga Granada Zaragoza Braga Coimbra Faro Gdansk Danzig Wroclaw
Breslau Poznan Brno Brünn Bratislava Ljubljana Zagreb Belgrade Sofia Bucharest Riga Vilnius
Tallinn Tampere Turku Trondheim Malmö Gothenburg Göteborg Uppsala Aarhus Odense Reykjavik Nairobi
Lagos Accra Cairo Casablanca Marrakesch Marrakesh Dubai Doha Riyadh Tehran Karachi Lahore Dhaka
Kolkata Chennai Bengaluru Bangalore Hyderabad Pune Jaipur Kathmandu Colombo Phuket Penang Malacca
Kuching Manado Pontianak Balikpapan Samarinda Banjarmasin Mataram Kupang Ambon Jayapura Cirebon
Purwokerto Magelang Surakarta Sleman Bantul Ubud Kuta Sanur Canggu Seminyak Padang Pekanbaru Jambi
Lampung Cilegon Sukabumi Garut Tasikmalaya Kediri Jember Banyuwangi Hiroshima Nagoya Sapporo
Fukuoka Sendai Yokohama Kobe Nara Incheon Daegu Daejeon Gwangju Jeju Taipei Kaohsiung Guangzhou
Chengdu Wuhan Nanjing Hangzhou Suzhou Auckland Wellington Brisbane Perth Adelaide Canberra Houston
Portland Philadelphia Baltimore Detroit Minneapolis Cleveland Pittsburgh Nashville Memphis Tampa
Charlotte Raleigh Oakland Sacramento Montreal Ottawa Calgary Edmonton Quebec Havana Bogota Quito
Santiago Montevideo
"""
_WIDE: Final = """
佐藤 鈴木 高橋 田中 伊藤 渡辺 渡邊 山本 中村 小林 加藤 吉田 山田 佐々木 井上 木村 斎藤 斉藤 山崎
阿部
池田 橋本 石川 前田 藤田 小川 岡田 後藤 長谷川 村上 近藤 石井 坂本 遠藤 青木 藤井 西村 福田 太田
三浦 藤原 岡本 松田 中川 原田 小野寺 竹内 金子 和田 石田 森田 柴田 酒井 工藤 横山 宮本 内田 安藤
谷口 丸山 今井 河野 藤本 村田 武田 杉山 増田 大塚 久保田 松井 岩崎 桜井 野口 松尾 野村 菊地 佐野
杉本
新井 浜田 菅原 水野 古川 鳥貴族 すき家 吉野家 松屋 サイゼリヤ ガスト スシロー くら寿司 はま寿司
丸亀製麺
ドトール タリーズ コメダ珈琲 モスバーガー マクドナルド ケンタッキー ドンキホーテ ビックカメラ
ヨドバシカメラ
海底捞 虹桥 肯德基 麦当劳 星巴克 瑞幸 喜茶 西贝 外婆家 全聚德 永辉 沃尔玛 山姆 宜家 优衣库 格力 海尔
美的 联想 滴滴出行 高德地图 腾讯会议 石墨文档 金山文档 印象笔记 首都机场 浦东机场 白云机场
민지 지현 은지 수진 혜진 지은 민수 지훈 성민 현우 준호 동현 민준 서연 서준 하은 지민 은영 미영
영희 철수
순자 정우 태현 승현 예린 채원 다은 소영 지영 은주 미경 현주 민호 상민 준영 도윤 시우 하준 서현
나연 수빈
예은 가은 하린 윤서 은우 우진 지호 건우 다혜 혜원 재훈 동훈 정훈 승우 민재 재민 태민 규현 연우
유진이 윤아
맥도날드 버거킹 롯데리아 투썸플레이스 이디야 파리바게뜨 뚜레쥬르 롯데마트 코스트코 신세계 기아
한샘 쿠쿠
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
카프카 도커 쿠버네티스 테라폼 풀루미 몽고DB 마이SQL 마리아DB 포스트그레스 포스트그레SQL
엘라스틱서치 그라파나 프로메테우스 깃랩 비트버킷 스프링부트 리액트 앤서블 파이썬 오라클 데이터독
센트리 피그마 디스코드 텔레그램 인스타그램 유튜브 넷플릭스 쿠팡이츠 야놀자 무신사 번개장터
국민은행 신한은행 우리은행 하나은행 카카오뱅크 토스뱅크 케이뱅크 대한항공 아시아나 제주항공 진에어
스타벅스 이마트 홈플러스 다이소 올리브영 여의도 종로 용산 명동 이태원 신촌 일산 분당 광교 송도
해운대 서귀포 포항 창원 김해 청주 천안 목포 순천 안동 다낭 방콕 하노이 오키나와 후쿠오카 삿포로
상하이 베이징 홍콩 타이베이 시드니 마드리드 바르셀로나 리스본 프라하 비엔나 취리히 イケア ダイソン
キヤノン エプソン ヤフー メルカリ スターバックス セブンイレブン ローソン ファミリーマート
インスタグラム ユーチューブ ツイッター フェイスブック テスラ ホンダ スズキ マツダ ニッサン 日産
三菱 富士通 東芝 京セラ 資生堂 花王 楽天市場 佐川 ヤマト 日通 全日空 日本航空 千葉 埼玉 静岡 岡山
熊本 鹿児島 長崎 新潟 富山 松本 高松 松山 高知 青森 秋田 盛岡 山形 福島 水戸 宇都宮 前橋 大宮 川崎
浜松 岐阜 姫路 和歌山 鳥取 松江 那覇 石垣島 宮古島 バンコク ハノイ バリ島 シドニー マドリード
バルセロナ プラハ ウィーン チューリッヒ 上海 北京 苏宁 国美 盒马 饿了么 高铁管家 哔哩哔哩 快手
豆瓣 闲鱼 得物 网易 新浪 搜狐 比亚迪 吉利 蔚来 理想汽车 特斯拉 宝马 奔驰 奥迪 大众汽车 丰田
招商银行 工商银行 建设银行 农业银行 中国银行 国航 东航 南航 海航 哈尔滨 沈阳 长春 石家庄 太原
呼和浩特 南昌 福建 南宁 海口 拉萨 兰州 西宁 银川 乌鲁木齐 无锡 常州 南通 扬州 温州 绍兴 嘉兴 东莞
佛山 珠海 惠州 洛阳 桂林 丽江 烟台 威海 澳门 高雄 台中 台南 曼谷 清迈 河内 东南亚 大板 札幌 福冈
名古屋 冲绳 悉尼 墨尔本 罗马 马德里 巴塞罗那 里斯本 布拉格 维也纳 苏黎世 阿姆斯特丹 慕尼黑
法兰克福 汉堡 旧金山 洛杉矶 西雅图 波士顿 芝加哥 温哥华 多伦多
"""

PRODUCTS: Final = frozenset(_PRODUCTS.split())
KNOWN: Final = PRODUCTS | frozenset(_GIVEN.split()) | frozenset(_PLACES.split())
"""Latin names, as written."""
WIDE_KNOWN: Final = tuple(sorted(_WIDE.split(), key=lambda name: (-len(name), name)))
"""Names in Han, kana and hangul, longest first."""
