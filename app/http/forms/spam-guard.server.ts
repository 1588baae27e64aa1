import type { Config } from "#app/config.server";
import { newId } from "#app/domain/values/ids.server";
import { networkOf } from "#app/domain/values/network.server";
import { DAYS, SECONDS } from "#app/durations";
import { signatureOf, signedText, signedTextIn } from "#app/signature.server";
import { carriedValue } from "./forms.server";

/** Nobody fills in a page of questions faster, even with autofill. */
const FASTEST_PERSON_MS = 3 * SECONDS;
/** People leave a page open on their phone and come back to it. */
const TICKET_LIVES_MS = 30 * DAYS;

/** The field of `Trap`, which people don't see: bots that fill in every field fill in this one too. */
const TRAP_FIELD = "homepage";
/** The ticket that was issued with a form. */
export const TICKET_FIELD = "ticket";

export type Suspicion = "trap" | "too_fast" | "no_ticket";

/** A signed ticket for a form: when it was issued, and a random key. */
export function newTicket(settings: Config, now: Date): string {
  return signedText(settings, "ticket", `${now.getTime().toString(36)}.${newId()}`);
}

/** The posted form's key, unless it looks like a bot's. */
export function checkTicket(settings: Config, form: FormData, now: Date): { key: string } | { suspicion: Suspicion } {
  if (form.get(TRAP_FIELD)) return { suspicion: "trap" };
  const issued = readTicket(settings, carriedValue(form, TICKET_FIELD));
  if (!issued) return { suspicion: "no_ticket" };
  const ageMs = now.getTime() - issued.at;
  if (ageMs > TICKET_LIVES_MS) return { suspicion: "no_ticket" };
  // Issued in the future: the clock was set back since, so the time taken is unknown.
  return ageMs >= 0 && ageMs < FASTEST_PERSON_MS ? { suspicion: "too_fast" } : { key: issued.key };
}

/** The ticket for showing a form again: the same one, so that its time goes on, or a new one. */
export function renewedTicket(settings: Config, form: FormData, now: Date): string {
  const ticket = carriedValue(form, TICKET_FIELD);
  const issued = readTicket(settings, ticket);
  return issued && now.getTime() - issued.at <= TICKET_LIVES_MS ? ticket : newTicket(settings, now);
}

/**
 * The key by which a connection is counted: a keyed hash, so that the address itself isn't stored. Null if it is
 * unknown.
 */
export function senderOf(settings: Config, clientAddress: string | undefined): string | null {
  return clientAddress ? signatureOf(settings, "sender", networkOf(clientAddress)) : null;
}

function readTicket(settings: Config, ticket: string): { at: number; key: string } | null {
  const [at = "", key] = signedTextIn(settings, "ticket", ticket)?.split(".") ?? [];
  return key === undefined ? null : { at: Number.parseInt(at, 36), key };
}
