"""Strip of the open offer."""

from kivy.properties import NumericProperty, ObjectProperty

from companion.ui.widgets.layout import BoxLayout


class OfferStrip(BoxLayout):
    """Strip of an OpenOffer: its button opens the trade, where it is answered."""

    value = ObjectProperty(rebind=True)
    table = ObjectProperty(None, allownone=True, rebind=True)
    marker = NumericProperty(-1)

    def on_value(self, *_: object) -> None:
        self.marker = self.table.marker_of(self.value.other)
