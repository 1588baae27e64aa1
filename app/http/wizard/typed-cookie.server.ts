import { addressFields, parcelFormNames } from "#app/domain/form/fields";
import { HOURS } from "#app/durations";
import { signedCookie } from "#app/http/cookies/signed-cookie.server";
import type { Journey, StepName } from "#app/http/wizard/journey";

/** Long enough to look something up; short, because nobody asked to have it stored. */
export const TYPED_KEPT_HOURS = 2;

const fieldsOf: Record<string, ReadonlySet<string>> = {
  addresses: new Set([...addressFields.map(({ name }) => name), "remember"]),
  parcel: new Set(parcelFormNames),
};

/** The owner ("" for a guest), the step, and what was typed there, right or wrong. */
type Typed = [owner: string, step: StepName, values: Record<string, string>];

const typedCookie = ({ basePath }: Journey) =>
  signedCookie<Typed>("typed", {
    path: basePath,
    days: (TYPED_KEPT_HOURS * HOURS) / (24 * HOURS),
    accept: (stored) => (Array.isArray(stored) && stored.length === 3 ? (stored as Typed) : null),
  });

/** What was typed at a step that the customer left without going on; empty after a while, or for another owner. */
export function typedAt(request: Request, journey: Journey, step: StepName, owner: string): Record<string, string> {
  const kept = typedCookie(journey).read(request);
  return kept?.[0] === owner && kept[1] === step ? kept[2] : {};
}

/** The `Set-Cookie` line that stores it; none if it is too long for a cookie. */
export function keepTyped(journey: Journey, step: StepName, owner: string, values: Record<string, string>): string[] {
  const fields = Object.entries(values).filter(([name]) => fieldsOf[step]?.has(name));
  const typed: Typed = [owner, step, Object.fromEntries(fields)];
  const cookie = typedCookie(journey);
  return cookie.holds(typed) ? [cookie.write(typed)] : [];
}

/** The `Set-Cookie` line that deletes it, at one step or at any; none if there is nothing to delete. */
export function forgetTyped(request: Request, journey: Journey, step?: StepName): string[] {
  const kept = typedCookie(journey).read(request);
  return kept && (step === undefined || kept[1] === step) ? [typedCookie(journey).clear()] : [];
}

/** The `Set-Cookie` line that deletes it, for a request that may not include the cookie. */
export function forgetAllTyped(journey: Journey): string {
  return typedCookie(journey).clear();
}
