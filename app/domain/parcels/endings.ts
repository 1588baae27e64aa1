import { messagesCatalogue } from "#app/language/messages.server";
import type { Sentence } from "#app/language/say";
import type { endings as storedEndings } from "#db/schema/waybills";

/** Why a parcel will not arrive. */
export type Ending = (typeof storedEndings)[number];

/** Whether our terms say what we pay for it. */
const areOurs: Record<Ending, boolean> = {
  ...{ lost: true, damaged: true, destroyed: true },
  ...{ unclaimed: false, police: false, cancelled: false },
};

export const endings = Object.keys(areOurs) as [Ending, ...Ending[]];

/**
 * What follows "will not arrive": "we can't find it any more". Anybody may read it who has the number: the police and
 * their reasons are nobody else's business.
 */
export function whyEnded(because: Ending | null | undefined): Sentence {
  return messagesCatalogue().parcel.endings[because ?? "unsaid"].why;
}

/** The same as sentences: "We can't find it any more. We are sorry." */
export function whyEndedInFull(because: Ending | null | undefined): Sentence {
  return messagesCatalogue().parcel.endings[because ?? "unsaid"].inFull;
}

/** Whether our terms say what we pay for it. */
export const isOurs = (because: Ending | null | undefined) => (because ? areOurs[because] : false);
