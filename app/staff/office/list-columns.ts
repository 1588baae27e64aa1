/**
 * A column of a list's page: one of the view's, by its name; or what stands in several of them, in one cell below a heading
 * of its own. `isDue`: until when somebody waits, so that it is red once it is over.
 */
export type PageColumn = string | { heading: string; of: readonly string[]; isDue?: boolean };

/** So many stand beside each other on a desk of 1280 px and on paper. */
export const MOST_BESIDE = 8;

const receiver = [
  "receiver",
  { heading: "Place", of: ["deliver_suburb", "deliver_city"] },
  "receiver_phone",
] as const satisfies PageColumn[];
const promised = { heading: "Promised", of: ["agreed_day", "agreed_time"] } as const;
const since = (column: string): PageColumn => ({ heading: "Since", of: [column] });
const mail = ["to_address", "subject", "status", since("queued_at"), "attempts", "last_error", "what_to_do"];

/**
 * What a list's page begins with, by its view: who it is, where, their phone, what is the matter, since when, what they
 * were promised and what to do; then its number. The rest comes when all of each row is asked for. Files have the columns
 * of the view. Whoever adds a view with more than `MOST_BESIDE` columns says here which come first.
 */
export const pageColumns: Record<string, readonly PageColumn[]> = {
  staff_accounts: [
    ...["customer", "customer_phone", "status", "quotes", "joined_at", "owes_rand", "oldest_due", "customer_email"],
  ],
  staff_agreed_undriven: [
    "person",
    { heading: "Place", of: ["suburb", "city"] },
    "person_phone",
    "visit",
    { heading: "Promised", of: ["day", "from_time", "until_time"] },
    "postal_code",
    "waybill_no",
  ],
  staff_api_keys: ["customer_email", "name", "begins_with", "status", "bookings", "made_at", "last_used_at", "key_id"],
  staff_bookings: [...receiver, "status", since("last_event_at"), promised, "what_to_do", "waybill_no"],
  staff_charges: [
    ...["waybill_no", "customer_email", "status", "amount_rand", "because"],
    since("asked_at"),
    ...["pay_by", "what_to_do"],
  ],
  staff_cases: [...receiver, "status", since("opened_at"), "what_is_wrong", "what_to_do", "case_no"],
  staff_collections: [
    "sender",
    { heading: "Place", of: ["collect_suburb", "collect_city"] },
    "sender_phone",
    "collect_when",
    promised,
    { heading: "Wished", of: ["collection_day_wished", "collection_time_wished"] },
    "what_to_do",
    "waybill_no",
  ],
  staff_credit: [
    ...["customer", "owes_rand", "oldest_due", "oldest_statement", "limit_rand", "credit"],
    ...["customer_phone", "customer_email"],
  ],
  staff_delays: [
    "place",
    "postal_codes",
    "status",
    "because",
    { heading: "Days", of: ["from_day", "until_day"] },
    "parcels_told",
    "who",
    "made_at",
  ],
  staff_driver_applications: [
    "applicant",
    { heading: "Place", of: ["lives_in"] },
    "applicant_phone",
    "status",
    since("received_at"),
    "vehicle",
    "what_to_do",
    "reference",
  ],
  staff_driver_reports: [
    ...["receiver", "receiver_phone", "driver", "visit", "driver_said"],
    since("reported_at"),
    ...["what_to_do", "waybill_no"],
  ],
  staff_drivers: [
    ...["driver", "driver_phone", "plate", "status", "stops_today", "stops_marked_today", "last_mark_at", "what_to_do"],
  ],
  staff_in_vans: [...receiver.slice(0, 2), "driver", "why", "since", "pieces", "box", "waybill_no"],
  staff_invoices: [
    ...["customer", "paper", "gross_rand", "vat_rand", "issued_at", "waybill_no", "quote_no", "invoice_no"],
  ],
  staff_mail: mail,
  staff_mail_not_sent: mail,
  staff_manual_quotes: [
    "sender",
    { heading: "Place", of: ["collect_suburb", "collect_city"] },
    "customer_phone",
    { heading: "To", of: ["deliver_suburb", "deliver_city", "deliver_country"] },
    since("asked_at"),
    "why_by_hand",
    "what_to_do",
    "quote_no",
  ],
  staff_messages: [
    "to_address",
    "subject",
    "told",
    "channel",
    "status",
    since("queued_at"),
    "what_to_do",
    "waybill_no",
  ],
  staff_open_quotes: [
    "sender",
    { heading: "To", of: ["deliver_suburb", "deliver_city", "deliver_country"] },
    "sender_phone",
    "status",
    since("asked_at"),
    { heading: "Promised", of: ["price_held_until"] },
    "what_to_do",
    "quote_no",
  ],
  staff_payments_noted: [
    ...["customer_email", "status", "amount_rand", "missing_rand", "payfast_payment"],
    since("noted_at"),
    ...["what_to_do", "quote_no"],
  ],
  staff_payments_received: [
    ...["customer_email", "status", "paid_rand", "paid_back_rand", "paid_at"],
    { heading: "Way", of: ["way", "payfast_payment", "reference"] },
    "waybill_no",
    "quote_no",
  ],
  staff_takings: [...["day", "way", "left_rand", "noted_by", "received_rand", "paid_back_rand", "payments", "refunds"]],
  staff_payments_refused: [
    ...["reason", "amount_rand", "payfast_payment", "times_sent"],
    since("first_received_at"),
    ...["what_to_do", "quote_no"],
  ],
  staff_payments_to_refund: [
    ...["customer_email", "why", "refund_rand", "payfast_payment"],
    since("paid_at"),
    ...["what_to_do", "waybill_no", "quote_no"],
  ],
  staff_payments_unanswered: [
    ...["customer_email", "status", "booking_status", "amount_rand"],
    since("started_at"),
    ...["what_to_do", "quote_no"],
  ],
  staff_payments_unsigned: [
    ...["reason", "from_payfast", "notices"],
    since("first_received_at"),
    ...["last_received_at", "what_to_do", "quote_no"],
  ],
  staff_parcels_under_way: [
    ...receiver,
    { heading: "Status", of: ["status", "late_since"] },
    since("last_event_at"),
    { heading: "Promised", of: ["agreed_day", "agreed_time", "news_by"], isDue: true },
    "what_to_do",
    "waybill_no",
  ],
  staff_promises: [
    "person",
    "place",
    "what",
    { heading: "Promised", of: ["until"], isDue: true },
    "over",
    { heading: "What to do", of: ["keep_by"] },
    "number",
  ],
  staff_reported_marks: [
    ...["receiver", "receiver_phone", "driver", "driver_said", "why_not_believed"],
    since("reported_at"),
    ...["what_to_do", "waybill_no"],
  ],
  staff_revenue: [
    ...["day", "money", "payments", "received_rand", "vat_rand", "paid_back_rand", "claims_rand", "charged_back_rand"],
  ],
  staff_run_sheet: [
    { heading: "Stop", of: ["day", "driver", "stop"] },
    "person",
    { heading: "Place", of: ["street", "suburb", "city"] },
    "person_phone",
    "status",
    promised,
    "what_to_do",
    "waybill_no",
  ],
  staff_sales: [
    ...[
      "customer_email",
      "booked_at",
      "route",
      "deliver_postal_code",
      "deliver_country",
      "box",
      "price_rand",
      "quote_no",
    ],
  ],
  staff_today: ["group", "work", "how_many", "until", "first_ones", "first_person", "second_person", "see"],
  staff_vat: [
    ...["month", "invoices", "gross_rand", "vat_rand", "credit_notes", "credited_vat_rand", "vat_to_pay_rand", "mode"],
  ],
  staff_webhooks: [
    ...["customer_email", "address", "status", "waiting", "given_up"],
    since("failing_since"),
    ...["what_to_do", "webhook_id"],
  ],
  staff_wishes: [
    ...receiver,
    { heading: "Wish", of: ["wish", "day", "part"] },
    "status",
    since("wished_at"),
    "what_to_do",
    "waybill_no",
  ],
};
