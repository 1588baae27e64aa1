import { eq, like, lt, sql } from "drizzle-orm";
import * as z from "zod";
import type { Asked } from "#app/domain/limits/cause";
import { DAYS } from "#app/durations";
import { messagesCatalogue } from "#app/language/messages.server";
import { plainText } from "#app/language/plain-text";
import { type JourneyName, paths } from "#app/paths";
import { sentDrafts } from "#db/schema/sent-drafts";
import type { Reader, Tx } from "#db/store.server";
import { inspectLink, issueLink, redeemLink } from "../../accounts/action-links.server";
import type { Draft } from "../../form/draft";
import { SavedAddresses, SavedParcel } from "../../form/saved-form";
import { formKeyOf } from "../../limits/done-once.server";
import { compose } from "../../post/compose";
import { signature } from "../../post/customer-words";
import type { Email } from "../../post/email";
import { queueEmail } from "../../post/outbox.server";
import { queueText } from "../../post/queue-text.server";
import { emailsAbout } from "../../post/stored-emails.server";
import { deleteAtMost } from "../../values/delete-at-most.server";

/** How long a link to a draft works. */
const LIVES_MS = 1 * DAYS;
const PURPOSE = "continueDraft";

/** The wizard that the draft belongs to, and its owner: the uid of a signed-in user, or "" in the public wizard. */
type DraftKey = { journey: JourneyName; owner: string };

const Answers = z.object({ addresses: SavedAddresses.optional(), parcel: SavedParcel.optional() });
type Answers = Pick<Draft, "addresses" | "parcel">;
const SentPlace = z.object({ journey: z.string().default("publicQuote"), owner: z.string().default("") });

/** A draft to continue elsewhere, and its id: that of the form that asks for it, and of the answers so far. */
type SentDraft = DraftKey & { id: string; answers: Answers };
/** The same with the email, or the phone as `+27821234567`, to which its link goes. */
type Addressed = SentDraft & { contact: string };
type At = { appUrl: string; now: Date };

/**
 * Stores a draft, and makes a link that another phone can open once, within a day. The same form again gets another link
 * to the same draft, which only one of them opens.
 * @param address the email or phone that it is sent to, if it is
 */
export async function linkToDraft(
  tx: Tx,
  { id, answers, journey, owner }: SentDraft,
  at: At,
  address = "",
): Promise<string> {
  const { now } = at;
  const code = await issueLink(tx, { purpose: PURPOSE, subject: id, address, livesMs: LIVES_MS }, now);
  await tx
    .insert(sentDrafts)
    .values({ id, answers: { ...answers, journey, owner }, createdAt: now, expiresAt: worksUntil(now) })
    .onConflictDoNothing({ target: sentDrafts.id });
  return `${at.appUrl}${paths.continueDraft(journey, { code })}`;
}

/** Whether this form's link was sent to this contact already, by email or text. */
export async function isDraftSent(store: Reader, draft: Addressed): Promise<boolean> {
  return (await emailsAbout(store, [keyOf(draft)])).length > 0;
}

/** Sends the link to its owner. The same form sends it once to each contact. */
export async function sendDraft(tx: Tx, asked: Asked<"a letter" | "a text">, draft: Addressed, at: At): Promise<void> {
  const { contact } = draft;
  const { now } = at;
  if (await isDraftSent(tx, draft)) return;
  const url = await linkToDraft(tx, draft, at, contact);
  if (contact.includes("@")) await queueEmail(tx, asked, draftToContinue(draft, url, now), now);
  else
    await queueText(
      tx,
      asked,
      {
        key: keyOf(draft),
        to: contact,
        about: "Go on with your parcel on another phone",
        words: plainText(messagesCatalogue().texts.draft(url)),
        holds: { linkUntil: worksUntil(now) },
      },
      now,
    );
}

/**
 * What a link to a draft opens, without using it up: mail scanners open every link. An account's draft needs that
 * account.
 */
export async function draftLinkState(
  store: Reader,
  code: string,
  place: DraftKey,
  now: Date,
): Promise<"good" | "over" | "another account's"> {
  const state = await inspectLink(store, PURPOSE, code, now);
  if (state.kind !== "good") return "over";
  const [sent] = await store.select().from(sentDrafts).where(eq(sentDrafts.id, state.link.subject));
  const { data: of } = SentPlace.safeParse(sent?.answers);
  if (of?.journey !== place.journey) return "over";
  return of.owner === place.owner ? "good" : "another account's";
}

/**
 * Takes the answers given on the other phone. This works once: link and draft are deleted. Null when the link was used,
 * has expired, or belongs to another account, for which it stays.
 */
export async function fetchDraft(tx: Tx, code: string, place: DraftKey, now: Date): Promise<Answers | null> {
  if ((await draftLinkState(tx, code, place, now)) !== "good") return null;
  const link = await redeemLink(tx, PURPOSE, code, now);
  if (!link) return null;
  const [sent] = await tx.select().from(sentDrafts).where(eq(sentDrafts.id, link.subject));
  await tx.delete(sentDrafts).where(eq(sentDrafts.id, link.subject));
  return Answers.safeParse(sent?.answers).data ?? null;
}

/** Deletes drafts that name an email or a phone. Drafts live a day at most, so there are few. */
export async function forgetDraftsNaming(tx: Tx, contact: string): Promise<void> {
  const answers = sql`lower(cast(${sentDrafts.answers} as text))`;
  await tx.delete(sentDrafts).where(like(answers, `%${contact.toLowerCase()}%`));
}

/**
 * Deletes expired drafts.
 * @returns how many, at most `atMost`
 */
export async function forgetSentDrafts(tx: Tx, now: Date, atMost: number): Promise<number> {
  return deleteAtMost(tx, atMost, sentDrafts.id, lt(sentDrafts.expiresAt, now));
}

/** The key of the message with a link; the figures count texts by it (`figures.server.ts`). */
function keyOf({ id, contact }: Pick<Addressed, "id" | "contact">): string {
  return `continue-draft:${formKeyOf([id], [contact])}`;
}

const worksUntil = (now: Date) => new Date(now.getTime() + LIVES_MS);

/** The email to oneself with the link that opens the draft on another phone. */
export function draftToContinue(draft: Pick<Addressed, "id" | "contact">, url: string, now: Date): Email {
  const words = messagesCatalogue().bookings.draft;
  return {
    key: keyOf(draft),
    to: draft.contact,
    worksUntil: worksUntil(now),
    ...compose({
      ...words,
      greeting: messagesCatalogue().emails.goodDay,
      facts: [],
      action: { label: words.goOn, url },
      signature: signature(),
    }),
  };
}
