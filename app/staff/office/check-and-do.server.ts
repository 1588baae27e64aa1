import { createHash } from "node:crypto";
import { answerKept, keepDone } from "#app/domain/limits/done-once.server";
import type { Usable } from "#app/domain/office/usable.server";
import { partOf } from "#db/part-of-transaction.server";
import type { Answer } from "../answer";
import type { Command } from "../command";
import type { Desk } from "../desk.server";
import { onlyChanged } from "./only-changed.server";
import { type FieldTexts, pageCall } from "./page-call.server";

/** What Check shows, with what it asks, to which Do it says yes; and a hash of that. Do it does nothing if it has changed. */
export type Preview = { answer: Answer; mark: string };

/** What came of Do it. */
export type Pressed =
  | { kind: "answered"; answer: Answer }
  /** It would do something else than Check showed, so nothing was done. */
  | { kind: "changed"; preview: Preview };

/** A form that Check has answered: its key, what it showed, and when. */
export type FormAfterCheck = { key: string; who: string; mark: string; checkedAt: Date };

/** What a command would do. Nothing changes. */
export async function check(command: Usable<Command>, typed: FieldTexts, desk: Desk): Promise<Preview> {
  const answer = await run(command, typed, { ...desk, isDryRun: true }, false);
  return {
    answer,
    mark: createHash("sha256")
      .update(JSON.stringify(whatIsDone(answer)))
      .digest("base64url"),
  };
}

/**
 * What Check showed that has to be so still at Do it. Messages aren't in it: one that was sent meanwhile needs a correction
 * now, and a person's email may have been put right.
 */
function whatIsDone({ told, ...answer }: Answer) {
  return { ...answer, whose: told?.whose, andMore: told?.andMore };
}

/**
 * Does what Check showed, with the form's key: if it would do something else by now, nothing is done; and the same form
 * sent again gets the first answer. All in one transaction, but for a command that asks PayFast between its changes, or
 * makes thousands: it sees to it itself that it does nothing twice.
 */
export function doIt(command: Usable<Command>, typed: FieldTexts, desk: Desk, form: FormAfterCheck): Promise<Pressed> {
  const isWhole = command.page !== "stepwise" && command.page !== "in steps";
  if (!isWhole) return doOnce(command, typed, desk, form);
  return desk.store.tx((tx) => doOnce(command, typed, { ...desk, store: partOf(desk.store, tx) }, form));
}

async function doOnce(command: Usable<Command>, typed: FieldTexts, desk: Desk, form: FormAfterCheck): Promise<Pressed> {
  const once = { kind: "office form", who: form.who, key: form.key } as const;
  const firstAnswer = (await answerKept(desk.store.read, once, desk.now)) as Answer | null;
  if (firstAnswer) return { kind: "answered", answer: firstAnswer };
  // At the moment of Check: a mark without a time is made now, and Check showed it with the time that it had then.
  const shown = await check(command, typed, { ...desk, now: form.checkedAt });
  if (shown.mark !== form.mark) return { kind: "changed", preview: await check(command, typed, desk) };
  const answer = await run(command, typed, desk, true);
  if (answer.kind !== "refused") await desk.store.tx((tx) => keepDone(tx, once, answer, desk.now));
  return { kind: "answered", answer };
}

/** Runs a command with what was typed on its page. @throws UsageError that names the field */
export async function run(command: Usable<Command>, typed: FieldTexts, desk: Desk, yes: boolean): Promise<Answer> {
  const { call, desk: more } = pageCall(command, await onlyChanged(typed, command, desk), yes);
  return command.run(call, { ...desk, ...more });
}
