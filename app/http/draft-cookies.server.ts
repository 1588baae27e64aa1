import { z } from "zod";
import type { Journey } from "#app/domain/journeys/journey";
import type { Addresses } from "#app/domain/shipments/addresses";
import { collectionTimes } from "#app/domain/shipments/collection-wish";
import type { Draft } from "#app/domain/shipments/draft";
import type { Parcel } from "#app/domain/shipments/parcel";
import { newId } from "#app/domain/values/ids.server";
import { type SignedCookie, signedCookie } from "./signed-cookie.server";

export const DRAFT_DAYS = 30;

const words = z.string();
/** A cookie holds the answers as a list in this order: new fields go last, with a default, and none leaves its place. */
const StoredAddresses = z.object({
  fromName: words,
  fromEmail: words,
  fromPhone: words,
  fromCell: words,
  fromAddressLine: words,
  fromSuburb: words,
  fromCity: words,
  fromPostal: words,
  fromCountry: words,
  fromLandmark: words,
  toName: words,
  toEmail: words,
  toPhone: words,
  toCell: words,
  toAddressLine: words,
  toSuburb: words,
  toCity: words,
  toPostal: words,
  toCountry: words,
  toLandmark: words,
});
const StoredParcel = z.object({
  selectedBoxId: words,
  quantity: z.number(),
  parcelDesc: words,
  customsDesc: words,
  specialInstructions: words,
  declaredValue: z.number(),
  weight: z
    .number()
    .nullish()
    .transform((kilograms) => kilograms ?? undefined),
  collectionDay: words.default(""),
  collectionTime: z.enum(collectionTimes).default(""),
});

/** The draft's id, whose it is ("" for a guest), and a step's answers. */
type Stored<Answers> = [id: string, owner: string, answers: Answers];

/** One cookie per step, each with the draft's id, sent to that wizard's own pages only. */
function cookiesOf(journey: Journey): {
  addresses: SignedCookie<Stored<Addresses>>;
  parcel: SignedCookie<Stored<Parcel>>;
} {
  const place = { path: journey.basePath, days: DRAFT_DAYS };
  return {
    addresses: listed<Addresses>(signedCookie("draft_addresses", { ...place, accept: asList }), StoredAddresses),
    parcel: listed<Parcel>(signedCookie("draft_parcel", { ...place, accept: asList }), StoredParcel),
  };
}

/** Without the names of the fields, which would go up with every request and down with every answer. */
function listed<Answers extends object>(
  cookie: SignedCookie<unknown[]>,
  schema: z.ZodObject & z.ZodType<Answers>,
): SignedCookie<Stored<Answers>> {
  const fields = Object.keys(schema.shape);
  return {
    read(request) {
      const stored = cookie.read(request);
      if (!stored) return null;
      const [id, owner, ...values] = stored;
      const answers = schema.safeParse(Object.fromEntries(fields.map((field, at) => [field, values[at]]))).data;
      return answers && typeof id === "string" && typeof owner === "string" ? [id, owner, answers] : null;
    },
    write([id, owner, answers]) {
      const values = new Map(Object.entries(answers));
      return cookie.write([id, owner, ...fields.map((field) => values.get(field))]);
    },
    clear: cookie.clear,
  };
}

const asList = (stored: unknown) => (Array.isArray(stored) ? stored : null);

/**
 * What this browser has answered so far. Anything unreadable counts as not answered, and so does what somebody else
 * answered who was signed in here before.
 * @param owner uid of whoever is signed in; "" in the public wizard
 */
export function readDraft(request: Request, journey: Journey, owner = ""): Draft | null {
  const cookies = cookiesOf(journey);
  const addresses = cookies.addresses.read(request);
  if (!addresses || addresses[1] !== owner) return null;
  const [id, , answers] = addresses;
  const parcel = cookies.parcel.read(request);
  // A parcel of another draft is left over from before a new start.
  return { id, addresses: answers, parcel: parcel?.[0] === id ? parcel[2] : undefined };
}

/** What was answered in this browser, by whomever: good for finding the way, never for showing. */
export function draftOfAnybody(request: Request, journey: Journey): Draft | null {
  const owner = cookiesOf(journey).addresses.read(request)?.[1];
  return owner === undefined ? null : readDraft(request, journey, owner);
}

/** A draft without answers, under a new random id. */
export function newDraft(): Draft {
  return { id: newId() };
}

/** The `Set-Cookie` lines that keep a draft. */
export function writeDraft(journey: Journey, draft: Draft, owner = ""): string[] {
  const cookies = cookiesOf(journey);
  const lines: string[] = [];
  if (draft.addresses) lines.push(cookies.addresses.write([draft.id, owner, draft.addresses]));
  if (draft.parcel) lines.push(cookies.parcel.write([draft.id, owner, draft.parcel]));
  return lines;
}

/** The `Set-Cookie` lines that forget it: phones are shared. */
export function clearDraft(journey: Journey): string[] {
  const cookies = cookiesOf(journey);
  return [cookies.addresses.clear(), cookies.parcel.clear()];
}
