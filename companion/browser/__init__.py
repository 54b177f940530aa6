"""The table in browsers: pictures go out as plain values, fingers come back as places.

``front`` is the front end of the bank, with one ``Glass`` for each page that is open: a viewer and
its fingers. ``wire`` writes what differs between two pictures; ``static/table.js`` paints it, and
knows neither the game nor what a tap means. ``app`` has the routes and what each request must
satisfy.
"""
