import type { AppLoadContext } from "@remix-run/node";
import { Asked } from "#app/domain/limits/cause";
import { limits } from "#app/domain/limits/limits";
import { waitingLines } from "#app/domain/limits/waiting-line";
import type { DoneOr } from "#app/domain/values/refused";
import { type PrivateAnswer, tooBusy } from "#app/http/pages/private-page.server";

const COME_BACK_S = 10;
const WORDS = `Too many people are logging in right now. Nothing was changed. Please try again in ${COME_BACK_S} seconds.`;

/** A login takes two hashes; each uses a core and 19 MiB. */
const passwords = waitingLines(limits.passwords, ["known", "stranger"]);

/**
 * Who sends a form with a password. `known`: from a browser where the person has signed in before, with a live session, or
 * with a one-time link of ours. They wait apart, so that strangers in any number don't keep them out; and it says whose
 * account or link it is, because somebody who knows a password can send it as often as they like.
 */
export type Sender = "stranger" | { known: string };

export type PasswordTurn<Result> = DoneOr<{ result: Result }, { answer: PrivateAnswer }>;

/**
 * Hashes a form's passwords in the sender's queue. Refuses when too many wait, and does nothing once the client has
 * disconnected.
 */
export async function inPasswordTurn<Result>(
  { hasDisconnected = () => false }: AppLoadContext,
  sender: Sender,
  work: (turn: Asked<"a password hashed">) => Promise<Result>,
): Promise<PasswordTurn<Result>> {
  const hash = () => work(Asked.after("passwords"));
  return answered(await amongOwn("turn", sender, (line) => line.inTurn(hasDisconnected, hash)));
}

/** Reserves a place in the sender's queue before anything is counted or written. Refuses when there is none. */
export async function ifPasswordRoom<Result>(
  sender: Sender,
  work: () => Promise<Result>,
): Promise<PasswordTurn<Result>> {
  return answered(await amongOwn("room", sender, (line) => line.ifRoom(work)));
}

type Line = (typeof passwords)["known"];

/** How many forms of each known sender are under way, before the queue and in it. */
const underWay = { room: new Map<string, number>(), turn: new Map<string, number>() };

const PLACES = limits.passwords.atOnce + limits.passwords.waiting;
/** One sender may have this part of the places that are free, so that it takes thirty to fill the queue, not ten. */
const SHARE = 1 / 9;

/** Lets a known sender have a few places in their queue, and fewer the fuller it is: it is everybody else's too. */
async function amongOwn<Result>(step: "room" | "turn", sender: Sender, wait: (line: Line) => Promise<Result | null>) {
  if (sender === "stranger") return wait(passwords.stranger);
  const { known: whose } = sender;
  const here = underWay[step];
  const others = here.get(whose) ?? 0;
  if (others >= mostOfOne([...here.values()].reduce((sum, each) => sum + each, 0))) return null;
  here.set(whose, others + 1);
  try {
    return await wait(passwords.known);
  } finally {
    const left = (here.get(whose) ?? 1) - 1;
    if (left > 0) here.set(whose, left);
    else here.delete(whose);
  }
}

function mostOfOne(taken: number): number {
  return Math.max(1, Math.min(limits.passwordsOfOne.points, Math.floor((PLACES - taken) * SHARE)));
}

function answered<Result>(hashed: { result: Result } | null): PasswordTurn<Result> {
  return hashed ? { ok: true, ...hashed } : { ok: false, why: WORDS, answer: tooBusy(COME_BACK_S) };
}
