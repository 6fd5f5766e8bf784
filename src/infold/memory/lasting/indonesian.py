"""Indonesian words for what lasts."""

from __future__ import annotations

from typing import Final

from infold.memory.lasting.words import Lasting, kin, pattern
from infold.memory.phrases.indonesian import INDONESIAN as _RULES

__all__ = ["INDONESIAN"]

_KIN: Final = kin(_RULES.relations)
_PARTS: Final = {
    "i": r"(?:saya|aku|gue|gua|gw|kami|kita)",
    "adv": r"(?:(?:juga|sudah|udah|telah|masih|lagi|sedang|baru|baru saja|sekarang|saat ini"
    r"|biasanya"
    r"|sering|selalu|jarang|kadang|rutin|memang|emang|kebetulan|cuma|hanya|sendiri|ini|itu|dulu"
    r"|sejak kecil|dari kecil|pernah|sangat|banget|sehari-hari|tiap hari|setiap hari|sama sekali"
    r"|paling|orangnya|orang|agak|cukup|akhirnya|ngga|dari dulu|malah|kan|tuh|sih|setiap \w+"
    r"|tiap \w+) )*",
    "no": r"(?:tidak|nggak|gak|ga|enggak|ngga|tak|belum|bukan|tidak bisa|nggak bisa|gak bisa"
    r"|ga bisa|tidak boleh|nggak boleh|gak boleh|tidak pernah|nggak pernah|gak pernah)",
    "kin": rf"(?:{_KIN}|anak(?:-anak)?|cucu|keponakan|mertua|ipar|sepupu|bayi|balita|si kecil|si"
    r" sulung|si bungsu|kucing|anjing|kelinci|hamster|burung|ikan|ayam|kambing|sapi|kura-kura)",
    "ill": r"(?:asma|diabetes|maag|gerd|hipertensi|darah tinggi|kolesterol|asam urat|migrain|alergi"
    r"|anemia|epilepsi|vertigo|sinusitis|rematik|tbc|tipes|kanker|hepatitis|skoliosis|insomnia"
    r"|depresi|autisme|adhd|buta warna|rabun|minus|wasir|eksim|amandel|penyakit \w+|fobia|jantung)",
    "thing": r"(?:rumah|apartemen|kos|kontrakan|kebun|sawah|ladang|toko|warung|usaha|bengkel|kafe"
    r"|kedai|salon|mobil|motor|sepeda|perahu|hp|ponsel|laptop|kamera|printer|oven|kompor|kulkas"
    r"|gitar|piano|biola|drum|tato|sim|paspor|kartu|langganan|asuransi|cicilan|kpr|hutang|utang"
    r"|tabungan|channel|kanal|blog|podcast|akuarium|kolam|mesin jahit|koleksi|beasiswa|gelar"
    r"|ijazah|golongan darah|tanah|ruko)",
    "freq": r"(?:(?:setiap|tiap)(?: hari)? \w+|sehari-hari|sehari \w+ kali|(?:se|dua|tiga|empat"
    r"|\d+)"
    r" ?kali (?:sehari|seminggu|sebulan|setahun)|sekali (?:sehari|seminggu|sebulan)"
    r"|seminggu \w+ kali"
    r"|rutin|biasanya|selalu|ke (?:kantor|kampus|sekolah|tempat kerja)|per (?:hari|minggu|bulan)"
    r"|sehari|seminggu|sebulan|setahun|pagi-pagi|malam-malam|akhir pekan)",
    "long": r"(?:sejak (?!tadi|kemarin)\w+|dari (?:kecil|lahir|dulu|tahun \d+)|selama \d+ tahun"
    r"|sudah \w+ tahun|udah \w+ tahun|seumur hidup|bertahun-tahun)",
    "money": r"(?:rp\.? ?\d[\d.,]*(?: ?(?:ribu|juta|jt|rb|k))?|\d[\d.,]*\s?(?:ribu|juta|jt|rb"
    r"|rupiah)\b)",
    "does": r"(?:punya|memiliki|mempunyai|pelihara|memelihara|piara|ternak|beternak|jualan"
    r"|berjualan"
    r"|jual|dagang|berdagang|ngajar|mengajar|kuliah|sekolah|kerja (?:shift|sif|malam|sambilan)"
    r"|ngekos"
    r"|ngontrak|main|bermain|ikut|mengikuti|gabung|koleksi|mengoleksi|menjahit|melukis|memancing"
    r"|berkebun|bertani|merokok|vape|menderita|mengidap|alergi|takut|fobia|mabuk|pakai kacamata"
    r"|pakai (?:hijab|kursi roda|alat bantu|behel)|berjilbab|bisa|jago|pandai|berbahasa|vegetarian"
    r"|vegan|puasa|menikah|nikah|cerai|janda|duda|jomblo|pensiunan|pensiun|hamil|menyusui|lahir"
    r"|besar di|asli|keturunan|berasal|penyandang|anggota|pengurus|ketua|bendahara|kidal|ngerawat"
    r"|merawat|mengurus|mengasuh|momong|nyopir|narik|ngojek|jadi|menjadi|sebagai|seorang|buka"
    r"|membuka usaha|menyewa|sewa|nabung|menabung|nyicil|mencicil|langganan|berlangganan)",
    "taste": r"(?:(?:lebih |paling |sangat |kurang )?(?:suka|demen|gemar|hobi|doyan|cinta|favorit"
    r"|benci"
    r"|anti|ogah|males|malas|seneng|senang|menyukai|membenci)\b)",
    "consumes": r"(?:makan|minum|naik|pakai|pake|memakai|menggunakan|konsumsi|mengonsumsi"
    r"|olahraga|lari"
    r"|jogging|renang|berenang|gowes|bersepeda|tidur|bangun|masak|memasak|nonton|baca|dengerin"
    r"|mendengarkan|les|kursus|ngaji|latihan|pulang|berangkat|gajian|belanja|bayar|terapi|suntik"
    r"|cuci darah|kontrol|pergi|gereja|misa|salat|tahajud|fitnes|nge-?gym|yoga|senam|menulis"
    r"|nyanyi)",
}

INDONESIAN: Final = Lasting(
    speaks=pattern(
        r"<i> (?=\w)|(?:[a-z][\w-]*(?: [\w-]+){0,2}?) (?:saya|aku|gue|kami|gw)(?: |$)|nama saya",
        **_PARTS,
    ),
    holds=pattern(
        r"""
        <i> <adv>(?:<no> )?<adv>(?:<does>|<taste>)\b.*
        <i> <adv><no> <adv>(?:makan|minum|pakai|tahan|kuat|doyan|merokok|bisa|boleh|punya)\b .+
        <i> <adv><consumes>\b.{0,60}?(?<!\w)<freq>(?!\w)
        <i> <adv>(?:rutin|selalu|biasanya|tiap hari|setiap hari|sering|jarang) <consumes>\b.*
        <i> (?:tiap|setiap) [\w ]{2,40} <consumes>\b.*
        <i> <adv>(?:guru|dosen|perawat|bidan|dokter|supir|sopir|petani|nelayan|pedagang|tukang
        ...|satpam|mahasiswa|pelajar|ibu rumah tangga|karyawan|pegawai|pns|freelancer|anak (?:kos
        ...|tunggal|sulung|bungsu)|orang (?!yang)|relawan|pelatih|bendahara|ketua)\b.*
        (?:rumah|kos|kamar|apartemen|kebun|dapur|kantor) (?:saya|kami|aku) (?:di|ada di|dekat
        ...|menghadap|punya|tidak punya|nggak ada|tanpa)\b.*
        <i> ke (?:kantor|kampus|sekolah|tempat kerja) .{0,20}(?:naik|pakai|jalan kaki|pake)\b.*
        <i> .{0,60}<long>
        <i> .{0,60}\b(?:bayar|membayar|habis|keluar|beli|gaji|dapat|digaji|nyicil)\b.{0,40}<money>
        .{2,40} (?:saya|aku|kami|gue) .{0,30}<money>
        <kin>(?: [\w-]+){0,3} (?:saya|aku|kami|gue
        ...|gw)(?:,? [\w-]+,?)? <adv>(?:<no> )?<adv>(?:<does>|<taste>|<ill>|kena|punya|sakit
        ...|kelas|umur\w*|berumur|usia\w*|hamil|kuliah|sekolah|bulan|\w+ tahun|(?:makan|minum|suka
        ...|takut)\b|namanya|bernama|masuk|mau nikah|sakit \w+)\b.*
        (?!masalah|pertanyaan|ide|kode|skrip|file|pesanan|paket|tabel|tugas|aplikasi|server
        ...|laporan|jawaban|kepala|perut)[a-z]\w+
        ...(?: [\w-]+){0,2}? (?:saya|aku|kami|gue) .{0,24}?\d
        (?:hobi|kesukaan|favorit|golongan darah|bahasa ibu|cita-cita|[\w-]+ favorit
        ...|[\w-]+ kesukaan) (?:saya|aku|gue|kami) .+
        <i> <adv>(?:baru |barusan |baru saja |akhirnya )(?:beli|menikah|nikah|pindah|lulus
        ...|diterima|jadi|punya|resmi|melahirkan|masuk|gabung|mulai)\b.*
        """,
        **_PARTS,
    ),
    held=pattern(
        r"<i> <adv>(?:kerja|bekerja|tinggal|kuliah|sekolah|jadi|menjadi|mengajar|main|punya|ikut"
        r"|tugas"
        r"|bertugas|magang|menjabat|dinas|kos|ngekos|di)\b.+",
        **_PARTS,
    ),
    plans=pattern(
        r"<i> <adv>(?:akan |bakal |mau )?(?:menikah|nikah|pindah|berangkat|terbang|umrah"
        r"|naik haji|wisuda"
        r"|operasi|melahirkan|pensiun|mulai kerja|mudik|liburan)\b.*"
        r"|(?:[a-z][\w-]*(?: [\w-]+){0,2}?) (?:saya|aku|kami) .*",
        **_PARTS,
    ),
    likes=pattern("<taste>|favorit|kesukaan|hobi", **_PARTS),
    passes=pattern(
        r"\b(?:teman|temen|sahabat|tetangga|bos|atasan|rekan) (?:saya|aku|gue|kami)\b|\A(?:teman"
        r"|temen|sahabat|tetangga|bos|atasan|rekan|sepupu|paman|om|tante|bibi|guru|dosen"
        r"|pacar teman|dokter|pak|bu|mas|mbak)\b|"
        r"\b(?:butuh|perlu|ingin|pengen|pengin|tanya|bertanya|mohon|tolong|minta|bingung|coba"
        r"|mencoba|cari"
        r"|mencari|nyari|rasa|pikir|kira|harap|semoga|ini error|error|tugas|proyek|kalau|jika"
        r"|apakah"
        r"|mungkin|sepertinya|kayaknya|rencananya|berencana|tidak tahu|nggak tahu|gak tau"
        r"|tidak lagi"
        r"|bagaimana|gimana|tidak \w+ lagi|nggak \w+ lagi|gak \w+ lagi|gak bisa buka"
        r"|tidak bisa buka"
        r"|bisa minta|bisa tolong|tadi|barusan|lagi bikin|sedang membuat|lagi ngerjain)\b"
    ),
)
