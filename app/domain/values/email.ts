/** The longest address that mail servers accept (RFC 5321), in characters. */
const MAX_EMAIL_LENGTH = 254;

/** Whether the text looks like x@y.z. Only a letter that arrives proves more. */
export function isEmail(text: string): boolean {
  return text.length <= MAX_EMAIL_LENGTH && /^[^\s@]+@[^\s@.]+(\.[^\s@.]+)+$/.test(text);
}

/** One spelling per address, so that `Thandi@Example.co.za ` and `thandi@example.co.za` are the same person. */
export function normaliseEmail(text: string): string {
  return text.trim().toLowerCase();
}
