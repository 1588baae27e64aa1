import type { Store } from "#db/store.server";
import type { Account } from "../accounts/account";
import { accountById } from "../accounts/accounts.server";
import type { ProblemAnswer } from "../accounts/problems";
import { workOutPrice } from "../parcels/quotes/price-draft.server";
import { shopsSender } from "../parcels/quotes/used-addresses.server";
import type { PricingService } from "../prices/contract/pricing-service";
import { collectionDays } from "../prices/open-days.server";
import type { Places } from "../prices/places.server";
import type { ByKey } from "./book-by-key.server";
import { answersOf, asSender, bookingRequestSchema } from "./booking-on-the-wire";
import { readLandmarks } from "./import-list.server";
import { readFields, wrongFields } from "./wrong-fields";

const NO_SENDER = "from is required: the account has no address of its own in its address book, and sent nothing yet.";

type Sources = { store: Store; pricing: PricingService; places: Places };
/** For whom a shop's program books. */
export type Booker = Pick<ByKey, "uid" | "keyId" | "termsVersion">;

/** Reads, checks and prices a booking's body, before anything is written; or a problem with every wrong field. */
export async function readBooking(
  { store, pricing, places }: Sources,
  booker: Booker,
  body: unknown,
  now: Date,
): Promise<ByKey | ProblemAnswer> {
  const account = await accountById(store.read, booker.uid);
  if (!account) return { refused: "wrong-key", detail: "The account was deleted." };
  const boxes = await pricing.boxes();
  const days = await collectionDays(store.read, null, now);
  const schema = bookingRequestSchema({
    boxMessage: `boxId must be one of ${boxes.map(({ id }) => id).join(", ")}`,
    knowsBox: (id) => boxes.some((box) => box.id === id),
    days,
    dayMessage: `collectionDay must be one of ${days.join(", ")}`,
  });
  const known = await shopsSender(store.read, account);
  const fields = readFields(schema, withSender(body, account, asSender(known)));
  if ("refused" in fields) return fields;
  const asked = fields.data;
  if (!asked.from?.addressLine) return wrongFields([{ pointer: "/from", detail: NO_SENDER }]);
  const form = answersOf(asked, asked.from);
  const { line } = await readLandmarks({ ...form.addresses }, places);
  const addresses = { ...form.addresses, fromLandmark: line.fromLandmark ?? "", toLandmark: line.toLandmark ?? "" };
  const priced = await workOutPrice(pricing, "local", { addresses, parcel: form.parcel });
  if (priced.status === "error")
    return {
      refused: "unavailable",
      detail: "We can't give prices right now. Send it again in a few seconds.",
      headers: { "Retry-After": "5" },
    };
  return {
    ...{ uid: booker.uid, keyId: booker.keyId, reference: asked.reference, priced },
    agreedCents: Math.round(asked.agreedTotal * 100),
    termsVersion: asked.termsVersion || booker.termsVersion,
  };
}

/** The body with the sender filled in: all of it if it was left out, otherwise the account's own name and phone. */
function withSender(body: unknown, { name, email, phone }: Account, known: Record<string, string>): unknown {
  if (!isObject(body)) return body;
  const { from } = body;
  if (from === undefined || from === null) return known.addressLine ? { ...body, from: known } : withoutFrom(body);
  return isObject(from) ? { ...body, from: { ...{ name, email, phone }, ...from } } : body;
}

function withoutFrom({ from: _from, ...body }: Record<string, unknown>) {
  return body;
}

function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}
