"""Books with the client that openapi-python-client makes; `run.mjs` starts it with `thuma` on its path."""

import os

from thuma import AuthenticatedClient
from thuma.api.bookings import book_parcel, cancel_booking, get_booking, list_bookings
from thuma.api.pricing import quote_local
from thuma.models import BookingRequest, QuoteLocalBody

client = AuthenticatedClient(base_url=os.environ["SITE"], token=os.environ["KEY"])
asked = {"fromPostal": "1459", "toPostal": "1868", "quantity": 1, "selectedBoxId": "flyer-bag"}
price = quote_local.sync(client=client, body=QuoteLocalBody.from_dict(asked))
order = BookingRequest.from_dict(
    {
        "reference": "python-1",
        "from": {"addressLine": "12 Shop Street", "city": "Germiston", "postal": "1459"},
        "to": {
            "name": "Zodwa Khumalo",
            "phone": "082 123 4567",
            "addressLine": "9 Vilakazi Street",
            "city": "Soweto",
            "postal": "1868",
        },
        "parcel": {"boxId": "flyer-bag", "quantity": 1, "parcelDesc": "Shoes"},
        "agreedTotal": price.pricing.totals.grand_total,
    }
)
booked = book_parcel.sync_detailed(client=client, body=order, idempotency_key="python-1")
assert booked.status_code == 201, booked
again = book_parcel.sync_detailed(client=client, body=order, idempotency_key="python-1")
assert again.parsed == booked.parsed and again.headers["Idempotency-Replayed"] == "true", again
assert get_booking.sync(booked.parsed.id, client=client).status == "pending_payment"
listed = list_bookings.sync(client=client, reference="python-1", limit=10)
assert [each.id for each in listed.bookings] == [booked.parsed.id], listed
assert cancel_booking.sync(booked.parsed.id, client=client).status == "cancelled"
