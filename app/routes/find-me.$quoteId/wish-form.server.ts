import * as z from "zod";
import type { NewWish } from "#app/domain/drivers/take-wish.server";
import { limits } from "#app/domain/form/fields";
import { requiredLine } from "#app/domain/form/text-rules";
import { catalogue } from "#app/language/language";
import { plainText } from "#app/language/plain-text";
import { type CheckedForm, carriedValue, checkForm, typedValues } from "../../http/forms/forms.server";

const NeighbourSchema = z.object({
  neighbour: requiredLine(() => catalogue().receiver.wishes.neighboursName, limits.fullName),
  neighbourAt: requiredLine(() => catalogue().receiver.wishes.neighboursHouse, limits.addressLine),
});

/** Whether a form of the receiver's page is about a wish. No radio button is sent if none was chosen. */
export function isWishForm(form: FormData): boolean {
  return form.has("wish") || form.has("neighbour") || form.has("takeBack");
}

/**
 * What a receiver asks for in the form of their page. A day and a neighbour may be asked for together, and whoever fills
 * in their fields needs no radio button. What is half filled in beside the chosen wish isn't read, and nothing beside
 * the depot.
 */
export function readWish(form: FormData): CheckedForm<NewWish[]> {
  const kind = carriedValue(form, "wish");
  if (kind === "depot") return { ok: true, answers: [{ kind }] };
  const isFilledIn = (name: string) => String(form.get(name) ?? "").trim() !== "";
  const { chooseDay, chooseWish } = catalogue().receiver.wishes;
  const asked: NewWish[] = [];
  const errors: Record<string, string[]> = {};
  if (kind === "day" || isFilledIn("day")) {
    const [day, part] = [carriedValue(form, "day"), carriedValue(form, "part")];
    if (day) asked.push({ kind: "day", day, part: part === "morning" || part === "afternoon" ? part : null });
    else errors.day = [plainText(chooseDay)];
  }
  const ofNeighbour = ["neighbour", "neighbourAt"].filter(isFilledIn).length;
  if (kind === "neighbour" || ofNeighbour > (kind === "day" ? 1 : 0)) {
    const checked = checkForm(form, NeighbourSchema);
    if (checked.ok)
      asked.push({ kind: "neighbour", name: checked.answers.neighbour, house: checked.answers.neighbourAt });
    else Object.assign(errors, checked.state.errors);
  }
  if (asked.length === 0 && Object.keys(errors).length === 0) errors.wish = [plainText(chooseWish)];
  if (Object.keys(errors).length > 0) return { ok: false, state: { values: typedValues(form), errors } };
  return { ok: true, answers: asked };
}
