import type { Look } from "#app/domain/office/looks.server";
import { readNumbers } from "#app/domain/values/reference-number";
import type { Command } from "../command";
import type { CommandPage } from "./a-command-page";
import { SHOWN } from "./only-changed.server";
import type { FieldTexts } from "./page-call.server";

/**
 * What a command's page shows of what is stored: what was answered, what its fields are filled in with, and what a
 * refusal says. A form that waits to be filled in shows nothing.
 */
export function lookAtCommand(command: Command, typed: FieldTexts, page: CommandPage): Look | "nothing stored" {
  const { result, hidden, state } = page;
  const isWaiting = !result && hidden[SHOWN] === undefined && Object.keys(state.errors).length === 0;
  if (isWaiting) return "nothing stored";
  return { what: "looked at", ...aboutCommand(command, typed), rows: result?.answer.table?.rows.length };
}

/** A command, and the number that it was asked about. An email, a phone or a name isn't on record. */
export function aboutCommand(
  { name, arguments: positional }: Command,
  typed: FieldTexts,
): Pick<Look, "view" | "number"> {
  const numbers = Object.keys(positional).map((each) => ourNumber(typed[each] ?? ""));
  return { view: name, number: numbers.find((number) => number !== null) ?? undefined };
}

const ourNumber = (text: string) => readNumbers(text, ["waybill", "quote", "application"]).found[0]?.no ?? null;
