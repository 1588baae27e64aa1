/** The longest address that mail servers accept (RFC 5321), in characters. */
const MAX_EMAIL_LENGTH = 254;
const LONGEST_NAME = 64;

const ATOM = "[\\w!#$%&'*+/=?^`{|}~-]+";
const LABEL = "[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?";
/** Every domain on the internet ends in letters, or in such as are written in ASCII (RFC 3696, section 2; RFC 5890). */
const LAST_LABEL = "(?:[a-z]{2,63}|xn--[a-z0-9-]{0,58}[a-z0-9])";
/**
 * A dot-atom at a domain of two labels or more (RFC 5321, section 4.1.2), of at most 63 characters each (RFC 1035), in
 * ASCII so that every mail server takes it.
 */
const TAKEN_BY_SERVERS = new RegExp(`^${ATOM}(?:\\.${ATOM})*@(?:${LABEL}\\.)+${LAST_LABEL}$`, "i");

/**
 * Whether a text is an email address that mail servers take: the one rule for every address that is newly given. Only
 * sending an email can prove more. Characters that separate or comment on addresses are refused: an email to `a,b@x.co`
 * would go to `b@x.co` and get round that mailbox's limit.
 */
export function isValidEmail(text: string): boolean {
  return text.length <= MAX_EMAIL_LENGTH && text.indexOf("@") <= LONGEST_NAME && TAKEN_BY_SERVERS.test(text);
}

/** Whether a text looks like x@y.z: what is stored already is found by it, and people sign in with it. */
export function isEmail(text: string): boolean {
  return text.length <= MAX_EMAIL_LENGTH && /^[^\s@]+@[^\s@.]+(\.[^\s@.]+)+$/.test(text);
}

/** One spelling for each address: `Thandi@Example.co.za ` and `thandi@example.co.za` are the same person. */
export function normaliseEmail(text: string): string {
  return text.trim().toLowerCase();
}

/**
 * The mailbox of an address, for counting emails to it: `thandi+1@example.co.za` and `thandi+2@example.co.za` are the
 * same, and so are all spellings with dots at Gmail. Don't send to it.
 */
export function mailboxOf(address: string): string {
  const [name = "", domain = ""] = normaliseEmail(address).split("@");
  const mailbox = name.replace(/(?<=.)\+.*$/, "");
  const isGmail = domain === "gmail.com" || domain === "googlemail.com";
  return isGmail ? `${mailbox.replaceAll(".", "")}@gmail.com` : `${mailbox}@${domain}`;
}
