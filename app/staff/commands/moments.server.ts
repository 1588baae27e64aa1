import { actionsOn } from "#app/domain/office/staff-actions.server";
import type { StoredEmail } from "#app/domain/post/resend-email.server";
import { emailsAbout } from "#app/domain/post/stored-emails.server";
import type { Reader } from "#db/store.server";

/** Something that happened, and who did it. */
export type Moment = { at: Date; who: string; what: string };

/** The emails of some occasions, and who of staff sent one again. */
export async function emailMoments(store: Reader, occasions: string[]): Promise<Moment[]> {
  const emails = await emailsAbout(store, occasions);
  const resent = await actionMoments(
    store,
    emails.map(({ id }) => id),
  );
  return [
    ...emails.map((email) => ({ at: email.sentAt ?? email.queuedAt, who: "site", what: emailInWords(email) })),
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

function emailInWords({ channel, state, subject, toAddress, lastError }: StoredEmail): string {
  const message = channel === "sms" ? "text" : "email";
  const stateWords = {
    sent: `${message} sent`,
    queued: `${message} waiting to be sent`,
    dead: `${message} given up (${lastError ?? "no reason known"})`,
    skipped: `${message} not sent (${lastError ?? "no reason known"})`,
  };
  return `${stateWords[state]}: “${subject}” to ${toAddress}`;
}
