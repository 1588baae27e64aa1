/** The groups of Today, the first that leads, with what each is. */
export const workGroups = {
  Promised: "somebody was told a time",
  Phone: "nothing can happen before you have phoned",
  Money: "to check and to refund",
  Watch: "nothing to do as long as all goes well",
} as const;

export type WorkGroup = keyof typeof workGroups;

/** The lists that Today counts: the column with the number of each row, and whether a row says its payment mode. */
export const workLists = {
  staff_promises: { number: "number", hasMode: false },
  staff_collections: { number: "waybill_no", hasMode: true },
  staff_parcels_under_way: { number: "waybill_no", hasMode: true },
  staff_agreed_undriven: { number: "waybill_no", hasMode: true },
  staff_unanswered_visits: { number: "waybill_no", hasMode: true },
  staff_wishes: { number: "waybill_no", hasMode: true },
  staff_photos_missing: { number: "waybill_no", hasMode: false },
  staff_misstated: { number: "waybill_no", hasMode: false },
  staff_driver_reports: { number: "waybill_no", hasMode: true },
  staff_reported_marks: { number: "waybill_no", hasMode: true },
  staff_charges: { number: "waybill_no", hasMode: true },
  staff_cases: { number: "case_no", hasMode: true },
  staff_manual_quotes: { number: "quote_no", hasMode: false },
  staff_payments_to_refund: { number: "quote_no", hasMode: true },
  staff_payments_noted: { number: "quote_no", hasMode: true },
  staff_payments_refused: { number: "quote_no", hasMode: true },
  staff_payments_unanswered: { number: "quote_no", hasMode: true },
  staff_unpaid_by_shops: { number: "quote_no", hasMode: true },
  staff_mail_not_sent: { number: "letter_id", hasMode: false },
  staff_credit: { number: "customer_email", hasMode: false },
} as const satisfies Record<string, { number: string; hasMode: boolean }>;

export type WorkList = keyof typeof workLists;

/** A kind of work. Conditions and times are SQL of both databases, over the columns of its list. */
export type Work = {
  group: WorkGroup;
  /** What it is, in the office's words. */
  work: string;
  list: WorkList;
  /** Which rows of the list; null: all. */
  where: string | null;
  /** Until when somebody waits for each, as `2026-12-08 12:00`; null where nobody was told a time. */
  until: string | null;
  /** What people were promised that waits here, as `promiseKinds` names it. */
  promises: readonly string[];
  /** Whose name and place are shown; `visited`: whom the parcel's next visit is to. Null where a row is about nobody. */
  whose: "sender" | "receiver" | "visited" | "applicant" | null;
  /** What is done about it: the words of the link, and the staff command to which it leads if there is one row, filled in. */
  verb: { words: string; command: string | null; known?: Readonly<Record<string, string>> };
};

const TOMORROW = "date('now', '+2 hours', '+1 day')";
const DAY_AFTER = "date('now', '+2 hours', '+2 days')";
/** The office has told its people when they hear again: until that day nobody waits. */
const TOLD = "EXISTS (SELECT 1 FROM promises WHERE promises.kind = 'next_news' AND promises.about = waybill_no)";
/** Somebody drives there on the promised day. */
const DRIVEN = `EXISTS (
      SELECT 1 FROM stops WHERE stops.waybill_no = number AND stops.day = substr(until, 1, 10) AND stops.removed_at IS NULL
    )`;
/** Nothing more is to be paid for it first. */
const IS_PAID = "what_to_do NOT LIKE 'Don''t collect it yet%'";
const AGREED_UNTIL = "day || ' ' || coalesce(until_time, '17:00')";
const TO_COLLECT = "'Paid, to be collected', 'On account, to be collected', 'Partly collected', 'Collection failed'";
const UNDER_WAY = `status NOT IN (${TO_COLLECT})`;

/** Every kind of work, in its only place: the view `staff_today`, its page and the filtered lists are made of it. */
export const todaysWork = [
  {
    group: "Promised",
    work: "Collect today",
    list: "staff_collections",
    where: `collect_when IN ('Overdue', 'Today') AND ${IS_PAID}`,
    until: null,
    promises: ["collection_day"],
    whose: "sender",
    verb: { words: "Give to a driver", command: "assign" },
  },
  {
    group: "Promised",
    work: "Collection overdue",
    list: "staff_collections",
    where: `collect_when = 'Overdue' AND ${IS_PAID}`,
    until: "coalesce(agreed_day, collection_day_wished) || ' 17:00'",
    promises: [],
    whose: "sender",
    verb: { words: "Agree on a day", command: "agree" },
  },
  {
    group: "Promised",
    work: "Late: tell both people by the promised time",
    list: "staff_parcels_under_way",
    where: `late_since IS NOT NULL AND (news_by < ${TOMORROW} OR NOT ${TOLD})`,
    until: "news_by",
    promises: ["late_news", "next_news"],
    whose: "receiver",
    verb: { words: "Tell both", command: "tell" },
  },
  {
    group: "Promised",
    work: "News promised for today",
    list: "staff_promises",
    where: `what = 'Next news of a parcel' AND until < ${TOMORROW}`,
    until: "until",
    promises: ["next_news"],
    whose: "receiver",
    verb: { words: "Tell both", command: "tell" },
  },
  {
    group: "Promised",
    work: "Agreed visit overdue",
    list: "staff_promises",
    where: "what = 'Visit as agreed' AND over = 'yes'",
    until: "until",
    promises: ["agreed_visit"],
    whose: "visited",
    verb: { words: "Tell both", command: "tell" },
  },
  {
    group: "Promised",
    work: "Agreed for today or tomorrow, no driver",
    list: "staff_agreed_undriven",
    // What is overdue has a line of its own.
    where: `${AGREED_UNTIL} >= strftime('%Y-%m-%d %H:%M', 'now', '+2 hours')`,
    until: AGREED_UNTIL,
    promises: ["agreed_visit"],
    whose: "visited",
    verb: { words: "Give to a driver", command: "assign" },
  },
  {
    group: "Promised",
    work: "Next try for today or tomorrow, no driver",
    list: "staff_promises",
    where: `what = 'Next try after a failed visit' AND until < ${DAY_AFTER} AND NOT ${DRIVEN}`,
    until: "until",
    promises: ["next_try"],
    whose: "receiver",
    verb: { words: "Give to a driver", command: "assign" },
  },
  {
    group: "Promised",
    work: "Case to answer",
    list: "staff_cases",
    where: "status = 'Open'",
    until: "promised_by",
    promises: ["case_answer"],
    whose: "receiver",
    verb: { words: "Answer", command: "answer case" },
  },
  {
    group: "Promised",
    work: "Case to close",
    list: "staff_cases",
    where: "status = 'Answered'",
    until: "promised_by",
    promises: ["case_done"],
    whose: "receiver",
    verb: { words: "Close it", command: "close case" },
  },
  {
    group: "Promised",
    work: "Price to work out",
    list: "staff_manual_quotes",
    where: null,
    until: "promised_by",
    promises: ["price"],
    whose: "sender",
    verb: { words: "Price it", command: "price quote" },
  },
  {
    group: "Promised",
    work: "Application to answer",
    list: "staff_promises",
    where: "what = 'Answer to an application'",
    until: "until",
    promises: ["application"],
    whose: "applicant",
    verb: { words: "Answer", command: "answer application" },
  },
  {
    group: "Promised",
    work: "Nobody fetched it at the depot",
    list: "staff_wishes",
    where: "what_to_do LIKE 'Return%'",
    until: "day || ' 17:00'",
    promises: ["days_at_depot"],
    whose: "receiver",
    verb: { words: "Send it back", command: "assign", known: { visit: "return" } },
  },
  {
    group: "Promised",
    work: "More to pay, and no answer",
    list: "staff_charges",
    where: "what_to_do LIKE '%no answer'",
    until: "pay_by || ' 17:00'",
    promises: ["amount_due"],
    whose: "sender",
    verb: { words: "Send it back", command: "assign", known: { visit: "return" } },
  },
  {
    group: "Promised",
    work: "Refused to pay more: bring it back",
    list: "staff_charges",
    where: "what_to_do LIKE 'Bring it back%'",
    until: null,
    promises: [],
    whose: "sender",
    verb: { words: "Send it back", command: "assign", known: { visit: "return" } },
  },
  {
    group: "Phone",
    work: "Paid for another town: change the address",
    list: "staff_charges",
    where: "what_to_do LIKE 'Change its address%'",
    until: null,
    promises: [],
    whose: "sender",
    verb: { words: "Change the address", command: "change booking" },
  },
  {
    group: "Phone",
    work: "A bank took the payment back: collect it or cancel?",
    list: "staff_collections",
    where: "what_to_do LIKE '%bank took the payment back'",
    until: null,
    promises: [],
    whose: "sender",
    verb: { words: "Agree on a day", command: "agree" },
  },
  {
    group: "Phone",
    work: "Delivery failed",
    list: "staff_parcels_under_way",
    where: "status = 'Delivery failed'",
    until: null,
    promises: [],
    whose: "receiver",
    verb: { words: "Agree on a day", command: "agree" },
  },
  {
    group: "Phone",
    work: "Phone the receiver: no answer since the failed visit",
    list: "staff_unanswered_visits",
    where: null,
    until: null,
    promises: [],
    whose: "receiver",
    verb: { words: "Agree on a day", command: "agree" },
  },
  {
    group: "Phone",
    work: "Phone the receiver: no message can reach them",
    list: "staff_parcels_under_way",
    where: "phone_receiver = 'yes'",
    until: null,
    promises: [],
    whose: "receiver",
    verb: { words: "Add a cell phone", command: "change booking" },
  },
  {
    group: "Phone",
    work: "Collection failed",
    list: "staff_collections",
    where: "what_to_do = 'Phone the sender: nobody was there'",
    until: null,
    promises: [],
    whose: "sender",
    verb: { words: "Agree on a day", command: "agree" },
  },
  {
    group: "Phone",
    work: "No day to collect yet",
    list: "staff_collections",
    where: `collect_when = 'Any day' AND ${IS_PAID}`,
    until: null,
    promises: [],
    whose: "sender",
    verb: { words: "Agree on a day", command: "agree" },
  },
  {
    group: "Phone",
    work: "Driver reported a problem",
    list: "staff_driver_reports",
    where: null,
    until: null,
    promises: [],
    whose: "receiver",
    verb: { words: "Agree on a day", command: "agree" },
  },
  {
    group: "Phone",
    work: "Mark to believe or drop",
    list: "staff_reported_marks",
    where: null,
    until: null,
    promises: [],
    whose: "receiver",
    verb: { words: "Ask the driver", command: "believe mark" },
  },
  {
    group: "Phone",
    work: "A wish that was not the receiver's",
    list: "staff_wishes",
    where: "what_to_do LIKE 'Phone%'",
    until: null,
    promises: [],
    whose: "receiver",
    verb: { words: "Agree on a day", command: "agree" },
  },
  {
    group: "Money",
    work: "Money to pay back",
    list: "staff_payments_to_refund",
    where: "way = 'PayFast'",
    until: "promised_by",
    promises: ["refund"],
    whose: "sender",
    verb: { words: "Pay back", command: "pay refund" },
  },
  {
    group: "Money",
    work: "Cash or a transfer to pay back",
    list: "staff_payments_to_refund",
    where: "way <> 'PayFast'",
    until: "promised_by",
    promises: ["refund"],
    whose: "sender",
    verb: { words: "Pay back and note it", command: "note refund" },
  },
  {
    group: "Money",
    work: "More to pay, not paid yet",
    list: "staff_charges",
    where: "(what_to_do LIKE 'Wait for%' OR what_to_do LIKE 'Ask for it%')",
    until: "pay_by || ' 17:00'",
    promises: [],
    whose: "sender",
    verb: { words: "Send the link again", command: "send link" },
  },
  {
    group: "Money",
    work: "Part of a price",
    list: "staff_payments_noted",
    where: "missing_rand IS NOT NULL",
    until: null,
    promises: [],
    whose: "sender",
    verb: { words: "Ask for the rest", command: null },
  },
  {
    group: "Money",
    work: "Payment number to check",
    list: "staff_payments_noted",
    where: "what_to_do NOT LIKE 'Nothing%' AND missing_rand IS NULL",
    until: null,
    promises: [],
    whose: "sender",
    verb: { words: "Compare", command: "reconcile" },
  },
  {
    group: "Money",
    work: "Payment notice refused",
    list: "staff_payments_refused",
    where: "what_to_do NOT LIKE 'Nothing%'",
    until: null,
    promises: [],
    whose: "sender",
    verb: { words: "Look it up", command: "note payment" },
  },
  {
    group: "Money",
    work: "Booked by a shop, not paid for three days",
    list: "staff_unpaid_by_shops",
    where: "booked_at < strftime('%Y-%m-%d %H:%M', 'now', '+2 hours', '-3 days')",
    until: null,
    promises: [],
    whose: "sender",
    verb: { words: "Ask the shop", command: null },
  },
  {
    group: "Money",
    work: "Overdue on account",
    list: "staff_credit",
    where: "oldest_due < date('now', '+2 hours')",
    until: null,
    promises: [],
    whose: null,
    verb: { words: "Ask for it", command: null },
  },
  {
    group: "Money",
    work: "No word from PayFast",
    list: "staff_payments_unanswered",
    where: null,
    until: null,
    promises: [],
    whose: "sender",
    verb: { words: "Look it up", command: "note payment" },
  },
  {
    group: "Watch",
    work: "Some pieces still to come",
    list: "staff_parcels_under_way",
    where: "(missing LIKE '%not collected' OR missing LIKE '%not delivered')",
    until: null,
    promises: [],
    whose: "receiver",
    verb: { words: "See them", command: null },
  },
  {
    group: "Watch",
    work: "On the road",
    list: "staff_parcels_under_way",
    where: UNDER_WAY,
    until: null,
    promises: [],
    whose: "receiver",
    verb: { words: "See them", command: null },
  },
  {
    group: "Watch",
    work: "No news for two days",
    list: "staff_parcels_under_way",
    where: `${UNDER_WAY} AND days_without_news >= 2`,
    until: null,
    promises: [],
    whose: "receiver",
    verb: { words: "Ask the drivers", command: "mark" },
  },
  {
    group: "Watch",
    work: "Photo not here",
    list: "staff_photos_missing",
    where: null,
    until: null,
    promises: [],
    whose: "receiver",
    verb: { words: "Ask the driver", command: null },
  },
  {
    group: "Watch",
    work: "Message given up",
    list: "staff_mail_not_sent",
    where: "status = 'Given up'",
    until: null,
    promises: [],
    whose: null,
    verb: { words: "Send again", command: "resend email" },
  },
  {
    group: "Watch",
    work: "Stored state is wrong: tell us",
    list: "staff_misstated",
    where: null,
    until: null,
    promises: [],
    whose: "receiver",
    verb: { words: "Look again", command: "check states" },
  },
] as const satisfies readonly Work[];

/** A kind of work as an address names it: "Collect today" is `collect-today`. */
export const workAddress = (work: string) => work.toLowerCase().replace(/\W+/g, "-");

/** The kind of work that an address names, if its list is this one. */
export function workAt(address: string | null, list: string): Work | undefined {
  return todaysWork.find((each) => each.list === list && workAddress(each.work) === address);
}

/** Only of the payment mode that this site is in. */
const OF_SITE = "(mode IS NULL OR mode = coalesce((SELECT value FROM site_facts WHERE name = 'payment_mode'), mode))";

/** The rows of its list that are of this kind, as a condition; empty if all are. */
export function rowsOfWork({ list, where }: Work): string {
  return [where, workLists[list].hasMode ? OF_SITE : null].filter(Boolean).join(" AND ");
}
