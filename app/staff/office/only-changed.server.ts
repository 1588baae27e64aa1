import { UsageError } from "#app/domain/values/usage-error";
import { type Command, NONE } from "../command";
import type { Desk } from "../desk.server";
import type { FieldTexts } from "./page-call.server";

/** The hidden field with what was stored when the page was filled in. */
export const SHOWN = "shown";

/**
 * Of what was typed on a page that was filled in, what differs from what it was filled in with. A field that was emptied
 * removes its value.
 * @throws UsageError beside a field that somebody else has changed meanwhile
 */
export async function onlyChanged(typed: FieldTexts, { filledIn }: Command, desk: Desk): Promise<FieldTexts> {
  const before = shownIn(typed);
  if (!filledIn || !before) return typed;
  const { by } = filledIn;
  if (typed[by] !== before[by]) throw wrong(by, "This page shows another booking. Open it again with this number.");
  const stored = (await filledIn.stored(typed[by] ?? "", desk)) ?? {};
  const changes: FieldTexts = {};
  for (const [name, was] of Object.entries(before)) {
    if (name === by) continue;
    const [words, now] = [typed[name]?.trim() ?? "", stored[name] ?? was];
    const isLeft = isSame(words, was);
    if (!isLeft && !isSame(now, was) && !isSame(now, words))
      throw wrong(name, `Somebody has changed this meanwhile, to “${now}”. Nothing was done: check what you typed.`);
    changes[name] = isLeft ? "" : words || NONE;
  }
  return { ...typed, ...changes };
}

/** What the page was filled in with; null if it wasn't. */
export function shownIn({ [SHOWN]: written = "" }: FieldTexts): Record<string, string> | null {
  try {
    const shown: unknown = JSON.parse(written);
    return typeof shown === "object" && shown !== null
      ? Object.fromEntries(Object.entries(shown).map(([name, value]) => [name, String(value)]))
      : null;
  } catch {
    return null;
  }
}

/** A browser's field keeps neither line ends nor what surrounds the words. */
export const isSame = (one = "", other = "") =>
  one.split(/\s+/).join(" ").trim() === other.split(/\s+/).join(" ").trim();

const wrong = (field: string, words: string) => Object.assign(new UsageError(words), { field });
