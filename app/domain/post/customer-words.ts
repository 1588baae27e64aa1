import { brand } from "#app/brand";
import { messagesCatalogue } from "#app/language/messages.server";
import { name as asName, type Sentence, say } from "#app/language/say";
import { asLine, cleaned } from "../values/typed-text";

/**
 * How emails print what customers typed. Our emails are trusted, so somebody could register another person's address
 * and put a message with a link where the name goes.
 */

/** Longer than people's full names, and shorter than a message. */
const MOST_WORDS = 6;
/**
 * Letters, with hyphens and apostrophes inside: `Mokoena-Dlamini`, `N'wamitwa`; initials and short forms: `T.J.`, `Jr.`
 */
const NAME_WORD = /^[\p{L}\p{M}]+(?:['’-][\p{L}\p{M}]+)*\.?$/u;

/** "Dear Thandi Nkosi,", or just "Good day," when the text doesn't look like a name. */
export function salutation(name: string): Sentence {
  const readable = readableName(name);
  return readable ? messagesCatalogue().emails.dear(readable) : messagesCatalogue().emails.goodDay;
}

type People = Record<"fromEmail" | "fromName" | "toEmail" | "toName", string>;

/** Greets whom of a booking's people an address belongs to; the sender where both have the same. */
export function salutationAt(to: string, { fromEmail, fromName, toEmail, toName }: People): Sentence {
  const isAt = (email: string) => email.toLowerCase() === to.toLowerCase();
  return salutation(isAt(fromEmail) ? fromName : isAt(toEmail) ? toName : "");
}

/** Phones make so many digits in a row a link. */
const PHONE_IN_TEXT = /\d(?:[ ().-]*\d){6}/;

/** The address of a page or a mailbox, which no name has. */
const AN_ADDRESS = /\S@|@\S|:\/|[.․。．｡]\p{M}*\p{L}\S*\//u;

/**
 * The name of a parcel's sender or receiver as they wrote it, a company's too: "Khumalo & Sons (Pty) Ltd", "24/7
 * Cellular". What programs would take for a link is printed apart: "Shop. co. za". Null if it is blank, a phone or an
 * address. Only a paid booking prints it to somebody else.
 */
export function nameAsWritten(name: string): string | null {
  const written = asLine(name);
  if (AN_ADDRESS.test(written) || PHONE_IN_TEXT.test(written)) return null;
  const printed = asLine(withoutLinks(spacedInitials(written)));
  return /[\p{L}\p{N}]/u.test(printed) ? printed : null;
}

/** "T.J.Nkosi" is printed as "T. J. Nkosi", because mail programs turn "t.co" into a link. */
const spacedInitials = (name: string) => name.replace(/(?<!\p{L}\p{M}*)(\p{L}\p{M}*)\.(?=\p{L})/gu, "$1. ");

/**
 * A name as an email to whoever gave it may print it; null when the text doesn't look like a person's name. Stricter than
 * `nameAsWritten`: anybody can register another's address, with a message for a name.
 */
function readableName(name: string): string | null {
  const words = spacedInitials(name).split(/\s+/u).filter(Boolean);
  const isName = words.length > 0 && words.length <= MOST_WORDS && words.every((word) => NAME_WORD.test(word));
  return isName ? words.join(" ") : null;
}

/** Marks on letters, which a text message leaves out: "bad.\u0301example" would arrive as a link. */
const MARKS = "\\p{M}*";
const DOT_IN_LINK = new RegExp(`[.․。．｡](?=${MARKS}\\p{L})`, "gu");
const NUMBERS_WITH_DOTS = new RegExp(`\\b(?:\\d{1,3}${MARKS}\\.${MARKS}){3}\\d{1,3}\\b`, "gu");

/** A text without anything that a mail program or a phone would turn into a link or an email address. */
export function withoutLinks(written: string): string {
  return cleaned(written)
    .replace(/\b[a-z][a-z0-9+.-]*:\/+/giu, "")
    .replace(/\b(?:mailto|tel|sms|javascript|data):/giu, "")
    .replace(/@/gu, " at ")
    .replace(DOT_IN_LINK, ". ")
    .replace(NUMBERS_WITH_DOTS, (address) => address.replaceAll(".", ". "));
}

/** The end of an email: who writes, and where to ask. */
export function signature(): Sentence[] {
  return [...ourSignature(), messagesCatalogue().emails.questions()];
}

/** The same, with the phone. */
export function signatureWithPhone(): Sentence[] {
  return [...ourSignature(), messagesCatalogue().emails.questionsByPhone()];
}

/** The end of an email to ourselves. */
export function ourSignature(): Sentence[] {
  return [say`${asName(brand.name)}`];
}
