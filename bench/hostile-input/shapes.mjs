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
  "degrees (pattern of places)": (bytes) => "26°21'".repeat(bytes / 7),
  "plus codes with a wrong letter (pattern of places)": (bytes) => "5G5CJ5A3+G9 ".repeat(bytes / 12),
  "plus codes": (bytes) => "5G5CJ5X3+G9 ".repeat(bytes / 12),
  "digits of another alphabet": (bytes) => "٢٦٫٣٥١٢، ".repeat(bytes / 16),
  "a pasted page with a map's link": (bytes) =>
    `${"Turn left at the shop. ".repeat(bytes / 24)}https://maps.app.goo.gl/aB`,
  // As long as an answer that is searched for a place.
  "400 letters of almost a place": () => "5G5C+26.35,".repeat(37).slice(0, 400),
  "400 letters, swapped and with commas": () => `${"gate ".repeat(74)}28,1534; -26,3512`,
  "400 digits of another alphabet": () => "٢٦٫٣٥١٢، ٢٨٫١٥٣٤ ".repeat(24).slice(0, 400),
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

/** Headers that are lists, as long as Node accepts together with cookies. */
export const headers = {
  "tags, commas only": { "if-none-match": ",".repeat(15_000) },
  "many tags": { "if-none-match": '"a",'.repeat(3_750) },
  "encodings, commas only": { "accept-encoding": ",".repeat(15_000) },
  "many encodings": { "accept-encoding": "a;q=0.5,".repeat(1_875) },
  "languages, commas only": { "accept-language": ",".repeat(15_000) },
};

/** What follows the "?" of an address. */
export const queries = {
  "names in the query": (bytes) => "a&".repeat(bytes / 2),
  "many names in the query": namesOnly["many names"],
  "few names of 100 letters in the query": (bytes) => `${"n".repeat(100)}&`.repeat(Math.min(60, bytes / 101)),
  "escapes in the query": (bytes) => `a=${"%41".repeat(bytes / 3 - 1)}`,
  "escaped names in the query": (bytes) => `${"%41".repeat(bytes / 3 - 1)}=1`,
  "plus signs in the query": (bytes) => `a=${"+".repeat(bytes - 2)}`,
  "half escapes in the query": (bytes) => `a=${"%".repeat(bytes - 2)}`,
};

/** A list of parcels in the form of a file: as many columns or lines as fit. */
export const lists = {
  "3,900 columns, 30,000 lines": `toName${",".repeat(3_900)}\n${"a\n".repeat(30_000)}`,
  "64 columns, 30,000 lines": `toName${",".repeat(63)}\n${"a\n".repeat(30_000)}`,
  "64 columns, 100 full lines": `${"toName,".repeat(63)}toName\n${`${"a,".repeat(310)}\n`.repeat(100)}`,
  "commas only": `${",".repeat(3_900)}\n`.repeat(16),
  "blank lines": "\n".repeat(64_000),
  "quotes only": `toName\n${`${'"'.repeat(3_999)}\n`.repeat(15)}`,
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
