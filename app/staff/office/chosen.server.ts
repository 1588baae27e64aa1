import { everyDriver } from "#app/domain/drivers/drivers.server";
import { peopleOfOffice } from "#app/domain/office/people.server";
import type { Choice } from "#app/ui/forms/select-field";
import type { Reader } from "#db/store.server";
import type { Command } from "../command";
import type { Desk } from "../desk.server";
import type { KindName } from "../kinds.server";
import type { PageResult } from "./a-command-page";

/** What there are few of is chosen from all of them, and not typed: those who may be meant most come first. */
const all: Partial<Record<KindName, (store: Reader) => Promise<Choice[]>>> = {
  async driver(store) {
    const drivers = (await everyDriver(store)).toSorted(
      (one, other) => Number(!!one.blockedAt) - Number(!!other.blockedAt),
    );
    return drivers.map(({ name, blockedAt }) => ({ value: name, text: blockedAt ? `${name} (blocked)` : name }));
  },
  async colleague(store) {
    return (await peopleOfOffice(store)).map(({ name, email }) => ({ value: email, text: `${name}, ${email}` }));
  },
};

/** A command's page on which drivers and the office's people are chosen. While there are none, a name can be typed. */
export async function chosen(
  result: PageResult,
  { arguments: positional, options }: Command,
  desk: Desk,
): Promise<PageResult> {
  if ("leadsTo" in result) return result;
  const { page } = result;
  const fields: typeof page.fields = [];
  for (const field of page.fields) {
    const kind = { ...positional, ...options }[field.name]?.kind;
    const choices = (kind && (await all[kind]?.(desk.store.read))) ?? [];
    const typed = page.state.values[field.name];
    const isThere = !typed || choices.some(({ value }) => value === typed);
    const withTyped = isThere ? choices : [...choices, { value: typed, text: typed }];
    fields.push(choices.length > 0 ? { ...field, control: "choice", choices: withTyped, hint: undefined } : field);
  }
  return { ...result, page: { ...page, fields } };
}
