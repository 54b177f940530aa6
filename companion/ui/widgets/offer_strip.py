"""The open offer, wherever the game is played on, so that it is never forgotten."""

from kivy.properties import ObjectProperty
from kivy.uix.boxlayout import BoxLayout


class OfferStrip(BoxLayout):
    """``value`` is an OpenOffer: a tap on its words leads to the deal, and two answers."""

    value = ObjectProperty(rebind=True)
    table = ObjectProperty(None, allownone=True, rebind=True)
