"""How people speak of themselves in Indonesian."""

from __future__ import annotations

import re
from typing import Final

from infold.memory.phrases.rule import Language, rules

__all__ = ["INDONESIAN"]

_RELATIONS: Final = """
anak_perempuan=daughter putri=daughter anak_laki-laki=son putra=son anak=child istri=wife
isteri=wife suami=husband pacar=partner tunangan=partner ibu=mother mama=mother ayah=father
bapak=father papa=father kakak=sibling adik=sibling nenek=grandmother kakek=grandfather
tante=aunt paman=uncle sepupu=cousin keponakan=niece bos=boss atasan=boss teman=friend
kucing=cat anjing=dog kelinci=rabbit burung=bird perusahaan=company dokter=doctor
"""
_TABLE: Final = r"""
@profile | name | (?:nama (?:lengkap |panggilan )?(?:saya|aku|gue)
...|namaku)(?: adalah| itu| ialah)? <name><end>
@profile | name | (?:(?:orang-orang|teman-teman|semua orang|mereka) (?:biasa )?(?:memanggil
...|panggil) (?:saya|aku)
...|panggil (?:saja |aja )?(?:saya|aku|gue)(?: saja| aja)?|panggil aja|(?:saya
...|aku) biasa dipanggil|(?:saya
...|aku) bernama) <name><end>
@profile | name | (?:kenalin|kenalkan
...|perkenalkan),?(?: nama)? <aku> (?-i:(?P<v>[A-Z][a-z]+(?: [A-Z][a-z]+)?))(?=\s+dari\b|<bare>)
@!profile | name | <aku>(?: adalah)? (?-i:(?P<v>[A-Z][a-z]+(?: [A-Z][a-z]+)?))<bare>
profile | city | (?:rumah|domisili|tempat tinggal|kediaman|kota tempat tinggal) (?:saya|aku
...|kami)(?: adalah
...| sekarang| ada| ini)*(?: di)? <place><end>
profile | hometown | <aku>(?: adalah| ini)? (?:orang|anak
...|arek) (?-i:(?=[A-Z]))<place>(?: asli)?<end>
profile | hometown | (?:asal|kampung halaman|kota asal) (?:saya|aku)(?: adalah| dari
...| di)* <place><end>
profile | city | <aku><adv><no> (?:tinggal|berdomisili|menetap
...|berbasis)(?: sendiri)? di <place><endno>
-profile | city | <aku> dulu(?:nya)? tinggal di <place><end>
-profile | city | dulu <aku> tinggal di <place><end>
+profile | city | <aku><adv> pindah(?: rumah)? ke <place><end>
profile | hometown | <aku>(?: berasal| asli| asal)(?:nya)?(?: dari)? (?!dari\b)<place><end>
profile | birthplace | <aku> lahir di <place><end>
@profile | birth year | <aku> lahir (?:pada )?(?:tahun )?(?P<v>(?:19|20)\d\d)\b
@profile | birthday | (?:ulang tahun (?:saya|aku)|ulang tahunku|tanggal lahir (?:saya|aku)
...|<aku> lahir (?:pada )?tanggal)(?: adalah| itu)?(?: tanggal| pada)? (?P<v>\d{1,2} [a-z]+(?:
... \d{4})?)<end>
profile | age | (?:(?:umur|usia) (?:saya|aku)|umurku|usiaku|<aku> (?:berumur|berusia
...|umur))(?: sudah| sekarang| baru)? (?P<v>\d{1,2})(?: tahun)?<end>
profile | employer | <aku><adv><no> (?:bekerja|kerja) (?:di|untuk) <firm><endno>
+profile | employer | <aku><adv> (?:bergabung (?:dengan|di|ke)|diterima (?:kerja |bekerja )?di
...|masuk (?:kerja )?di
...|mulai (?:be)?kerja di|pindah kerja ke|dapat (?:kerja|pekerjaan)(?: baru)? di
...|direkrut(?: oleh)?) <firm><end>
+-profile | employer | <aku><adv> (?:berhenti (?:be)?kerja di|keluar dari|resign dari
...|mengundurkan diri dari) <firm><end>
-profile | employer | <aku> dulu(?:nya)? (?:be)?kerja di <firm><end>
profile | employer | <aku>(?: adalah)?(?: seorang)?<not> (?:karyawan|pegawai|staf|staff
...|karyawati)(?: di)?
... (?-i:(?=[A-Z]))<firm><end>
profile | employer | <aku><adv> (?:bekerja|kerja) (?:sebagai|jadi) [^,;.]{2,30}? (?:di
...|untuk) <firm><end>
profile | employer | <aku>(?: adalah)?(?: seorang)? <occupation> di <firm><end>
profile | employer | (?:kantor|perusahaan|tempat kerja) (?:saya|aku)(?: adalah| di| namanya
...| itu)* (?-i:(?=[A-Z]))<firm><end>
profile | job | <aku><adv> (?:bekerja|kerja) (?:sebagai
...|jadi) (?:seorang )?(?P<v>\w+(?: \w+)?)(?= di\b)
profile | job | <aku><adv> (?:be)?kerja jadi <v><end>
profile | job | <aku>(?: adalah)?(?: seorang)?<not> (?P<v><occupation>)(?= di\b)
profile | employment | <aku><adv><not>(?: seorang)? (?P<v>wiraswasta|wirausaha|ibu rumah tangga
...|pensiunan
...|pengangguran|freelancer|pekerja lepas|pns|asn)<end>
profile | job | <aku><adv> (?:bekerja|kerja) (?:(?:di
...|untuk) [^,;.]{2,40}? )?sebagai (?:seorang )?<v><end>
profile | job | <aku>(?: adalah)?(?: seorang)?<not> (?P<v><occupation>(?: [a-z]+)?)<end>
profile | job | (?:pekerjaan (?:saya|aku)|profesi (?:saya|aku))(?: adalah)? <v><end>
profile | school | <aku><adv><no> (?:kuliah|sekolah|belajar|menempuh studi) di <firm><end>
profile | study | <aku><adv> (?:kuliah jurusan|belajar di jurusan|mengambil jurusan) <v>(?= di\b
...|<bare>)
profile | diet | <aku>(?: adalah)?<adv><not>(?: seorang)? (?P<v>vegetarian|vegan)<endno>
+profile | diet | <aku><adv> (?:menjadi|jadi|beralih menjadi
...|jadi seorang)(?: seorang)? (?P<v>vegetarian|vegan)<endno>
profile | diet | <aku><adv>(?: menjalani| menjalankan| diet| pola makan)+ (?P<v>vegetarian|vegan
...|keto|halal)<endno>
preference | choice between {pair} | <aku>(?: sekarang| memang)? lebih (?:suka
...|memilih)(?: minum| makan)? (?P<v>[a-z]+(?: [a-z]+)?) (?:daripada|ketimbang
...|dibanding(?:kan)?)(?: minum| makan)? (?P<than>[a-z]+(?: [a-z]+)?)<bare>
preference | taste in {v} | <aku>(?: sama sekali)? (?P<verb>(?:tidak|nggak|gak|ga|enggak
...|tak)(?: bisa| pernah| mau| boleh)?
... (?:makan|minum|merokok)) <v><end>
profile | allergy to {v} | <aku><adv>(?P<ends> tidak| nggak| gak| sudah tidak)? (?:punya
... )?alergi (?:terhadap |dengan |pada |sama |kacang(?=<bare>))?<v><endno>
profile | health condition {v} | <aku><adv> (?:punya|menderita|mengidap|sakit|penderita|pengidap
...|kena
...|didiagnosis|terkena) (?P<v>diabetes
...|asma|migrain|epilepsi|hipertensi|maag|darah tinggi|kolesterol)<end>
profile | children | <aku><adv> (?:punya|memiliki) (?P<v>satu|dua|tiga|empat|lima
...|\d{1,2})(?: orang)? anak<end>
profile | health condition {v} | <aku>(?: ini)? (?P<v>kidal|buta warna|hamil|sedang hamil)<end>
profile | pets | <aku><adv> (?:punya|pelihara|memelihara|memiliki) (?P<v>(?:seekor|satu|dua|tiga
...|empat|\d)(?: ekor)?
... (?:kucing|anjing|kelinci|burung|hamster|ikan))<bare>
profile | learning {v} | <aku><adv><no> belajar (?:bahasa )(?P<v>[a-z]+)<end>
profile | learning {v} | <aku><adv><no> belajar (?:main |bermain )?(?P<v><instruments>)<end>
profile | plays {v} | <aku><adv><no>(?: suka| bisa| sering)* (?:bermain|main) (?P<v><instruments>
...|<sports>)<end>
profile | member of {v} | <aku>(?: adalah)?<adv><not> anggota <v><endno>
profile | car | (?:mobil|motor) (?:saya|aku)(?: adalah| itu)? <v><end>
profile | car | <aku><adv> (?:mengendarai|menyetir|bawa mobil) (?-i:(?=[A-Z]))<v><end>
profile | uses {v} | <aku><adv><no>(?: balik| kembali)? (?:pakai|memakai|menggunakan
...|pake) (?-i:(?P<v>[A-Z][\w.+#-]*))(?: lagi| sekarang)?<bare>
profile | goes to {v} | <aku><adv><no> (?:ikut|ikutan|mengikuti|ambil) (?P<v>(?:les|kursus|kelas
...|ekskul|klub|komunitas
...|sanggar|pengajian|senam|paduan suara|latihan|bimbel|arisan|organisasi
...|karang taruna)(?: \w+){0,2}?)
...(?=\s+(?:(?:se)?tiap|di|seminggu|bareng|hari|rutin|lagi)\b|<endno>)
profile | volunteers at {v} | <aku><adv><no> (?:jadi |menjadi )?(?:relawan|sukarelawan) (?:di
...|untuk) <firm><endno>
profile | smoking | <aku>(?: adalah)?<adv><not>(?: seorang)? (?P<v>perokok(?: berat| aktif)?)<endno>
profile | subscribes to {v} | <aku><adv><no> (?:ber)?langganan (?-i:(?P<v>[A-Z][\w.+-]*))<end>
@profile | dose of {what} {when} | <aku><adv> (?:minum|konsumsi|mengonsumsi|pakai)(?: obat)?
... (?P<what>[a-z][\w-]+) (?P<v>\d+(?:[.,]\d+)? ?<units>)(?P<when> <often>)?<end>
@profile | dose of {what} {when} | <aku><adv> (?:minum|konsumsi|mengonsumsi|pakai)(?: obat)?
... (?P<v>\d+(?:[.,]\d+)? ?<units>) (?P<what>[a-z][\w-]+)(?P<when> <often>)?<end>
profile | blood type | golongan darah (?:saya|aku|ku)(?: adalah)? <v><end>
profile | height | tinggi(?: badan)? (?:saya|aku)(?: adalah)? (?P<v>\d{3} ?cm)<end>
profile | weight | berat(?: badan)? (?:saya|aku)(?: adalah)? (?P<v>\d{2,3} ?(?:kg|kilo))<end>
profile | marital status | <aku><adv><not> (?P<v>menikah|lajang|bercerai|jomblo|belum menikah)<end>
profile | speaks {v} | <aku><adv> (?:bisa |fasih |lancar )*(?:berbahasa|berbicara bahasa
...|bicara bahasa|bahasa) (?P<v>[a-z]+)<end>
profile | email | (?:e-?mail (?:saya|aku)|emailku|alamat email (?:saya|aku)|hubungi (?:saya
...|aku) di)(?: adalah| di| sekarang| ganti jadi| ganti ke| jadi| yang baru)*
... (?P<v>[\w.+-]+@[\w-]+(?:\.[\w-]+)+)
profile | phone | (?:(?:nomor|no\.?) ?(?:telepon|hp|wa|telpon|whatsapp|ponsel
...|handphone)?(?: baru)? ?(?:saya|aku|ku)
...|no ?hp saya)(?: adalah| sekarang| ganti jadi| jadi| yang baru
...| itu)* (?P<v>\+?\d[\d ()/-]{5,18}\d)
profile | time zone | zona waktu (?:saya|aku)(?: adalah)? (?P<v>[\w/+:-]+)<end>
profile | address | alamat (?:rumah )?(?:saya
...|aku)(?: adalah)?(?: di)? (?P<v>[^;!?\n]{4,60}?\d[^;!?\n,.]*)(?=[.;!?,]|$)
@profile | name | <whom>,? (?-i:(?P<v>[A-Z][a-z]+))(?= (?:umur|berumur|berusia|bekerja|kerja
...|tinggal|suka|baru|sudah)\b)
@profile | name | (?:nama )?<whom>(?: yang pertama)?(?: bernama| namanya| dipanggil| adalah)
... <name><end>
@profile | name | nama <whom>(?: adalah| itu)? <name><end>
@profile | name | <aku> punya (?:seorang |seekor )?(?P<who><relations>)(?: yang)? (?:bernama
...|namanya) <name><end>
profile | city | <who><adv><no> tinggal di <place><endno>
+profile | city | <who><adv> pindah ke <place><end>
profile | employer | <who><adv><no> (?:bekerja|kerja) (?:di|untuk) <firm><endno>
profile | age | (?:umur|usia) <who> (?P<v>\d{1,2})(?: tahun| bulan)?<end>
profile | age | <who> (?:berumur|berusia|umur) (?P<v>\d{1,2})(?: tahun| bulan)?<end>
profile | allergy to {v} | <who><adv> alergi (?:terhadap |dengan |pada |sama )?<v><end>
preference | favourite {what} | (?P<what>[a-z]+) (?:favorit|kesukaan|kesayangan) (?:saya
...|aku)(?: adalah| itu| ialah)? <v><end>
preference | favourite {what} | (?P<what>[a-z]+) (?:favoritku
...|kesukaanku)(?: adalah| itu| ialah)? <v><end>
preference | favourite {what} | (?P<v>(?-i:[A-Z])[\w'’-]*(?: [\w'’-]+){0,2}?)(?: adalah
...| itu)?(?P<ends> bukan(?: lagi)?)?
... (?P<what>[a-z]+) (?:favorit|kesukaan|kesayangan) (?:saya|aku)<end>
preference | taste in {v} | <aku>(?: memang| juga)* (?P<verb>(?:penggemar|fans|pecinta
...|pencinta)(?: berat)?|hobi|hobinya|kecanduan
...|tergila-gila(?: pada| dengan)?|doyan(?: banget)?|demen(?: banget)?|anti
...|tidak tahan(?: dengan)?|gak doyan|nggak doyan
...|tidak doyan) <taste><tend>
preference | taste in {v} | (?P<verb>hobi(?: saya| aku|ku)?)(?: adalah| itu)? <taste><tend>
preference | taste in {v} | <aku>(?: sangat| benar-benar| sekali| memang| juga| paling)*
... (?P<verb>(?:tidak |nggak |gak |kurang |tak |enggak )(?:begitu |terlalu |terlalu )?suka
...|lebih suka|lebih memilih|suka|menyukai|benci|membenci|gemar|paling suka)(?: (?:banget|bgt
...|sekali|bener))?(?: (?:sama|ama|dengan))? <taste><tend>
-preference | taste in {v} | <aku> (?:sudah )?(?:tidak|nggak|gak) (?P<verb>suka) <taste> lagi<tend>
~temporary | place | <aku><adv> (?:sedang |lagi |akan )?(?:berada )?di (?-i:(?P<v>[A-Z][\w'’-]*
...(?: [A-Z][\w'’-]*){0,2}))<end>
~temporary | state | <aku><adv> (?:sedang |lagi )?(?P<v>cuti|liburan|berlibur|sakit
...|dinas luar kota|di rumah sakit|puasa|bekerja dari rumah|wfh|demam|flu|dalam perjalanan)<end>
"""
_WORDS: Final = {
    word.replace("_", " "): one for word, one in (pair.split("=") for pair in _RELATIONS.split())
}
_ALL: Final = "|".join(sorted(_WORDS, key=lambda word: (-len(word), word)))
_BARE: Final = r"\s*(?:[,;.!?:()–—]|$)"
_WORDS_AFTER: Final = (
    r"dan|tapi|tetapi|karena|sebagai|dengan|sejak|sekarang|juga|kok|ya|nih|untuk|yang|jadi"
    r"|saat ini|deh"
    r"|sih|dong|daripada|kalau|bersama|dekat"
)
_END: Final = rf"(?={_BARE}|\s+(?:{_WORDS_AFTER})\b)"

INDONESIAN: Final = Language(
    rules=rules(
        _TABLE,
        units=r"(?:mg|mcg|ml|g|miligram|mikrogram|unit)",
        often=(
            r"(?:(?:se)?tiap (?:hari )?(?:pagi|siang|sore|malam|hari|minggu|senin|selasa|rabu|kamis"
            r"|jumat|sabtu)|(?:sebelum|sesudah|setelah) (?:makan|tidur|sarapan)"
            r"|pagi hari|malam hari)"
        ),
        aku=r"(?:saya|aku|gue|gw|kami)",
        adv=(
            r"(?: (?:sekarang|juga|masih|sudah|baru saja|baru|akan|sedang|lagi|memang|kini|telah"
            r"|udah"
            r"|saat ini|sendiri|berat|ini|bakal|kembali|kini))*"
        ),
        no=r"(?P<ends> tidak lagi| sudah tidak| tidak| nggak| gak| bukan lagi)?",
        endno=rf"(?=(?: lagi)?{_BARE}|\s+(?:{_WORDS_AFTER})\b)",
        name=r"(?P<v>(?-i:[A-Z])[\w'’.-]*(?: (?-i:[A-Z])[\w'’.-]*){0,3}|[a-z]+(?=" + _BARE + "))",
        place=(
            r"(?P<v>(?!(?:sini|sana|situ|rumah|bulan|dunia|hati|sebuah|kos|kost|apartemen|luar"
            r"|kota|desa|mana)\b)\w[\w'’-]*(?:[ ](?!dan\b|tapi\b|sejak\b|sebagai\b"
            r"|lagi\b)\w[\w'’-]*){0,3}?)"
        ),
        firm=(
            r"(?P<v>(?!(?:sini|sana|situ|rumah(?! sakit\b| makan\b)|luar|mana|sebuah|malam|bidang"
            r"|tempat|kantor(?! \w)|dunia"
            r"|lapangan|depan|bawah|atas|dalam|hari|kota|kampung|desa"
            r"|perusahaan(?! \w))\b)(?:[^,;!?:()\n.–—]"
            r"|\.(?=\S))+?)"
        ),
        who=(
            r"(?P<who><relations>)(?: (?:pertama|kedua|sulung|bungsu|perempuan"
            r"|laki-laki))?(?: saya| aku| kami|ku)(?:,? (?-i:[A-Z][a-z]+)(?= (?:umur|berumur"
            r"|berusia|bekerja|kerja"
            r"|tinggal|sudah|baru)))?"
        ),
        whom=(
            r"(?P<who><relations>)(?: (?:pertama|kedua|sulung|bungsu|perempuan"
            r"|laki-laki))? (?:saya|aku|kami)"
        ),
        occupation=(
            r"(?:guru|dokter|perawat|dosen|mahasiswa|mahasiswi|pelajar|programmer|pengacara"
            r"|akuntan|arsitek|petani"
            r"|pedagang|sopir|polisi|pegawai negeri|wartawan|penulis|desainer|insinyur|bidan"
            r"|apoteker|koki|barista"
            r"|florist|fotografer|peneliti|penerjemah|psikolog|tentara|nelayan|montir|mekanik"
            r"|satpam|kasir|analis"
            r"|manajer|sekretaris|pustakawan|jurnalis|musisi|penyanyi|pelukis|penjahit|tukang \w+"
            r"|pilot|pramugari"
            r"|teknisi|konsultan|pengusaha|engineer|software engineer|data analyst|developer)"
        ),
        instruments=r"(?:gitar|piano|biola|drum|bass|seruling|saksofon|terompet|ukulele|harmonika"
        r"|cello|keyboard|angklung)",
        sports=r"(?:tenis|sepak bola|basket|voli|badminton|bulu tangkis|golf|catur|futsal"
        r"|tenis meja|bola|padel)",
        relations=_ALL,
        taste=(
            r"(?!(?:itu|ini|kamu|dia|mereka|sekali|banget|apa|kalau|yang|cara"
            r"|idenya)\b)(?P<v>(?:[^,;!?:()\n.–—]|\.(?=\S))+?)"
        ),
        tend=rf"(?={_BARE}|\s+(?:{_WORDS_AFTER}|lagi|banget|sekali|sama sekali)\b)",
        end=_END,
        bare=_BARE,
        v=r"(?P<v>(?:[^,;!?:()\n.–—]|\.(?=\S))+?)",
        **{"not": r"(?P<ends> bukan lagi| tidak lagi| bukan| tidak)?"},
    ),
    openers=re.compile(
        r"\W*(?:(?:dan|tapi|tetapi|jadi|ya|hal+o+|ha+i+|hi+|he+y+|sumpah|jujur|asli|serius"
        r"|kenalin|hi|hey"
        r"|maaf|oh|oke|ok|terima kasih|makasih|btw"
        r"|ngomong-ngomong|oh ya|sekadar info|info|catatan|ingat|tolong ingat|perlu diketahui"
        r"|sebenarnya"
        r"|karena|koreksi|ralat|saat ini|sekarang|hari ini|kebetulan|fyi|kak"
        r"|duh|aduh|wah|eh|nah|jadi gini|oh iya|iya|sejujurnya|jujur aja|pokoknya|ternyata"
        r"|akhirnya|sayangnya|untungnya"
        r"|belakangan ini|akhir-akhir ini|kini|mulai sekarang|omong-omong|by the way|sekedar info"
        r"|update|singkatnya"
        r"|seperti yang saya bilang|ganti nomor|jangan lupa|biasanya|secara pribadi"
        r"|perkenalkan)\b[\s,.!:–—-]*)*",
        re.IGNORECASE,
    ),
    relations=_WORDS,
    trim=re.compile(
        r"^(?:seorang|sebuah|seekor)\s+(?=\S)|\s+(?:juga|ya|sekarang|nih|kok|lagi)$", re.IGNORECASE
    ),
)
