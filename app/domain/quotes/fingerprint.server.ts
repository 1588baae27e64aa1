import { createHash } from "node:crypto";
import type { SavedForm } from "../shipments/saved-form";

/** A short fingerprint of answers: equal answers, equal fingerprint. Neither the order of fields nor a blank one counts. */
export function fingerprint(answers: unknown): string {
  return createHash("sha256")
    .update(JSON.stringify(answers, inOrder) ?? "")
    .digest("base64url")
    .slice(0, 16);
}

/** The fingerprint of everything that a quote was made from. */
export function formHash({ addresses, parcel }: SavedForm): string {
  return fingerprint([addresses, parcel]);
}

/** A field that is added later and left blank must not make another form of an old one. */
function inOrder(_name: string, value: unknown): unknown {
  if (typeof value !== "object" || value === null || Array.isArray(value)) return value;
  const filled = Object.entries(value).filter(([, each]) => each !== "" && each !== null && each !== undefined);
  return Object.fromEntries(filled.sort(([one], [other]) => (one < other ? -1 : 1)));
}
