import { HOURS } from "#app/durations";
import { sealedDocument, unsealedDocument } from "./seal.server";

/** As long as a session may last. */
const KEPT_MS = 12 * HOURS;

/** A form of the office whose session had ended when it was sent. */
type TypedBefore = { personId: string; fields: [name: string, value: string][] };

/** Passwords and codes are asked for again, and the token was the ended session's. */
const isNotKept = (name: string) => /password|^code$|^token$/i.test(name);

/** What was typed, for a hidden field of the sign-in form: nobody at this browser can read it. */
export function sealTyped(form: FormData, personId: string, to: string, now: Date): string {
  const fields = [...form].flatMap(([name, value]) =>
    typeof value === "string" && !isNotKept(name) ? [[name, value]] : [],
  );
  return sealedDocument(`typed ${to}`, { personId, fields }, now);
}

/** What a person had typed for an address. Null for anybody else. */
export function typedBefore(seal: string, personId: string, to: string, now: Date): TypedBefore["fields"] | null {
  const typed = seal ? unsealedDocument<TypedBefore>(`typed ${to}`, seal, KEPT_MS, now) : null;
  return typed?.personId === personId ? typed.fields : null;
}
