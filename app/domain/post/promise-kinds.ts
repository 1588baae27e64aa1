/** Who was told by when something is done. */
type Told = "sender and receiver" | "receiver" | "customer" | "whoever reported it" | "applicant";

/**
 * What we tell people with a time. Each kind says which verb keeps it, in which list of the office it waits, and what
 * happens when its time is over: whoever was told hears once that we are late (`overdue.server.ts`), and no new time is
 * made up. `db/staff-views/promises.sql` lists those that are open.
 */
export type PromiseKind = {
  /** In the office's words, as `staff_promises.what` has it. */
  what: string;
  told: Told;
  /** The commands that keep it, the usual one first. */
  keptBy: readonly [string, ...string[]];
  /** The office's list of what waits for it. */
  list: string;
  /** How the time stands: in `promises`, from when it was said, or worked out from other rows. */
  time: "stored" | "worked out";
  /** When its time is over: they are told so once, in a message of its own, or as its words say. */
  over: "told once" | { otherwise: string };
};

export const promiseKinds = {
  /** What the people of a late parcel hear when they are told that it is late, for the first time. */
  late_news: {
    what: "News of a late parcel",
    told: "sender and receiver",
    keptBy: ["tell", "agree"],
    list: "staff_parcels_under_way",
    time: "stored",
    over: "told once",
  },
  /** What the office told them (`tell`), until its time. */
  next_news: {
    what: "Next news of a parcel",
    told: "sender and receiver",
    keptBy: ["tell", "agree"],
    list: "staff_parcels_under_way",
    time: "stored",
    over: "told once",
  },
  next_try: {
    what: "Next try after a failed visit",
    told: "sender and receiver",
    keptBy: ["assign", "agree", "tell"],
    list: "staff_parcels_under_way",
    time: "stored",
    over: { otherwise: "it is late that evening, and sender and receiver are told so" },
  },
  agreed_visit: {
    what: "Visit as agreed",
    told: "sender and receiver",
    keptBy: ["assign", "agree", "tell"],
    list: "staff_parcels_under_way",
    time: "worked out",
    over: { otherwise: "it is late the next day, and sender and receiver are told so" },
  },
  collection_day: {
    what: "Collection on the chosen day",
    told: "customer",
    keptBy: ["agree", "assign"],
    list: "staff_collections",
    time: "worked out",
    over: { otherwise: "it is late when its usual days are over, and sender and receiver are told so" },
  },
  days_at_depot: {
    what: "Kept at the depot",
    told: "receiver",
    keptBy: ["assign", "fetched"],
    list: "staff_wishes",
    time: "worked out",
    over: { otherwise: "it goes back to the sender, as they were told" },
  },
  price: {
    what: "Price by hand",
    told: "customer",
    keptBy: ["price quote"],
    list: "staff_manual_quotes",
    time: "stored",
    over: "told once",
  },
  /** Our terms: we wait five working days for an answer when more is to be paid. */
  amount_due: {
    what: "More to pay, or it waits or goes back",
    told: "sender and receiver",
    keptBy: ["assign", "undo charge"],
    list: "staff_charges",
    time: "worked out",
    over: { otherwise: "it waits at the depot or goes back, as sender and receiver were told" },
  },
  refund: {
    what: "Refund",
    told: "customer",
    keptBy: ["note refund", "pay refund"],
    list: "staff_payments_to_refund",
    time: "stored",
    over: "told once",
  },
  /** Our terms: within one working day. */
  case_answer: {
    what: "Answer to a case",
    told: "whoever reported it",
    keptBy: ["answer case"],
    list: "staff_cases",
    time: "stored",
    over: "told once",
  },
  /** Our terms: what we do about it, within five working days. */
  case_done: {
    what: "What we do about a case",
    told: "whoever reported it",
    keptBy: ["close case", "answer case"],
    list: "staff_cases",
    time: "stored",
    over: "told once",
  },
  application: {
    what: "Answer to an application",
    told: "applicant",
    keptBy: ["answer application"],
    list: "staff_driver_applications",
    time: "stored",
    over: "told once",
  },
} as const satisfies Record<string, PromiseKind>;

export type PromiseName = keyof typeof promiseKinds;
/** Those whose time is stored when it is said. */
export type StoredPromise = {
  [Name in PromiseName]: (typeof promiseKinds)[Name]["time"] extends "stored" ? Name : never;
}[PromiseName];
/** Those of whose end people are told in a message of its own. */
export type ToldWhenOver = {
  [Name in PromiseName]: (typeof promiseKinds)[Name]["over"] extends "told once" ? Name : never;
}[PromiseName];

/** The end of our working day: until then we have kept what we promised for a day. */
export const DAY_ENDS_AT = "17:00";
