/**
 * How a text from a keyboard, a clipboard, a spreadsheet or another program is read before any rule sees it: forms,
 * queries, the API, lists and the terminal all come through here. Passwords, codes, keys, secrets and a shop's own
 * `reference` are kept as sent.
 */

/** Longer than any field, and left as it is: its rule refuses it by its length, before anything is looked for in it. */
const LONGEST = 4_000;
/** Signs of which there is only one kind. Most texts have no others. */
const PLAIN = /^[\x20-\x7e\n]*$/;
/** Signs that nobody sees: zero width, direction, soft hyphen, BOM, tags, variants, fillers, a pasted picture's place. */
const UNSEEN = /(?![\u200c\u200d])[\p{Cf}\p{DI}\ufffc]/gu;
/** The scripts that need a joiner between some of their letters. */
const JOINED = ["Adlm", "Arab", "Beng", "Deva", "Gujr", "Guru", "Khmr", "Knda", "Mlym", "Mong", "Mymr", "Nkoo"]
  .concat(["Orya", "Sinh", "Syrc", "Taml", "Telu", "Tibt"])
  .map((script) => `\\p{scx=${script}}`)
  .join("");
/** U+200C and U+200D anywhere but after such a letter and before another sign of such a script. */
const LOOSE_JOINERS = new RegExp(
  `(?<!(?=\\p{L})[${JOINED}]\\p{M}{0,30})[\\u200c\\u200d]+|[\\u200c\\u200d]+(?!\\p{M}{0,30}(?=[\\p{L}\\p{M}])[${JOINED}])`,
  "gu",
);
/** More than Unicode's stream-safe format has (UAX #15). Sorting them takes time that grows with their square. */
const MARKS_WITHOUT_END = /\p{M}{31}/u;
const LONE_SURROGATE = /\p{Cs}/gu;

/**
 * A text with one spelling for what looks alike: Unicode NFC, nothing that can't be seen, one kind of space, `\n` at the
 * end of each line, digits 0 to 9. Every letter of every script stays.
 */
export function cleaned(text: string): string {
  if (text.length > LONGEST || PLAIN.test(text)) return text;
  const seen = text.replace(UNSEEN, "").replace(LOOSE_JOINERS, "");
  return (MARKS_WITHOUT_END.test(seen) ? seen : seen.normalize("NFC"))
    .replace(/\r\n?|[\x85\u2028\u2029]/g, "\n")
    .replace(/[^\P{Cc}\n]|[\p{Zs}\u2800]/gu, " ")
    .replace(/[^\P{Nd}0-9]/gu, plainDigit)
    .replace(LONE_SURROGATE, "\ufffd");
}

/** The same as one line: single spaces between words, none around them. Blank if nothing in it can be seen. */
export function asLine(text: string): string {
  if (text.length > LONGEST) return text;
  const line = cleaned(text).replace(/\s+/g, " ").trim();
  return /[^\p{C}\p{Z}]/u.test(line) ? line : "";
}

/** The same where a number is meant, an email or a code: one kind of hyphen too, and full-width signs as plain ones. */
export function plainSigns(text: string): string {
  const line = asLine(text);
  if (line.length > LONGEST || PLAIN.test(line)) return line;
  return (
    line
      .replace(/[\p{Pd}\u02d7\u2043\u2212]/gu, "-")
      .replace(/[\u2044\u2215]/g, "/")
      // The comma of an Arabic keyboard, and the one between thousands.
      .replace(/\u066b/g, ",")
      .replace(/\u066c/g, "'")
      .replace(/[\uff01-\uff5e]/g, (sign) => String.fromCharCode(sign.charCodeAt(0) - 0xfee0))
  );
}

/** All the texts of a value that came as JSON. @param kept the names of members that stay as sent */
export function cleanedJson(value: unknown, kept: readonly string[] = []): unknown {
  if (typeof value === "string") return cleaned(value);
  if (Array.isArray(value)) return value.map((each) => cleanedJson(each, kept));
  if (typeof value !== "object" || value === null) return value;
  return Object.fromEntries(
    Object.entries(value).map(([name, each]) => [name, kept.includes(name) ? each : cleanedJson(each, kept)]),
  );
}

/** Unicode has each script's ten digits in a row, and mathematical ones in five rows one after the other. */
function plainDigit(digit: string): string {
  const code = digit.codePointAt(0) ?? 0;
  let zero = code;
  while (/\p{Nd}/u.test(String.fromCodePoint(zero - 1))) zero -= 1;
  return String((code - zero) % 10);
}
