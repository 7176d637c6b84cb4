#!/usr/bin/env python3
"""Writes a music catalogue shaped like an answer of the iTunes Search API; everybody and everything in it is invented."""

import json
import random
import sys

# Genre, artist, album, tracks. Scripts, directions, combining marks and characters beyond the basic plane on purpose.
ALBUMS = [
    ("Ambient", "Sluice Fixtures", "Aurora", ["Still Water", "First Light", "Nine Gates"]),
    ("Alternative", "Zoë Brávek", "Déjà Vécu à Łódź", ["Crème brûlée for Two", "Ångström & Ørsted", "Straße nach Überall"]),
    ("Folk", "Sigríður Þöll", "Vötnin sofa", ["Ísinn syngur", "Ljós yfir læk"]),
    ("Chanson", "L’Écluse", "Où va l’eau", ["Cœur d’écluse", "Noël en août"]),
    ("Latin", "Los Ñandúes del Sur", "¿Y mañana qué?", ["Corazón de pingüino", "¡Ándale, señor Muñoz!"]),
    ("Rock", "Příliš Žluťoučký Kůň", "Ďábelské ódy", ["Tichá řeka", "Čtyři brány"]),
    ("Jazz", "Ngọc Diệp & Hội", "Dòng sông đêm", ["Ánh trăng trên hồ", "Thuyền giấy"]),
    ("Электроника", "Полярная станция", "Тихая вода", ["Сияние над озером", "Поезд в тоннеле", "Ещё один байт"]),
    ("Фолк", "Гурт «Шлюз»", "Їжак і місяць", ["Ґанок над річкою", "Підемо далі"]),
    ("Λαϊκά", "Ορχήστρα του Κάβου", "Νερό και φως", ["Το τραγούδι της λίμνης", "Ώρα μηδέν"]),
    ("موسيقى عربية", "فرقة النهر الهادئ", "ضوء الشمال", ["أغنية البوابة", "مَاءٌ وَنُورٌ", "رحلة رقم ٧"]),
    ("مستقل", "گروه آبشار", "شب‌های دریاچه", ["نامه‌ای به باران", "پنجره"]),
    ("פופ", "להקת הסכר", "מים שקטים", ["אור בצפון", "שָׁלוֹם לַגֶּשֶׁם", "רכבת 42 (Live)"]),
    ("इंडी", "नीलम झील", "शांत जल", ["उत्तर की रोशनी", "क्षितिज के पार", "दूसरी कश्ती"]),
    ("தமிழ்", "நதியின் குரல்", "அமைதி", ["மழைக்கால இரவு", "வெளிச்சம்"]),
    ("อินดี้", "วงประตูน้ำ", "แสงเหนือ", ["แม่น้ำที่หลับใหล", "เรือกระดาษ"]),
    ("国语流行", "静水乐队", "北方的光", ["湖上的歌", "第七道门", "慢慢来"]),
    ("國語另類", "閘門樂團", "水與夜", ["極光之下", "龘靐齉"]),
    ("J-Pop", "水門ナイト", "オーロラの湖", ["しずかな水", "トンネルの向こうへ", "ヴァイオリンと雪"]),
    ("인디", "고요한 물", "북쪽의 빛", ["호수의 노래", "마지막 바이트", "천천히 와"]),
    ("ამბიენტი", "მდინარის ხმა", "ჩრდილოეთის ნათება", ["წყნარი წყალი", "კარიბჭე"]),
    ("Electronic", "🌊🚪", "🌌 over 🏔️", ["👩🏽‍🚀 calling 🌍", "🇮🇸🇳🇴🇫🇮", "𝄞 in 𝔾 major 🎶"]),
    ("Experimental", "Null & Sons", "Edge <Cases>", [
        "\"Quoted\" \\ and \\\\ escaped", "<b>not bold</b> &amp; &", "Cafe\u0301 (decomposed)", "100% / #1? a=b&c=d",
        "A Title So Long That Every Table It Is Ever Shown in Has To Decide Whether It Wraps, Cuts, Scrolls or Gives Up, "
        "Pt. II", "\u202eesrever\u202c \u200bzero\u200bwidth", "0"]),
]


def results():
    dice = random.Random(1979)
    number = 900_000_000
    for index, (genre, artist, album, tracks) in enumerate(ALBUMS, 1):
        year, month, day = dice.randint(1968, 2024), dice.randint(1, 12), dice.randint(1, 28)
        for position, track in enumerate(tracks, 1):
            number += dice.randint(1, 4000)
            yield {
                "wrapperType": "track", "kind": "song",
                "artistId": 700_000_000 + index * 37, "collectionId": 800_000_000 + index * 53, "trackId": number,
                "artistName": artist, "collectionName": album, "trackName": track,
                "previewUrl": "/audio/tune.m4a" if number % 2 else "/audio/tune-cbr.mp3",
                "artworkUrl60": "/images/aurora-interlaced.png", "artworkUrl100": "/images/aurora.jpg",
                "artworkUrl600": "/images/aurora-progressive.jpg",
                "collectionPrice": 9.99, "trackPrice": 1.29 if position == 1 else 0.99,
                "releaseDate": f"{year}-{month:02}-{day:02}T12:00:00Z",
                "collectionExplicitness": "notExplicit", "trackExplicitness": "notExplicit",
                "discCount": 1, "discNumber": 1, "trackCount": len(tracks), "trackNumber": position,
                "trackTimeMillis": dice.randint(95_000, 412_000), "country": "ISL", "currency": "EUR",
                "primaryGenreName": genre, "isStreamable": True,
            }


def main():
    # Two of the emoji tracks are written in ASCII, so that readers meet escapes and surrogate pairs too.
    all_results = list(results())
    emoji = [result for result in all_results if result["artistName"] == "🌊🚪"]
    lines = [json.dumps(result, ensure_ascii=result in emoji[1:]) for result in all_results]
    with open(sys.argv[1], "w", encoding="utf-8", newline="\n") as file:
        file.write('{\n"resultCount": %d,\n"results": [\n%s\n]\n}\n' % (len(lines), ",\n".join(lines)))


main()
