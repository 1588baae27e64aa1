import type * as z from "zod";
import { brand } from "#app/brand";
import type { ProblemName } from "../accounts/problems";
import { limits } from "../limits/limits";
import { marks } from "../parcels/marks";
import { TEST_EVENT } from "../post/webhooks/event-types";
import {
  NewSecretSchema,
  NewWebhookSchema,
  TestCallSchema,
  WebhookListSchema,
  WebhookRequestSchema,
  WebhookSchema,
} from "../post/webhooks/on-the-wire";
import { CoverageSchema, PricedQuoteSchema } from "../prices/contract/wire";
import {
  BoxListSchema,
  CountriesQuerySchema,
  CountryListSchema,
  CoverageQuerySchema,
  HealthSchema,
} from "../prices/contract/wire-queries";
import { InternationalQuoteRequestSchema, LocalQuoteRequestSchema } from "../prices/contract/wire-requests";
import {
  BookingListSchema,
  BookingSchema,
  BookingsQuerySchema,
  bookingRequestSchema,
  EventsSchema,
  LabelQuerySchema,
  LabelsQuerySchema,
  SimulationSchema,
  TermsSchema,
} from "./booking-on-the-wire";

/**
 * One call of the interface for shops' programs. Its route's checks, the description at `/v1/openapi.json` and the commands
 * on the page for developers are made from it.
 */
type Call = {
  operationId: string;
  summary: string;
  description: string;
  query?: z.ZodObject;
  body?: z.ZodType;
  /** The body, or of a GET the query, that our documents show. A test sends it. */
  example?: Record<string, unknown>;
  /** Whether it takes an Idempotency-Key, or must have one. */
  once?: "may" | "must";
  /** Its good answers by status, and their body, if they have one. */
  answers: Record<number, [description: string, body?: z.ZodType | "pdf"]>;
  /** On the page for developers. `example` is shown there in place of the other; `{id}` in it stands for the booking. */
  page: { title: string; words: string; aboutVat?: string; example?: Record<string, unknown> };
} & (
  | {
      right: "open";
      /** Whether its answer may be kept, and asked for again with If-None-Match. */
      isKept?: true;
      /** What else it answers, by status. */
      refusals: Record<number, string>;
    }
  | { right: "key"; refusals: ProblemName[] }
);

const anything = { boxMessage: "boxId must be a box of ours", knowsBox: () => true, days: [], dayMessage: "" };

const { from, to } = brand.example;

/** A request that is booked as it stands, where the price is the same. */
export const exampleBooking = {
  reference: "1001",
  from,
  to: {
    ...{ name: "Zodwa Khumalo", phone: "082 123 4567", ...to },
    landmark: "Blue gate opposite the taxi rank",
  },
  parcel: { boxId: "flyer-bag", quantity: 1, parcelDesc: "Shoes" },
  agreedTotal: 80.62,
};

const quoted = {
  right: "open",
  once: "may",
  answers: { 200: ["The price", PricedQuoteSchema] },
  refusals: {
    400: "A field is wrong",
    413: "More than 64 KB",
    415: "Not JSON",
    422: "No instant price, and why; or, with its field, an Idempotency-Key of another request",
  },
} satisfies Partial<Call>;

/** Every call by its method and address, in the order of the documents. */
export const apiCalls = {
  "GET /v1/boxes": {
    ...{ operationId: "listBoxes", summary: "Packaging on offer", description: "Every box that a quote can name." },
    ...{ right: "open", isKept: true, refusals: { 400: "The request could not be read" } },
    answers: { 200: ["Found", BoxListSchema] },
    page: {
      title: "The boxes",
      words: "A list of boxes. A quote needs a box's id. Send If-None-Match to get 304 when nothing has changed.",
    },
  },
  "GET /v1/coverage": {
    ...{ operationId: "checkCoverage", summary: "Where a postal code is" },
    description: "The place of a postal code that we serve.",
    ...{ right: "open", isKept: true, query: CoverageQuerySchema, example: { pcode: from.postal } },
    answers: { 200: ["Found", CoverageSchema] },
    refusals: { 400: "The code is not a postal code", 404: "We don't serve it" },
    page: { title: "Coverage", words: "200 with city and pcode, or 404 where we don't deliver." },
  },
  "GET /v1/countries": {
    ...{ operationId: "listCountries", summary: "Destinations abroad" },
    description: "Countries that we send to, the best match first.",
    ...{ right: "open", isKept: true, query: CountriesQuerySchema, example: { q: "bra", limit: "15" } },
    ...{ answers: { 200: ["Found", CountryListSchema] }, refusals: { 400: "A parameter is wrong" } },
    page: {
      title: "Countries",
      words:
        "q is part of a name. Leave it out for all countries. limit is 1 to 300, usually 15, 20 or 50. The best match comes first.",
    },
  },
  "POST /v1/quote/local": {
    ...{ operationId: "quoteLocal", summary: "A price within South Africa" },
    description: "The price between two postal codes. It books nothing.",
    ...{ ...quoted, body: LocalQuoteRequestSchema },
    example: { fromPostal: from.postal, toPostal: to.postal, quantity: 1, selectedBoxId: "flyer-bag", applyVat: true },
    page: {
      title: "A local price",
      words: "quantity is 1 to 100, and 1 if you leave it out.",
      aboutVat: " applyVat is true if you leave it out.",
    },
  },
  "POST /v1/quote/international": {
    ...{ operationId: "quoteInternational", summary: "A price abroad" },
    description: "The price from a postal code to a country. It books nothing.",
    ...{ ...quoted, body: InternationalQuoteRequestSchema },
    example: { fromPostal: from.postal, toCountry: "Brazil", quantity: 1, selectedBoxId: "flyer-bag", applyVat: true },
    page: { title: "An international price", words: "toCountry is a name from the list of countries." },
  },
  "GET /health": {
    ...{ operationId: "health", summary: "Whether prices are available", right: "open", refusals: {} },
    description: "For a monitor, or before a checkout.",
    answers: {
      200: ["Prices are available.", HealthSchema],
      503: ["Prices are not available right now.", HealthSchema],
    },
    page: { title: "Health check", words: "200 when prices are available, otherwise 503." },
  },
  "GET /v1/terms": {
    ...{ operationId: "getTerms", summary: "Our terms of today", description: "Their version, and where they are." },
    ...{ right: "key", answers: { 200: ["The terms in force.", TermsSchema] }, refusals: [] },
    page: {
      title: "Our terms",
      words: "The version that applies today. A booking may name it; left out, it is the one that your key agreed to.",
    },
  },
  "POST /v1/bookings": {
    ...{ operationId: "bookParcel", summary: "Book a parcel" },
    description:
      "Books a parcel within South Africa. It is paid later, by a person, at paymentUrl, or by month, by an account that may.",
    ...{ right: "key", once: "must", example: exampleBooking },
    body: bookingRequestSchema(anything).meta({ id: "BookingRequest" }),
    answers: { 201: ["Booked", BookingSchema] },
    refusals: [
      ...["wrong-fields", "blocked", "price-changed", "terms-changed", "reference-taken", "limit-reached"],
      ...["still-running", "too-large", "not-json", "no-instant-price", "key-reused"],
    ],
    page: {
      title: "Book a parcel",
      words:
        "agreedTotal is the price that your customer saw, from a quote. If the price is another one today, you get 409 and nothing is booked. from may be left out: then it is your own address in your address book, or where you last sent from. The receiver's email may be left out too. Then we can only text them, so give a cell number. Nobody can collect a parcel before it is paid: open paymentUrl, or your dashboard, and pay for all open bookings at once. If your account pays by month and has room, paymentStatus is on_account, paymentUrl is null, and the booking has its waybill at once.",
    },
  },
  "GET /v1/bookings": {
    ...{ operationId: "listBookings", summary: "Your bookings" },
    description: "The account's bookings, the newest first.",
    ...{ right: "key", query: BookingsQuerySchema, example: { reference: "1001", limit: "10" } },
    ...{ answers: { 200: ["A page of them", BookingListSchema] }, refusals: ["wrong-fields"] },
    page: {
      title: "Your bookings",
      words: "The newest first. Send next as after for the page that follows; limit is 1 to 100.",
    },
  },
  "GET /v1/bookings/{id}": {
    ...{ operationId: "getBooking", summary: "One booking", description: "The booking as it is now.", right: "key" },
    ...{ answers: { 200: ["The booking.", BookingSchema] }, refusals: ["not-found"] },
    page: {
      title: "One booking",
      words:
        "Set BOOKING to the id of the answer above: export BOOKING=… Once it is paid, waybillNo, labelUrl and trackingUrl are there.",
    },
  },
  "GET /v1/bookings/{id}/events": {
    ...{ operationId: "listEvents", summary: "What happened to its parcel", right: "key" },
    description: "As tracking shows it, the oldest first; nothing personal. Empty until it is paid.",
    ...{ answers: { 200: ["The parcel's events, oldest first.", EventsSchema] }, refusals: ["not-found"] },
    page: {
      title: "What happened to its parcel",
      words: "As tracking shows it, the oldest first. Nothing personal.",
    },
  },
  "GET /v1/bookings/{id}/label.pdf": {
    ...{ operationId: "getLabel", summary: "The labels of a booking", right: "key" },
    description: "One for each piece, as a PDF, once it is paid.",
    ...{ query: LabelQuerySchema, example: { size: "label" }, answers: { 200: ["The labels", "pdf"] } },
    refusals: ["wrong-fields", "not-found", "not-paid"],
    page: {
      title: "Its labels",
      words: "A PDF, one label for each piece. size is label or a4. 409 until it is paid.",
    },
  },
  "GET /v1/labels.pdf": {
    ...{ operationId: "getLabels", summary: "The labels of several bookings", right: "key" },
    description: "One PDF with the labels of bookings that are paid, in the order of their ids.",
    query: LabelsQuerySchema,
    example: { bookings: "0192f0c1-7d3a-7000-8000-00000000002a,0192f0c1-7d3a-7000-8000-00000000002b", size: "label" },
    ...{ answers: { 200: ["The labels", "pdf"] }, refusals: ["wrong-fields", "not-found", "not-paid"] },
    page: {
      title: "Labels of several bookings",
      words: "One PDF, to print a day's parcels at once. bookings is their ids, with commas between: at most 50.",
      example: { bookings: "{id}" },
    },
  },
  "POST /v1/bookings/{id}/simulate": {
    ...{ operationId: "simulateMark", summary: "Move a test parcel", right: "key", once: "may" },
    description:
      "Only on a site whose payments are tests, with a test key; 404 where they are real. It is marked at once.",
    ...{ body: SimulationSchema, example: { mark: "failed_collection" } },
    answers: { 200: ["Marked, now or before", BookingSchema] },
    refusals: [
      ...["wrong-fields", "not-found", "mark-refused", "still-running", "too-large", "not-json", "key-reused"],
    ],
    page: {
      title: "Move a test parcel",
      words: `So that you see every event before a parcel is on its way. Only on a site for tests, and once its payment has been tested. mark is ${marks.join(", ")}. We tell your webhooks at once, and your account; nobody else.`,
    },
  },
  "POST /v1/bookings/{id}/cancel": {
    ...{ operationId: "cancelBooking", summary: "Cancel a booking", right: "key", once: "may" },
    description: "Until its parcel is collected. What was paid is refunded. Cancelling again changes nothing.",
    answers: { 200: ["Cancelled, now or before", BookingSchema] },
    refusals: ["not-found", "too-late", "still-running", "key-reused"],
    page: {
      title: "Cancel it",
      words: "Until the parcel is collected. We refund what was paid. You may send it again.",
    },
  },
  "POST /v1/webhooks": {
    ...{ operationId: "registerWebhook", summary: "Register an address", right: "key", once: "may" },
    description: "https at port 443, in the public internet. At most five.",
    ...{ body: WebhookRequestSchema, example: { url: `https://shop.example/${brand.slug}` } },
    answers: {
      201: [
        "Registered; this answer has the secret, and so has a repeated one of the same Idempotency-Key",
        NewWebhookSchema,
      ],
    },
    refusals: [
      ...["wrong-fields", "not-found", "address-known", "limit-reached", "still-running", "too-large"],
      ...["not-json", "key-reused"],
    ],
    page: {
      title: "Register an address",
      words:
        "It has https, without a port of its own, and leads to the public internet. Leave events out to be told of all. The answer has the secret that signs our calls. No other answer has it.",
      example: { url: `https://shop.example/${brand.slug}.php`, events: ["parcel.delivered"] },
    },
  },
  "GET /v1/webhooks": {
    ...{ operationId: "listWebhooks", summary: "Your webhooks", description: "Without their secrets.", right: "key" },
    ...{ answers: { 200: ["The account's webhooks.", WebhookListSchema] }, refusals: [] },
    page: { title: "Your webhooks", words: "Whether each is on, and when it last took a call." },
  },
  "GET /v1/webhooks/{id}": {
    ...{ operationId: "getWebhook", summary: "One webhook", right: "key" },
    description: "Whether it is on, and when it last took a call.",
    ...{ answers: { 200: ["The webhook.", WebhookSchema] }, refusals: ["not-found"] },
    page: { title: "One webhook", words: "Set WEBHOOK to the id of the first answer: export WEBHOOK=…" },
  },
  "POST /v1/webhooks/{id}/test": {
    ...{ operationId: "testWebhook", summary: "Try a webhook", right: "key", once: "may" },
    description: `Calls it once with an event ${TEST_EVENT}, which is about no booking. One test call can wait, and an account can make ${limits.testCalls.points} in an hour.`,
    answers: { 202: ["It is being called", TestCallSchema] },
    refusals: ["not-found", "switched-off", "test-waiting", "still-running", "key-reused"],
    page: { title: "Try it", words: "We call it once with the type webhook.test, which is about no booking." },
  },
  "POST /v1/webhooks/{id}/secret": {
    ...{ operationId: "changeSecret", summary: "A new secret", right: "key", once: "may" },
    description: "The one before signs as well for 24 hours.",
    answers: { 200: ["The secret; a repeated Idempotency-Key tells the one of then", NewSecretSchema] },
    refusals: ["not-found", "still-running", "key-reused"],
    page: {
      title: "A new secret",
      words: "For 24 hours each call then has two signatures, so that you have time to change over.",
    },
  },
  "DELETE /v1/webhooks/{id}": {
    ...{ operationId: "deleteWebhook", summary: "Delete a webhook", description: "It is no longer called." },
    ...{ right: "key", answers: { 204: ["Deleted"] }, refusals: ["not-found"] },
    page: { title: "Delete it", words: "We no longer call it, not even about what has happened already." },
  },
} as const satisfies Record<string, Call>;

export type CallName = keyof typeof apiCalls;
export type CallPath = CallName extends `${string} ${infer Path}` ? Path : never;
export type MethodAt<Path extends CallPath> = {
  [Name in CallName]: Name extends `${infer Method} ${Path}` ? Method : never;
}[CallName];

export const callNamed = (name: CallName): Call => apiCalls[name];

/** What a call's query says, once it is checked. */
export type QueryOf<Name extends CallName> = (typeof apiCalls)[Name] extends { query: infer Query extends z.ZodType }
  ? z.output<Query>
  : null;

/** Every call with its method and address apart. `about` is the part of the documents that it belongs to. */
export function callsInOrder() {
  return Object.entries(apiCalls as Record<string, Call>).map(([name, call]) => {
    const [method = "", path = ""] = name.split(" ");
    const about = call.right === "open" ? "pricing" : path.startsWith("/v1/webhooks") ? "webhooks" : "bookings";
    return { ...call, method, path, about } as const;
  });
}
