import type { endings as storedEndings } from "#db/schema/waybills";

/** Why a parcel will not arrive. */
export type Ending = (typeof storedEndings)[number];

/**
 * Why, as anybody may read it who has the number: the police and their reasons are nobody else's business. `isOurs`:
 * whether our terms say what we pay for it.
 */
const words: Record<Ending, { why: string; isOurs: boolean }> = {
  lost: { why: "we can't find it any more", isOurs: true },
  damaged: { why: "it was damaged on the way", isOurs: true },
  destroyed: { why: "it had to be destroyed", isOurs: true },
  unclaimed: { why: "nobody took it in the time that we keep it", isOurs: false },
  police: { why: "we are not allowed to deliver it", isOurs: false },
  cancelled: { why: "it was cancelled on its way", isOurs: false },
};

export const endings = Object.keys(words) as [Ending, ...Ending[]];

/** "we can't find it any more": what follows "will not arrive". */
export function whyEnded(because: Ending | null | undefined): string {
  return because ? words[because].why : "please ask us why";
}

/** The same as sentences: "We can't find it any more. We are sorry." */
export function whyEndedInFull(because: Ending | null | undefined): string {
  const why = whyEnded(because);
  return `${why.slice(0, 1).toUpperCase()}${why.slice(1)}.${isOurs(because) ? " We are sorry." : ""}`;
}

/** Whether our terms say what we pay for it. */
export const isOurs = (because: Ending | null | undefined) => (because ? words[because].isOurs : false);
