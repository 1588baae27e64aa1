import { z } from "zod";
import type { Asked } from "#app/domain/rounds/take-wish.server";
import { limits } from "#app/domain/shipments/fields";
import { requiredLine } from "#app/domain/shipments/text-rules";
import { type CheckedForm, carriedValue, checkForm, typedValues } from "./forms.server";

const NeighbourSchema = z.object({
  neighbour: requiredLine("The neighbour's name", limits.fullName),
  neighbourAt: requiredLine("The neighbour's house", limits.addressLine),
});

/** Whether a form of the receiver's page is about a wish. No radio button is sent if none was chosen. */
export function isWishForm(form: FormData): boolean {
  return form.has("wish") || form.has("neighbour") || form.has("takeBack");
}

/** A receiver's wish in the form of their page: the fields of another wish than the chosen one aren't read. */
export function readWish(form: FormData): CheckedForm<Asked> {
  const kind = carriedValue(form, "wish");
  if (kind === "depot") return { ok: true, answers: { kind } };
  if (kind === "neighbour") {
    const checked = checkForm(form, NeighbourSchema);
    if (!checked.ok) return checked;
    return { ok: true, answers: { kind, name: checked.answers.neighbour, house: checked.answers.neighbourAt } };
  }
  const [day, part] = [carriedValue(form, "day"), carriedValue(form, "part")];
  if (kind === "day" && day)
    return { ok: true, answers: { kind, day, part: part === "morning" || part === "afternoon" ? part : null } };
  const errors: Record<string, string[]> =
    kind === "day" ? { day: ["Choose a day"] } : { wish: ["Choose what you wish for"] };
  return { ok: false, state: { values: typedValues(form), errors } };
}
