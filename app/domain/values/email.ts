/** The longest address that mail servers accept (RFC 5321), in characters. */
const MAX_EMAIL_LENGTH = 254;

/** Whether a text looks like x@y.z. Only sending an email can prove more. */
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
