import type { Command } from "../command";
import type { Desk } from "../desk.server";
import type { PageResult } from "./a-command-page";
import { factsOf } from "./shown";

/** A page with what is known of what it is about, once that is typed. */
export async function withKnown(result: PageResult, { shows }: Command, desk: Desk): Promise<PageResult> {
  if (!shows || "leadsTo" in result) return result;
  const typed = result.page.state.values[shows.of];
  const facts = typed ? await shows.facts(typed, desk) : null;
  return facts ? { ...result, page: { ...result.page, known: factsOf(facts, desk.now) } } : result;
}
