import { hasRight, type OfficePerson, type Right } from "./people.server";
import { isRecent } from "./sessions.server";

/** Somebody who is signed in, and when they last typed a code. */
export type SignedIn = OfficePerson & { codeAt: Date };

declare const usable: unique symbol;

/** What its person may use at this moment. Only `usableBy` says so, and an office page runs nothing else. */
export type Usable<Something> = Something & { readonly [usable]: true };

/** Whether what needs this right needs a code of the last ten minutes too: money, prices, people and their data. */
const asksForCode: Record<Right, boolean> = { reader: false, clerk: false, cashier: true, manager: true };

/** Something that needs a right, if the person may use it now, or else why not. */
export function usableBy<Something extends { right: Right }>(
  { right, codeAt }: SignedIn,
  wanted: Something,
  now: Date,
): Usable<Something> | "not theirs" | "asks for a code" {
  if (!hasRight(right, wanted.right)) return "not theirs";
  if (asksForCode[wanted.right] && !isRecent(codeAt, now)) return "asks for a code";
  return wanted as Usable<Something>;
}
