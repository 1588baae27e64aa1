import type { AppLoadContext } from "@remix-run/node";
import { limits } from "#app/domain/limits/limits";
import { waitingLine } from "#app/domain/limits/waiting-line";
import { type PrivateAnswer, tooBusy } from "#app/http/pages/private-page.server";

const COME_BACK_S = 10;
const WORDS = `Too many people are logging in right now. Nothing was changed. Please try again in ${COME_BACK_S} seconds.`;

/** A login takes two hashes; each uses a core and 19 MiB. */
const passwords = waitingLine(limits.passwords);

export type PasswordTurn<Result> = { ok: true; result: Result } | { ok: false; words: string; answer: PrivateAnswer };

/**
 * Hashes a form's passwords in the queue. Refuses when too many wait, and does nothing once the client has
 * disconnected.
 */
export async function inPasswordTurn<Result>(
  { hasDisconnected = () => false }: AppLoadContext,
  work: () => Promise<Result>,
): Promise<PasswordTurn<Result>> {
  return answered(await passwords.inTurn(hasDisconnected, work));
}

/** Reserves a place in the queue before anything is counted or written. Refuses when there is none. */
export async function ifPasswordRoom<Result>(work: () => Promise<Result>): Promise<PasswordTurn<Result>> {
  return answered(await passwords.ifRoom(work));
}

function answered<Result>(hashed: { result: Result } | null): PasswordTurn<Result> {
  return hashed ? { ok: true, ...hashed } : { ok: false, words: WORDS, answer: tooBusy(COME_BACK_S) };
}
