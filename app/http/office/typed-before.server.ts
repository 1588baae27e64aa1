import type { Config } from "#app/config.server";
import { readText } from "#app/domain/values/file-text.server";
import { HOURS } from "#app/durations";
import { sealedDocument, unsealedDocument } from "./seal.server";

/** As long as a session may last. */
const KEPT_MS = 12 * HOURS;

/** A form of the office whose session had ended when it was sent. */
export type TypedBefore = { fields: [name: string, value: string][]; isMultipart: boolean };

/** Passwords and codes are asked for again, and the token was the ended session's. */
const isNotKept = (name: string) => /password|^code$|^token$/i.test(name);

/** What was typed, for a hidden field of the sign-in form: nobody at this browser can read it. */
export async function sealTyped(
  settings: Config,
  form: FormData,
  personId: string,
  to: string,
  now: Date,
): Promise<string> {
  const files = [...form].flatMap(([name, value]) => (typeof value === "string" ? [] : [{ name, file: value }]));
  const fields = [...form].flatMap(([name, value]) =>
    typeof value === "string" && !isNotKept(name) ? [[name, value]] : [],
  );
  // As if it had been pasted: a browser can't choose a file by itself. One that can't be read is chosen again.
  for (const { name, file } of files) {
    const read = readText(new Uint8Array(await file.arrayBuffer()));
    if (read.ok && read.text) fields.push([`${name}-pasted`, read.text], [`${name}-name`, file.name]);
  }
  return sealedDocument(settings, `typed ${to}`, { personId, fields, isMultipart: files.length > 0 }, now);
}

/** What a person had typed for an address. Null for anybody else. */
export function typedBefore(
  settings: Config,
  seal: string,
  personId: string,
  to: string,
  now: Date,
): TypedBefore | null {
  const typed = seal
    ? unsealedDocument<TypedBefore & { personId: string }>(settings, `typed ${to}`, seal, KEPT_MS, now)
    : null;
  return typed?.personId === personId ? { fields: typed.fields, isMultipart: typed.isMultipart } : null;
}
