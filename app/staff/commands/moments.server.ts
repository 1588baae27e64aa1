import { lettersAbout } from "#app/domain/mail/kept-letters.server";
import type { StoredLetter } from "#app/domain/mail/resend-letter.server";
import { actionsOn } from "#app/domain/staff-actions/staff-actions.server";
import type { Reader } from "#db/store.server";

/** Something that happened, and whose doing it was. */
export type Moment = { at: Date; who: string; what: string };

/** The letters of some occasions, and who of us sent one again. */
export async function letterMoments(store: Reader, occasions: string[]): Promise<Moment[]> {
  const letters = await lettersAbout(store, occasions);
  const resent = await actionMoments(
    store,
    letters.map(({ id }) => id),
  );
  return [
    ...letters.map((letter) => ({ at: letter.sentAt ?? letter.queuedAt, who: "site", what: told(letter) })),
    ...resent,
  ];
}

/** What staff did about some subjects. */
export async function actionMoments(store: Reader, subjects: string[]): Promise<Moment[]> {
  const all = await Promise.all(subjects.map((subject) => actionsOn(store, subject)));
  return all
    .flat()
    .map(({ at, who, action, details }) => ({ at, who, what: [action, details].filter(Boolean).join(": ") }));
}

function told({ state, subject, toAddress, lastError }: StoredLetter): string {
  const standing = {
    sent: "letter sent",
    queued: "letter waits to be sent",
    dead: `letter given up (${lastError ?? "no reason known"})`,
  };
  return `${standing[state]}: “${subject}” to ${toAddress}`;
}
