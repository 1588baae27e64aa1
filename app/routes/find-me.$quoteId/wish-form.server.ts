import * as z from "zod";
import type { NewWish } from "#app/domain/drivers/take-wish.server";
import type { WishKind } from "#app/domain/drivers/wishes.server";
import { limits } from "#app/domain/form/fields";
import { requiredLine } from "#app/domain/form/text-rules";
import { asLine } from "#app/domain/values/typed-text";
import { catalogue } from "#app/language/language";
import { plainText } from "#app/language/plain-text";
import { type CheckedForm, carriedValue, checkForm, typedValues } from "../../http/forms/forms.server";

const NeighbourSchema = z.object({
  neighbour: requiredLine(() => catalogue().receiver.wishes.neighboursName, limits.fullName),
  // House 9 is a house.
  neighbourAt: requiredLine(() => catalogue().receiver.wishes.neighboursHouse, limits.addressLine, asLine, 1),
});

/** The choice that a form belongs to; a page of an earlier release has one form for all of them. */
export function choiceOf(form: FormData): WishKind {
  const kind = (["day", "neighbour", "depot"] as const).find((known) => known === carriedValue(form, "wish"));
  return kind ?? (isFilledIn(form, "neighbour") || isFilledIn(form, "neighbourAt") ? "neighbour" : "day");
}

const isFilledIn = (form: FormData, name: string) => String(form.get(name) ?? "").trim() !== "";

/** Whether a form of the receiver's page is about a wish. */
export function isWishForm(form: FormData): boolean {
  return form.has("wish") || form.has("neighbour") || form.has("takeBack");
}

/**
 * What a receiver asks for in a form of their page. One that has the fields of several may ask for a day and a neighbour
 * together, without saying which. What is half filled in beside the chosen wish isn't read, and nothing beside the depot.
 */
export function readWish(form: FormData): CheckedForm<NewWish[]> {
  const kind = carriedValue(form, "wish");
  if (kind === "depot") return { ok: true, answers: [{ kind }] };
  const { chooseDay, chooseWish } = catalogue().receiver.wishes;
  const asked: NewWish[] = [];
  const errors: Record<string, string[]> = {};
  if (kind === "day" || isFilledIn(form, "day")) {
    const [day, part] = [carriedValue(form, "day"), carriedValue(form, "part")];
    if (day) asked.push({ kind: "day", day, part: part === "morning" || part === "afternoon" ? part : null });
    else errors.day = [plainText(chooseDay)];
  }
  const ofNeighbour = ["neighbour", "neighbourAt"].filter((name) => isFilledIn(form, name)).length;
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
