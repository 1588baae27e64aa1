import type { z } from "zod";
import type { Config } from "#app/config.server";
import type { Addresses } from "#app/domain/form/addresses";
import type { Draft } from "#app/domain/form/draft";
import { addressFields, formerPlaces, parcelFields, parcelFormNames } from "#app/domain/form/fields";
import type { ParcelAnswers } from "#app/domain/form/parcel";
import { SavedAddresses, SavedParcel } from "#app/domain/form/saved-form";
import { newId } from "#app/domain/values/ids.server";
import { HOURS, TYPED_KEPT_HOURS } from "#app/durations";
import { type SignedCookie, signedCookie } from "#app/http/cookies/signed-cookie.server";
import type { Journey, StepName } from "#app/http/wizard/journey";

export const DRAFT_DAYS = 30;

/**
 * A cookie holds the answers as a list with a fixed position for each field (`fields.ts`), so that older cookies stay
 * readable.
 */
const addressPlaces = new Map<string, number>(
  addressFields.map(({ name, party, field }) => [name, field.cookie[party === "from" ? 0 : 1]]),
);
const parcelPlaces = new Map<string, number>([
  ...Object.entries(parcelFields).map(([name, { cookie }]) => [name, cookie] as const),
  ...Object.entries(formerPlaces),
]);

/** The draft's id, its owner ("" for a guest), and a step's answers: none once the draft is booked. */
type Stored<Answers> = [id: string, owner: string, answers: Answers | undefined];

type AnswersCookie<Answers> = Omit<SignedCookie<Stored<Answers>>, "holds">;

/** One cookie per step, each with the draft's id, sent only to that wizard's pages. */
function cookiesOf(journey: Journey): {
  addresses: AnswersCookie<Addresses>;
  parcel: AnswersCookie<ParcelAnswers>;
} {
  const place = { path: journey.basePath, days: DRAFT_DAYS };
  return {
    addresses: listed(signedCookie("draft_addresses", { ...place, accept: asList }), addressPlaces, SavedAddresses),
    parcel: listed(signedCookie("draft_parcel", { ...place, accept: asList }), parcelPlaces, SavedParcel),
  };
}

/** Without field names, which would be sent with every request and answer. */
function listed<Answers extends object>(
  cookie: SignedCookie<unknown[]>,
  places: Map<string, number>,
  schema: z.ZodType<Answers>,
): AnswersCookie<Answers> {
  return {
    read(request, settings) {
      const stored = cookie.read(request, settings);
      if (!stored) return null;
      const [id, owner, ...values] = stored;
      if (typeof id !== "string" || typeof owner !== "string") return null;
      if (values.length === 0) return [id, owner, undefined];
      const named = Object.fromEntries([...places].map(([name, place]) => [name, values[place]]));
      const answers = schema.safeParse(named).data;
      return answers ? [id, owner, answers] : null;
    },
    write(settings, [id, owner, answers]) {
      if (!answers) return cookie.write(settings, [id, owner]);
      const values: unknown[] = Array.from({ length: Math.max(...places.values()) + 1 });
      for (const [name, value] of Object.entries(answers)) values[places.get(name) ?? Number.NaN] = value;
      // What is blank at the end need not be sent.
      while (values.length > 1 && values.at(-1) === "") values.pop();
      return cookie.write(settings, [id, owner, ...values]);
    },
    clear: cookie.clear,
  };
}

const asList = (stored: unknown) => (Array.isArray(stored) ? stored : null);

/**
 * The answers in this browser so far. Unreadable ones count as not given, and so do those of another user who was
 * signed in before.
 * @param owner uid of the signed-in user; "" in the public wizard
 */
export function readDraft(request: Request, settings: Config, journey: Journey, owner = ""): Draft | null {
  const cookies = cookiesOf(journey);
  const addresses = cookies.addresses.read(request, settings);
  if (!addresses || addresses[1] !== owner) return null;
  const [id, , answers] = addresses;
  const parcel = cookies.parcel.read(request, settings);
  // A parcel with another draft's id is left from before a new start.
  return { id, addresses: answers, parcel: parcel?.[0] === id ? parcel[2] : undefined };
}

/** The answers in this browser, whoever gave them: for finding the next step, never for showing. */
export function draftOfAnybody(request: Request, settings: Config, journey: Journey): Draft | null {
  const owner = ownerOfDraft(request, settings, journey);
  return owner === undefined ? null : readDraft(request, settings, journey, owner);
}

/** Who began the draft in this browser: the uid, or "" for a guest. */
export function ownerOfDraft(request: Request, settings: Config, journey: Journey): string | undefined {
  return cookiesOf(journey).addresses.read(request, settings)?.[1];
}

/** A draft without answers, with a new random id. */
export function newDraft(): Draft {
  return { id: newId() };
}

/** The `Set-Cookie` lines that store a draft. */
export function writeDraft(settings: Config, journey: Journey, draft: Draft, owner = ""): string[] {
  const cookies = cookiesOf(journey);
  const lines: string[] = [];
  if (draft.addresses) lines.push(cookies.addresses.write(settings, [draft.id, owner, draft.addresses]));
  if (draft.parcel) lines.push(cookies.parcel.write(settings, [draft.id, owner, draft.parcel]));
  return lines;
}

/** The `Set-Cookie` lines that store a parcel whose addresses aren't saved yet. */
export function writeParcel(
  settings: Config,
  journey: Journey,
  { id, parcel }: Omit<Draft, "addresses">,
  owner = "",
): string[] {
  const cookies = cookiesOf(journey);
  return [
    cookies.addresses.write(settings, [id, owner, undefined]),
    cookies.parcel.write(settings, [id, owner, parcel]),
  ];
}

/**
 * The `Set-Cookie` lines of a booked draft. Names and addresses are deleted from the phone. Only the id stays, so that
 * the same form sent again finds its booking.
 */
export function finishDraft(settings: Config, journey: Journey, id: string, owner = ""): string[] {
  return writeParcel(settings, journey, { id }, owner);
}

/** The `Set-Cookie` lines that delete a draft: phones are shared. */
export function clearDraft(settings: Config, journey: Journey): string[] {
  const cookies = cookiesOf(journey);
  return [cookies.addresses.clear(settings), cookies.parcel.clear(settings)];
}

const fieldsOf: Record<string, ReadonlySet<string>> = {
  addresses: new Set([...addressFields.map(({ name }) => name), "remember"]),
  parcel: new Set(parcelFormNames),
};

/** The owner ("" for a guest), the step, and what was typed there, right or wrong. */
type UnsavedStep = [owner: string, step: StepName, values: Record<string, string>];

const typedCookie = ({ basePath }: Journey) =>
  signedCookie<UnsavedStep>("typed", {
    path: basePath,
    days: (TYPED_KEPT_HOURS * HOURS) / (24 * HOURS),
    accept: (stored) => (Array.isArray(stored) && stored.length === 3 ? (stored as UnsavedStep) : null),
  });

/** What was typed at a step that the customer left without going on; empty after a while, or for another owner. */
export function typedAt(
  request: Request,
  settings: Config,
  journey: Journey,
  step: StepName,
  owner: string,
): Record<string, string> {
  const kept = typedCookie(journey).read(request, settings);
  return kept?.[0] === owner && kept[1] === step ? kept[2] : {};
}

/** The `Set-Cookie` line that stores it; none if it is too long for a cookie. */
export function keepTyped(
  settings: Config,
  journey: Journey,
  step: StepName,
  owner: string,
  values: Record<string, string>,
): string[] {
  const fields = Object.entries(values).filter(([name]) => fieldsOf[step]?.has(name));
  const typed: UnsavedStep = [owner, step, Object.fromEntries(fields)];
  const cookie = typedCookie(journey);
  return cookie.holds(settings, typed) ? [cookie.write(settings, typed)] : [];
}

/** The `Set-Cookie` line that deletes it, at one step or at any; none if there is nothing to delete. */
export function forgetTyped(request: Request, settings: Config, journey: Journey, step?: StepName): string[] {
  const kept = typedCookie(journey).read(request, settings);
  return kept && (step === undefined || kept[1] === step) ? [typedCookie(journey).clear(settings)] : [];
}

/** The `Set-Cookie` line that deletes it, for a request that may not include the cookie. */
export function forgetAllTyped(settings: Config, journey: Journey): string {
  return typedCookie(journey).clear(settings);
}
