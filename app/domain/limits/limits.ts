import { DAYS, HOURS, MINUTES } from "#app/durations";

/** A number that whoever runs the site may set. */
type Setting = "quotesPerHour" | "bookingsPerHour" | "unpaidTextsPerDay" | "apiRequestsPerMinute";

type Rule =
  /** So many for each key within a time, counted in the database: a try that is refused changes nothing. */
  | { kind: "window"; points: number | Setting; windowMs: number; said?: string }
  /** So many at once; others wait in their order, up to a number. */
  | { kind: "queue"; atOnce: number; waiting: number }
  /** So many in a day, counted by what is stored anyway. */
  | { kind: "day"; points: number }
  /** So many in all, counted in the same way. */
  | { kind: "total"; points: number }
  /** So many wrong tries at a secret, then it is locked. */
  | { kind: "secret"; tries: number };

/**
 * What limits guard, and the functions that do it. Each asks its limits itself, or can't be called without the proof that
 * they were asked (`cause.ts`).
 */
export const acts = {
  "a letter": ["app/domain/post/outbox.server.ts: queueEmail"],
  "a text": ["app/domain/post/queue-text.server.ts: queueText"],
  "an email asked for": [
    "app/domain/accounts/reset-password.server.ts: askForNewPassword",
    "app/domain/accounts/verification.server.ts: sendVerification",
    "app/domain/accounts/change-email.server.ts: askForNewEmail",
    "app/domain/bookings/links-again.server.ts: sendLinksAgain",
    "app/domain/parcels/open-case.server.ts: openCase",
  ],
  "a call of a webhook": ["app/domain/parcels/raise-event.server.ts: queueCall"],
  "a test call": ["app/domain/parcels/raise-event.server.ts: queueTest"],
  "a webhook registered": ["app/domain/post/webhooks/endpoints.server.ts: registerEndpoint"],
  "a quote stored": ["app/domain/parcels/quotes/price-draft.server.ts: priceDraft"],
  "a booking stored": ["app/domain/parcels/quotes/leave-to-book.server.ts: leaveToBook"],
  "a list priced": ["app/domain/bookings/import-list.server.ts: readImport"],
  "a password hashed": [
    "app/domain/accounts/password.server.ts: hashPassword",
    "app/domain/accounts/password.server.ts: isPassword",
  ],
  "a password tried": [
    "app/domain/accounts/sign-in.server.ts: accountByPassword",
    "app/domain/accounts/sign-in.server.ts: isPasswordOf",
  ],
  "a password of the office tried": ["app/domain/office/sign-in.server.ts: personByPassword"],
  "a code of the office tried": ["app/domain/office/factors.server.ts: takeCode"],
  "an account made": ["app/domain/accounts/register.server.ts: register"],
  "an account's data read": [
    "app/domain/people/account-data.server.ts: accountData",
    "app/domain/bookings/booked-list.server.ts: bookedList",
  ],
  "an address saved": ["app/domain/accounts/address-book.server.ts: saveAddress"],
  "a case opened": ["app/domain/parcels/open-case.server.ts: openCase"],
  "an application stored": ["app/domain/drivers/applications/applications.server.ts: receiveApplication"],
  "a PIN tried": ["app/domain/drivers/proof-at-stop.server.ts: proofFrom"],
  "a photo made smaller": ["app/domain/drivers/photo-process.server.ts: photoMaker"],
  "a file of the office": ["app/staff/office/files.server.ts: writtenFor"],
  "a wish taken": ["app/domain/drivers/take-wish.server.ts: takeWish"],
  "a key made": ["app/domain/accounts/keys.server.ts: makeKey"],
  "a key tried": ["app/http/api/key-of.server.ts: keyOf"],
  "a call by key": ["app/http/api/keyed-api.server.ts: keyedApi"],
  "a price shown": ["app/domain/prices/contract/shown-prices.ts: shownPrices"],
  "an open call": ["app/http/api/api-limit.server.ts: secondsUntilAllowed"],
  "a notice stored": ["app/domain/money/unsigned-notices.server.ts: countUnsigned"],
} as const;

export type Act = keyof typeof acts;

/** `guards`: what it keeps from being done too often. `per`: whose the count is. `proof`: the test that holds it. */
export type Limit = Rule & { guards: readonly [Act, ...Act[]]; what: string; per: string; proof: string };

const inWindow = <Points extends number | Setting>(points: Points, windowMs: number) =>
  ({ kind: "window", points, windowMs }) as const;

/**
 * How often something may be tried. `docs/security.md` has a table of them, made from here. Whole suburbs share one
 * address on a mobile network, so limits by network are wide; the limits by account are what stops guessing.
 */
export const limits = {
  guessesAtAccount: {
    ...inWindow(10, 15 * MINUTES),
    guards: ["a password tried"],
    what: "guesses at one account, from browsers that were never signed in to it",
    per: "account",
    proof: "tests/routes/account-attacks.test.ts",
  },
  guessesInBrowser: {
    ...inWindow(10, 15 * MINUTES),
    guards: ["a password tried"],
    what: "guesses at one account from a browser that was signed in to it: guesses elsewhere don't lock its owner out",
    per: "account and browser",
    proof: "tests/routes/account-attacks.test.ts",
  },
  guessesFromAddress: {
    ...inWindow(100, 15 * MINUTES),
    guards: ["a password tried"],
    what: "guesses at any account",
    per: "network",
    proof: "tests/routes/account-attacks.test.ts",
  },
  guessesFromWideNetwork: {
    ...inWindow(300, 15 * MINUTES),
    guards: ["a password tried"],
    what: "the same, of all networks that one customer may have",
    per: "IPv6 /48",
    proof: "tests/http/sign-in.test.ts",
  },
  passwordAgain: {
    ...inWindow(10, 15 * MINUTES),
    guards: ["a password tried"],
    what: "the current password, asked again on the account page",
    per: "account",
    proof: "tests/routes/account-attacks.test.ts",
  },
  officeGuessesAtAccount: {
    ...inWindow(10, 15 * MINUTES),
    guards: ["a password of the office tried"],
    what: "guesses at the password of one person of the office, from browsers where they were never signed in",
    per: "person",
    proof: "tests/routes/office-attacks.test.ts",
  },
  officeCodesAtAccount: {
    ...inWindow(5, 1 * HOURS),
    guards: ["a code of the office tried"],
    what: "guesses at their code, from such browsers",
    per: "person",
    proof: "tests/routes/office-attacks.test.ts",
  },
  officeGuessesInBrowser: {
    ...inWindow(10, 15 * MINUTES),
    guards: ["a password of the office tried", "a code of the office tried"],
    what: "guesses at either, from a browser where they were signed in: guesses elsewhere don't lock them out",
    per: "person and browser",
    proof: "tests/routes/office-attacks.test.ts",
  },
  officeGuessesFromAddress: {
    ...inWindow(50, 15 * MINUTES),
    guards: ["a password of the office tried", "a code of the office tried"],
    what: "guesses at anybody of the office, from browsers where they were never signed in",
    per: "network",
    proof: "tests/routes/office-attacks.test.ts",
  },
  officeGuessesFromWideNetwork: {
    ...inWindow(150, 15 * MINUTES),
    guards: ["a password of the office tried", "a code of the office tried"],
    what: "the same, of all networks that one customer may have",
    per: "IPv6 /48",
    proof: "tests/routes/office-attacks.test.ts",
  },
  passwords: {
    ...{ kind: "queue", atOnce: 2, waiting: 60 },
    guards: ["a password hashed"],
    what: "forms whose passwords are hashed, two hashes each; browsers that are known wait apart from strangers; 503 if the queue is full",
    per: "process",
    proof: "tests/domain/limits/waiting-line.test.ts",
  },
  passwordsOfOne: {
    ...{ kind: "total", points: 6 },
    guards: ["a password hashed"],
    what: "of them, forms of one person from browsers that are known, with right passwords too; fewer the fuller their queue is, one at least; 503 beyond",
    per: "account, person or link",
    proof: "tests/http/sign-in.test.ts",
  },
  officeFiles: {
    ...{ kind: "total", points: 1 },
    guards: ["a file of the office"],
    what: "files on their way to somebody of the office; another one is refused in words",
    per: "person",
    proof: "tests/office/threads.test.ts",
  },
  officeFilesWritten: {
    ...{ kind: "queue", atOnce: 1, waiting: 50 },
    guards: ["a file of the office"],
    what: "files for the office that are being written, before they are sent",
    per: "process",
    proof: "tests/office/threads.test.ts",
  },
  photos: {
    ...{ kind: "queue", atOnce: 1, waiting: 7 },
    guards: ["a photo made smaller"],
    what: "drivers' photos that are made smaller; the phone sends a refused one again",
    per: "process",
    proof: "tests/domain/drivers/photo-process.test.ts",
  },
  wrongPins: {
    ...{ kind: "secret", tries: 5 },
    guards: ["a PIN tried"],
    what: "wrong PINs at a delivery, then only the office can mark it",
    per: "parcel",
    proof: "tests/domain/parcels/delivery-pin.test.ts",
  },
  sameWrongPin: {
    ...inWindow(1, 1 * HOURS),
    guards: ["a PIN tried"],
    what: "the same wrong PIN by the same form is one try, because its answer may have been lost",
    per: "form and PIN",
    proof: "tests/domain/drivers/mark-at-stop.test.ts",
  },
  messagesByStrangers: {
    ...inWindow(6, 1 * HOURS),
    guards: ["a letter", "a text"],
    what: "messages that strangers cause; receipts, and messages that staff send, aren't counted",
    per: "mailbox or phone",
    proof: "tests/routes/limits.test.ts",
  },
  messagesByOwner: {
    ...inWindow(6, 1 * HOURS),
    guards: ["a letter", "a text"],
    what: "messages that a proven owner causes: signed in with a proven address, or on a browser where it has signed in; in the browser whose booking is paid; by a signed link. Counted apart, so that strangers can't use them up",
    per: "account, booking, or mailbox",
    proof: "tests/routes/locked-out.test.ts",
  },
  unpaidTextsToPhone: {
    ...inWindow(3, 1 * DAYS),
    guards: ["a text"],
    what: "text messages that nobody has paid a parcel for; then the page shows the link to copy",
    per: "phone",
    proof: "tests/routes/unpaid-texts.test.ts",
  },
  unpaidTextsFromNetwork: {
    ...inWindow(5, 1 * HOURS),
    guards: ["a text"],
    what: "the same",
    per: "network, here an IPv6 /48",
    proof: "tests/routes/unpaid-texts.test.ts",
  },
  unpaidTextsOfSite: {
    ...inWindow("unpaidTextsPerDay", 1 * DAYS),
    guards: ["a text"],
    what: "the same",
    per: "site",
    proof: "tests/routes/unpaid-texts.test.ts",
  },
  textsAboutBooking: {
    ...{ kind: "day", points: 4 },
    guards: ["a text"],
    what: "text messages about one booking",
    per: "phone and booking",
    proof: "tests/domain/post/queue-text.test.ts",
  },
  textsToNumber: {
    ...{ kind: "day", points: 30 },
    guards: ["a text"],
    what: "all text messages",
    per: "phone",
    proof: "tests/domain/post/queue-text.test.ts",
  },
  acknowledgements: {
    ...{ kind: "day", points: 3 },
    guards: ["a letter"],
    what: "emails that confirm an owner driver's application, because the address isn't verified",
    per: "email address",
    proof: "tests/domain/drivers/applications/old-applications.test.ts",
  },
  paymentAlarms: {
    ...{ kind: "day", points: 20 },
    guards: ["a letter"],
    what: "emails to our office of a signed payment notice that was refused; the list has all",
    per: "site",
    proof: "tests/domain/bookings/payments/notice-cases.test.ts",
  },
  casesByStrangers: {
    ...inWindow(6, 1 * HOURS),
    guards: ["a case opened"],
    what: "reports at `/case` by strangers",
    per: "parcel",
    proof: "tests/routes/case.test.ts",
  },
  casesByOwner: {
    ...inWindow(6, 1 * HOURS),
    guards: ["a case opened"],
    what: "reports at `/case` by a signed link or whoever booked",
    per: "parcel",
    proof: "tests/routes/case.test.ts",
  },
  caseToDesk: {
    ...inWindow(1, 1 * HOURS),
    guards: ["a letter"],
    what: "emails to staff about reports; the list has every report",
    per: "parcel, strangers and owners apart",
    proof: "tests/domain/parcels/cases.test.ts",
  },
  quotesFromNetwork: {
    ...inWindow("quotesPerHour", 1 * HOURS),
    guards: ["a quote stored"],
    what: "quotes; then each waits 20 seconds ([decision 25](decisions/0025-a-busy-network-waits.md))",
    per: "network",
    proof: "tests/routes/limits.test.ts",
  },
  quotesAfterWaiting: {
    ...inWindow(6, 1 * MINUTES),
    guards: ["a quote stored"],
    what: "quotes that have waited",
    per: "network",
    proof: "tests/routes/limits.test.ts",
  },
  shownPrices: {
    ...{ kind: "queue", atOnce: 20, waiting: 400 },
    guards: ["a price shown"],
    what: "prices that pages only show, of a route and a box, asked of the pricing service; each is remembered, and beyond it the page says that prices can't be shown",
    per: "process",
    proof: "tests/domain/prices/contract/shown-prices.test.ts",
  },
  bookingsFromNetwork: {
    ...inWindow("bookingsPerHour", 1 * HOURS),
    guards: ["a booking stored"],
    what: "bookings; then each waits",
    per: "network",
    proof: "tests/routes/limits.test.ts",
  },
  bookingsAfterWaiting: {
    ...inWindow(3, 1 * MINUTES),
    guards: ["a booking stored"],
    what: "bookings that have waited",
    per: "network",
    proof: "tests/routes/limits.test.ts",
  },
  registrationsFromNetwork: {
    ...inWindow(100, 1 * HOURS),
    guards: ["an account made", "an email asked for"],
    what: "new accounts; then each waits",
    per: "network",
    proof: "tests/routes/limits.test.ts",
  },
  registrationsAfterWaiting: {
    ...inWindow(3, 1 * MINUTES),
    guards: ["an account made", "an email asked for"],
    what: "new accounts that have waited",
    per: "network",
    proof: "tests/routes/limits.test.ts",
  },
  emailsFromNetwork: {
    ...inWindow(60, 1 * HOURS),
    guards: ["an email asked for"],
    what: "emails with a link; then each waits",
    per: "network",
    proof: "tests/routes/limits.test.ts",
  },
  emailsAfterWaiting: {
    ...inWindow(3, 1 * MINUTES),
    guards: ["an email asked for"],
    what: "emails with a link that have waited",
    per: "network",
    proof: "tests/routes/limits.test.ts",
  },
  listChecks: {
    ...inWindow(30, 1 * HOURS),
    said: "A list can be checked 30 times an hour.",
    guards: ["a list priced"],
    what: "reading and pricing a whole list of parcels",
    per: "account",
    proof: "tests/routes/import-parcels.test.ts",
  },
  dataDownloads: {
    ...inWindow(6, 1 * DAYS),
    said: "You can download your data 6 times a day.",
    guards: ["an account's data read"],
    what: "copies of an account's data",
    per: "account",
    proof: "tests/routes/account-data.test.ts",
  },
  listDownloads: {
    ...inWindow(10, 1 * HOURS),
    said: "The list of your bookings can be downloaded 10 times an hour.",
    guards: ["an account's data read"],
    what: "lists of all bookings of an account",
    per: "account",
    proof: "tests/routes/booked-list.test.ts",
  },
  applicationsFromNetwork: {
    ...inWindow(12, 1 * HOURS),
    guards: ["an application stored"],
    what: "owner-drivers' applications",
    per: "network",
    proof: "tests/routes/join.test.ts",
  },
  apiFromNetwork: {
    ...inWindow("apiRequestsPerMinute", 1 * MINUTES),
    guards: ["an open call"],
    what: "requests at `/v1` without a key, counted in memory and added up once a second",
    per: "network",
    proof: "tests/routes/v1.test.ts",
  },
  shopifyRates: {
    ...inWindow(1_500, 1 * MINUTES),
    guards: ["an open call"],
    what: "prices for carts of a shop on Shopify, counted in the same way; beyond it Shopify offers the shop's own backup rate",
    per: "shop",
    proof: "tests/routes/shopify.test.ts",
  },
  apiByKey: {
    ...inWindow("apiRequestsPerMinute", 1 * MINUTES),
    guards: ["a call by key", "an open call"],
    what: "calls by key, prices too, counted in the same way",
    per: "API key",
    proof: "tests/routes/api-keys.test.ts",
  },
  apiPostsByKey: {
    ...inWindow("apiRequestsPerMinute", 1 * MINUTES),
    guards: ["a booking stored"],
    what: "POSTs by key, counted with what they do",
    per: "API key",
    proof: "tests/routes/api-keys.test.ts",
  },
  shopifyOrders: {
    ...{ kind: "day", points: 2_000 },
    guards: ["a booking stored"],
    what: "orders of a shop on Shopify; Shopify sends the others again for four hours",
    per: "account",
    proof: "tests/domain/bookings/shopify-orders.test.ts",
  },
  wrongApiKeys: {
    ...inWindow(100, 15 * MINUTES),
    guards: ["a key tried"],
    what: "calls with a wrong key; right ones go on",
    per: "network",
    proof: "tests/routes/api-keys.test.ts",
  },
  noticeSamplesOfNetwork: {
    ...{ kind: "day", points: 4 * 1024 },
    guards: ["a notice stored"],
    what: "bytes of payment notices without our signature that are stored; all are counted",
    per: "network",
    proof: "tests/domain/money/unsigned-notices.test.ts",
  },
  noticeSamples: {
    ...{ kind: "day", points: 64 * 1024 },
    guards: ["a notice stored"],
    what: "the same",
    per: "site",
    proof: "tests/domain/money/unsigned-notices.test.ts",
  },
  noticeRows: {
    ...{ kind: "day", points: 500 },
    guards: ["a notice stored"],
    what: "counts of such notices by network and order; more are counted together",
    per: "site",
    proof: "tests/domain/money/unsigned-notices.test.ts",
  },
  wishes: {
    ...{ kind: "total", points: 10 },
    guards: ["a wish taken"],
    what: "wishes that a receiver makes or takes back; whoever needs more phones",
    per: "parcel",
    proof: "tests/domain/drivers/who-may-wish.test.ts",
  },
  unpaidBookings: {
    ...{ kind: "total", points: 300 },
    guards: ["a booking stored"],
    what: "bookings that aren't paid, and parcels without a price; or as many as the account has paid in 30 days, if that is more ([decision 68](decisions/0068-a-big-customer.md))",
    per: "account",
    proof: "tests/domain/bookings/unpaid-bookings.test.ts",
  },
  cancelledBookings: {
    ...{ kind: "day", points: 300 },
    guards: ["a booking stored"],
    what: "bookings that were cancelled again, then the account books no more that day; or as many as it has paid in 30 days, if that is more",
    per: "account",
    proof: "tests/domain/bookings/unpaid-bookings.test.ts",
  },
  apiKeys: {
    ...{ kind: "total", points: 5 },
    guards: ["a key made"],
    what: "API keys, without those revoked",
    per: "account",
    proof: "tests/domain/accounts/keys.test.ts",
  },
  webhooks: {
    ...{ kind: "total", points: 5 },
    guards: ["a webhook registered"],
    what: "webhooks",
    per: "account",
    proof: "tests/domain/post/webhooks/webhooks.test.ts",
  },
  testCallsWaiting: {
    ...{ kind: "total", points: 1 },
    guards: ["a test call"],
    what: "test calls that wait to be made; a second is refused",
    per: "webhook",
    proof: "tests/domain/post/webhooks/many-calls.test.ts",
  },
  testCalls: {
    ...inWindow(20, 1 * HOURS),
    guards: ["a test call"],
    what: "test calls of webhooks, and calls that are sent again one by one",
    per: "account",
    proof: "tests/domain/post/webhooks/many-calls.test.ts",
  },
  callsWaiting: {
    ...{ kind: "total", points: 1_000 },
    guards: ["a call of a webhook"],
    what: "calls that wait; beyond it the oldest isn't sent until its owner, or the office, has them sent again",
    per: "webhook",
    proof: "tests/domain/post/webhooks/many-calls.test.ts",
  },
  savedAddresses: {
    ...{ kind: "total", points: 100 },
    guards: ["an address saved"],
    what: "addresses in an address book",
    per: "account",
    proof: "tests/domain/accounts/address-book.test.ts",
  },
} as const satisfies Record<string, Limit>;

/** The names of the limits of one kind. */
export type LimitOf<Kind extends Limit["kind"]> = {
  [Name in keyof typeof limits]: (typeof limits)[Name] extends { kind: Kind } ? Name : never;
}[keyof typeof limits];
