import { newId } from "#app/domain/values/ids.server";
import { networkOf } from "#app/domain/values/network.server";
import { DAYS, SECONDS } from "#app/durations";
import { isSigned, signatureOf } from "#app/signature.server";
import { carriedValue } from "./forms.server";

/** Nobody answers a page of questions faster, autofill or not. */
const FASTEST_PERSON_MS = 3 * SECONDS;
/** People leave a page open on their phone and come back to it. */
const TICKET_LIVES_MS = 30 * DAYS;

/** Shown to nobody; programs that fill in every field fill in this one too. */
export const TRAP_FIELD = "homepage";
/** Carries the ticket that a form was given out with. */
export const TICKET_FIELD = "ticket";

export type Suspicion = "trap" | "too_fast" | "no_ticket";

/** What a form carries: when it was given out, and a random key of its own, signed. */
export function newTicket(now: Date): string {
  const content = `${now.getTime().toString(36)}.${newId()}`;
  return `${content}.${signatureOf("ticket", content)}`;
}

/** The key of the form that was posted, if a person may have filled it in. */
export function checkTicket(form: FormData, now: Date): { key: string } | { suspicion: Suspicion } {
  if (form.get(TRAP_FIELD)) return { suspicion: "trap" };
  const issued = readTicket(carriedValue(form, TICKET_FIELD));
  if (!issued) return { suspicion: "no_ticket" };
  const ageMs = now.getTime() - issued.at;
  if (ageMs > TICKET_LIVES_MS) return { suspicion: "no_ticket" };
  // Given out in the future: the clock was set back since, and nobody can be told from their haste.
  return ageMs >= 0 && ageMs < FASTEST_PERSON_MS ? { suspicion: "too_fast" } : { key: issued.key };
}

/** The ticket to show a form again with: its own, so that time goes on, or a new one. */
export function renewedTicket(form: FormData, now: Date): string {
  const ticket = carriedValue(form, TICKET_FIELD);
  const issued = readTicket(ticket);
  return issued && now.getTime() - issued.at <= TICKET_LIVES_MS ? ticket : newTicket(now);
}

/** By what a connection is counted: a keyed hash, so that the address itself is stored nowhere. Null where nobody tells it. */
export function senderOf(clientAddress: string | undefined): string | null {
  return clientAddress ? signatureOf("sender", networkOf(clientAddress)) : null;
}

/** A word that a link or a form may carry, and that nobody else can make up. */
export function signedWord(word: string): string {
  return `${word}.${signatureOf("sealed", word)}`;
}

/** The word, or null if it isn't ours. */
export function wordOf(signed: string): string | null {
  const at = signed.lastIndexOf(".");
  const word = signed.slice(0, Math.max(at, 0));
  return isSigned("sealed", word, signed.slice(at + 1)) ? word : null;
}

function readTicket(ticket: string): { at: number; key: string } | null {
  const [at = "", key = "", signature = "", ...rest] = ticket.split(".");
  if (rest.length > 0 || !isSigned("ticket", `${at}.${key}`, signature)) return null;
  return { at: Number.parseInt(at, 36), key };
}
