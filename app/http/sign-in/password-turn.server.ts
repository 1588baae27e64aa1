import type { AppLoadContext } from "@remix-run/node";
import { Asked } from "#app/domain/limits/cause";
import { limits } from "#app/domain/limits/limits";
import { waitingLines } from "#app/domain/limits/waiting-line";
import { type PrivateAnswer, tooBusy } from "#app/http/pages/private-page.server";

const COME_BACK_S = 10;
const WORDS = `Too many people are logging in right now. Nothing was changed. Please try again in ${COME_BACK_S} seconds.`;

/** A login takes two hashes; each uses a core and 19 MiB. */
const passwords = waitingLines(limits.passwords, ["known", "stranger"]);

/**
 * Who sends a form with a password. `known`: from a browser where the person has signed in before, with a live session, or
 * with a one-time link of ours. They wait apart, so that strangers in any number don't keep them out.
 */
export type Sender = keyof typeof passwords;

export type PasswordTurn<Result> = { ok: true; result: Result } | { ok: false; words: string; answer: PrivateAnswer };

/**
 * Hashes a form's passwords in the sender's queue. Refuses when too many wait, and does nothing once the client has
 * disconnected.
 */
export async function inPasswordTurn<Result>(
  { hasDisconnected = () => false }: AppLoadContext,
  sender: Sender,
  work: (turn: Asked<"a password hashed">) => Promise<Result>,
): Promise<PasswordTurn<Result>> {
  return answered(await passwords[sender].inTurn(hasDisconnected, () => work(Asked.after("passwords"))));
}

/** Reserves a place in the sender's queue before anything is counted or written. Refuses when there is none. */
export async function ifPasswordRoom<Result>(
  sender: Sender,
  work: () => Promise<Result>,
): Promise<PasswordTurn<Result>> {
  return answered(await passwords[sender].ifRoom(work));
}

function answered<Result>(hashed: { result: Result } | null): PasswordTurn<Result> {
  return hashed ? { ok: true, ...hashed } : { ok: false, words: WORDS, answer: tooBusy(COME_BACK_S) };
}
