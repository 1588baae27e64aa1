/**
 * What can go wrong with a call by key, as RFC 9457 wants it told: the name is the end of the problem's `type`, the
 * address of a page that explains it.
 */
export const problems = {
  "wrong-fields": {
    status: 400,
    title: "Some fields are wrong",
    means: "errors names each of them by its JSON pointer. Correct them all and send it again, under the same key.",
  },
  "wrong-key": {
    status: 401,
    title: "The key is missing or wrong",
    means: "Send Authorization: Bearer with a key of this site that is not revoked. Keys are in My account, My shop.",
  },
  blocked: {
    status: 403,
    title: "Our office takes these bookings",
    means: "Phone us, and we book with you.",
  },
  "not-found": {
    status: 404,
    title: "There is no such thing",
    means: "The address is wrong, or what it names belongs to another account.",
  },
  "wrong-method": { status: 405, title: "Wrong method", means: "Allow names the methods of the address." },
  "price-changed": {
    status: 409,
    title: "The price has changed",
    means: "Nothing was booked. total is today's price. Send it as agreedTotal if your customer agrees.",
  },
  "terms-changed": {
    status: 409,
    title: "Our terms have changed",
    means: "Nothing was booked. Agree to the new terms once, on your dashboard, or send today's termsVersion.",
  },
  "reference-taken": {
    status: 409,
    title: "There is a booking with this reference",
    means: "Nothing more was booked. Location is the address of that booking.",
  },
  "address-known": {
    status: 409,
    title: "This address is registered already",
    means: "Nothing was added. Location is its webhook; POST …/secret there gives it a new secret.",
  },
  "switched-off": {
    status: 409,
    title: "This webhook is switched off",
    means: "Switch it on again at My account, My shop, or delete it and register its address again.",
  },
  "test-waiting": {
    status: 409,
    title: "A test call is already waiting",
    means: "Nothing was added. Ask for another once that one has been made.",
  },
  "too-late": {
    status: 409,
    title: "It is too late for that",
    means: "The parcel is with us, or it is on its way. Phone us.",
  },
  "not-paid": {
    status: 409,
    title: "It is not paid yet",
    means:
      "A booking has its label once PayFast has told us of the payment, or it is on account. paymentUrl is where it is paid.",
  },
  "mark-refused": {
    status: 409,
    title: "The parcel can't be marked like that now",
    means: "Nothing was marked. detail says what it is marked as, or that it is not paid yet.",
  },
  "still-running": {
    status: 409,
    title: "The first request is still being handled",
    means: "Send the same request again after the seconds in Retry-After. It is done once.",
  },
  "limit-reached": {
    status: 409,
    title: "There are as many as we allow",
    means: "Nothing was added. Of webhooks, delete one first; of bookings that aren't paid, pay or cancel some first.",
  },
  "too-large": { status: 413, title: "More than 64 KB", means: "No call needs that much." },
  "not-json": {
    status: 415,
    title: "Not JSON",
    means: "Send a JSON object, with the header Content-Type: application/json.",
  },
  "no-instant-price": {
    status: 422,
    title: "No instant price",
    means: "Nothing was booked. Tell us quoteNo, or open priceUrl and ask for a price by hand.",
  },
  "key-reused": {
    status: 422,
    title: "This Idempotency-Key was used for another request",
    means: "Use a new key for a new request.",
  },
  "too-many-requests": {
    status: 429,
    title: "Too many requests",
    means: "Send it again after the seconds in Retry-After.",
  },
  unavailable: {
    status: 503,
    title: "We can't do that just now",
    means: "Send the same request again after the seconds in Retry-After. It is done once.",
  },
} as const satisfies Record<string, { status: number; title: string; means: string }>;

export type ProblemName = keyof typeof problems;
export const problemNames = Object.keys(problems) as ProblemName[];

/** One wrong field, by its JSON pointer (RFC 6901), such as `/to/phone`. */
export type FieldError = { pointer: string; detail: string };

/** Why a call did nothing: which problem, in words for a person, and what else the answer says. */
export type ProblemAnswer = {
  refused: ProblemName;
  detail: string;
  errors?: FieldError[];
  headers?: Record<string, string>;
  /** More members of the answer. */
  more?: Record<string, unknown>;
};
