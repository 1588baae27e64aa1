import { hash } from "node:crypto";
import type { SavedForm } from "../../form/saved-form";

/**
 * A short fingerprint of answers: the same for equal answers, whatever the order of fields. Blank fields don't count.
 */
export function fingerprint(answers: unknown): string {
  return hash("sha256", JSON.stringify(answers, inOrder) ?? "", "base64url").slice(0, 16);
}

/** The fingerprint of all the answers that a quote was made from. */
export function formHash({ addresses, parcel }: SavedForm): string {
  return fingerprint([addresses, parcel]);
}

/** Leaves out blank fields, so that adding a field to the form doesn't change the fingerprint of old answers. */
function inOrder(_name: string, value: unknown): unknown {
  if (typeof value !== "object" || value === null || Array.isArray(value)) return value;
  const filled = Object.entries(value).filter(([, each]) => each !== "" && each !== null && each !== undefined);
  return Object.fromEntries(filled.sort(([one], [other]) => (one < other ? -1 : 1)));
}
