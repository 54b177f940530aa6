"""Texts of the game code screen."""

from companion.text.catalogue import Sentences

CODE = Sentences(
    {
        "title": "The evening",
        "open": "Not over yet",
        "won": "{winners} won {worth}",
        "several won": "{count} won",
        "when": "{began} · {turns}",
        "drawing": "Drawing the code …",
        "photograph": "Photograph the code: {moves}.",
        "photograph all": "Too long for one code: take all {count}.",
        "import": "companion import --qr photo.jpg",
        "compare": "Compare the fingerprint.",
        "share": "Share",
        "scan link": "Scan with a phone in this Wi-Fi: picture and report.",
        "keep picture": "Keep the picture, and send it to whoever you like.",
        "counter": "Code {place} of {count}",
    }
)

text_of = CODE.fill
