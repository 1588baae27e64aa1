/** Hostile texts of a given length in UTF-8 bytes. */
export const texts = {
  letters: (bytes) => "a".repeat(bytes),
  // In falling combining class: NFC has to move each mark past all before it.
  "combining marks": (bytes) => `a${"\u0315\u0300\u05AE\u0327".repeat(bytes / 8)}`,
  "surrogate pairs": (bytes) => "😀".repeat(bytes / 4),
  "letters that NFKC makes 18 of": (bytes) => "\uFDFA".repeat(bytes / 3),
  "spaces of no width": (bytes) => "\u200b".repeat(bytes / 3),
  "tabs, then a letter": (bytes) => `${"\t".repeat(bytes)}x`,
  "no-break spaces, then a letter": (bytes) => `${"\u00a0".repeat(bytes / 2)}x`,
  "line ends": (bytes) => "\r\n".repeat(bytes / 2),
  digits: (bytes) => "9".repeat(bytes),
  "digits in pairs of brackets": (bytes) => "(0)".repeat(bytes / 3),
  "thousands (pattern of money)": (bytes) => `${"000".repeat(bytes / 3)}A`,
  "spaces before km (pattern of kilometres)": (bytes) => `${"\t".repeat(bytes)}KKM`,
  "dots after @ (pattern of email)": (bytes) => `!@.${".!".repeat(bytes / 2)}.@..!`,
  "plus signs (pattern of mailboxes)": (bytes) => `${"x+x".repeat(bytes / 3)}\n`,
  "schemes (pattern of links in letters)": (bytes) => `a${"+a".repeat(bytes / 2)}:/`,
  "slashes (pattern of the settings)": (bytes) => `${"/".repeat(bytes)}x`,
  "open elements (pattern of the worker)": (bytes) => "<h1>".repeat(bytes / 4),
  "quotes, to be escaped": (bytes) => "'\"".repeat(bytes / 2),
};

/** Forms and queries that are almost only field names. */
export const namesOnly = {
  "one name many times": (bytes) => "a&".repeat(bytes / 2),
  "many names": (bytes) => listOf(bytes, (n) => `f${n}=`),
  "many names with dots": (bytes) => listOf(bytes, (n) => `a.b${n}=`),
  "one name of many parts": (bytes) => `a${".a".repeat(bytes / 2)}=1`,
  "brackets in brackets": (bytes) => `a${"[0]".repeat(bytes / 3)}=1`,
  "high places in a list": (bytes) => listOf(bytes, (n) => `a[${999_999_999 - n}]=`),
  "escaped names": (bytes) => listOf(bytes, (n) => `%61%5B${n}%5D=`),
  "no names": (bytes) => "=&".repeat(bytes / 2),
  "many of the form's own": (bytes, own) => listOf(bytes, (n) => `${own[n % own.length]}=x`),
  "the form's first name many times": (bytes, [first = "a"]) => `${first}=x&`.repeat(bytes / (first.length + 3)),
};

/** 30 KB of cookies; Node refuses more. */
export const cookies = {
  "one long cookie": `a=${"x".repeat(30_000)}`,
  "many cookies": listOf(30_000, (n) => `a${n}=1`).replaceAll("&", "; "),
  "a long session": `session=${"A".repeat(30_000)}.${"B".repeat(43)}`,
  "a long draft": `draft_addresses=~${"^!|*s".repeat(6_000)}.${"B".repeat(43)}`,
  "dots only": `session=${".".repeat(30_000)}`,
  "semicolons only": ";".repeat(30_000),
};

/** What follows a path. The server refuses longer ones. */
export const paths = {
  slashes: "/".repeat(8_000),
  "slashes, then a letter": `${"/".repeat(8_000)}a`,
  "many parts": "/a".repeat(4_000),
  "one long part": `/${"a".repeat(8_000)}`,
  escapes: `/${"%41".repeat(2_600)}`,
  dots: "/..".repeat(2_600),
  "dots in a part": `/${".".repeat(8_000)}`,
  hyphens: `/${"-".repeat(8_000)}`,
};

/** JSON documents around a valid request. */
export const documents = {
  "brackets in brackets": (bytes) => "[".repeat(bytes / 2) + "]".repeat(bytes / 2),
  "braces in braces": (bytes) => `${'{"a":'.repeat(bytes / 6)}1${"}".repeat(bytes / 6)}`,
  "many keys": (bytes) => `{${Array.from({ length: bytes / 10 }, (_, n) => `"k${n}":1`).join(",")}}`,
  "one key many times": (bytes) => `{${'"a":1,'.repeat(bytes / 6)}"a":1}`,
  "a number of 60,000 digits": (bytes) => `{"quantity":${"9".repeat(bytes)}}`,
  "escaped surrogates": (bytes) => JSON.stringify({ toCountry: "\ud800".repeat(bytes / 6) }),
  "no JSON": (bytes) => '"'.repeat(bytes),
};

function listOf(bytes, piece) {
  const pieces = [];
  for (let length = 0, n = 0; length < bytes; n += 1) {
    const next = piece(n);
    length += next.length + 2;
    if (length < bytes) pieces.push(next);
  }
  return pieces.join("&");
}
