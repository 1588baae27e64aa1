import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { asLine, cleaned, cleanedJson, plainSigns } from "#app/domain/values/typed-text";

describe("a text that came from anywhere", () => {
  test.each([
    ["zero width", "Zinhle\u200bDube", "ZinhleDube"],
    ["a word joiner", "Ziyanda\u2060Mbeki", "ZiyandaMbeki"],
    ["direction", "Thandi \u202eelpmaxe\u202c", "Thandi elpmaxe"],
    ["isolates", "\u2067Sipho\u2069", "Sipho"],
    ["a soft hyphen", "Ntom\u00adbi", "Ntombi"],
    ["a mark of byte order", "\ufeffNomsa", "Nomsa"],
    ["tags", "Naledi\u{e0041}\u{e0042}", "Naledi"],
    ["a variant of a sign", "Zola\ufe0f", "Zola"],
    ["a Hangul filler", "Jabu\u3164 Dlamini", "Jabu Dlamini"],
    ["a combining joiner", "Tha\u034fbo", "Thabo"],
    ["a pasted picture's place", "\ufffcLerato", "Lerato"],
    ["marks apart from their letters", "Thoma\u0301s", "Thomás"],
    ["a space that doesn't break", "12\u00a0Vilakazi\u202fStreet", "12 Vilakazi Street"],
    ["a wide space and a tab", "Orlando\u3000West\tSoweto", "Orlando West Soweto"],
    ["a blank Braille cell", "Naledi\u2800Nkosi", "Naledi Nkosi"],
    ["full-width digits", "Stand １２３４", "Stand 1234"],
    ["Arabic digits", "٠٨٢ ١٢٣", "082 123"],
    ["Bengali and Devanagari digits", "৪৫ ६७", "45 67"],
    ["mathematical digits", "𝟎𝟗𝟡𝟶", "0990"],
    ["half a letter", "Zo\ud83d", "Zo\ufffd"],
    ["a joiner between Latin letters", "a\u200db\u200cc", "abc"],
    ["a joiner at a word's end", "نام\u200c", "نام"],
    ["a line end", "Gate 4\r\nring", "Gate 4 ring"],
    ["nothing but what nobody sees", "\u200b\u3164\u2800\u00a0\u200e", ""],
  ])("%s", (_what, typed, read) => {
    expect(asLine(typed)).toBe(read);
  });

  test.each([
    ["Persian", "می\u200cخواهم"],
    ["Marathi", "क्\u200dष"],
    ["Bengali", "র\u200d্যাব"],
    ["Sinhala", "ශ්\u200dරී"],
    ["Malayalam", "ക്\u200cഷ"],
    ["Khoekhoe", "!Xóõ ǂKhoe"],
    ["Tshivenda", "Ṱhohoyanḓou"],
    ["Amharic", "አበበ በቀለ"],
    ["Chinese", "王小明"],
    ["Urdu", "محمد"],
    ["Tamil", "தமிழ்"],
    ["Yoruba", "Ẹ̀gbá"],
    ["a Latin ligature and an apostrophe", "O’Brien-Œuvre"],
  ])("keeps every letter of %s", (_script, name) => {
    expect(asLine(name)).toBe(name.normalize("NFC"));
  });

  test("several lines stay, however they end", () => {
    expect(cleaned("one\r\ntwo\rthree\u2028four\u0085five")).toBe("one\ntwo\nthree\nfour\nfive");
  });

  test("what is read once is read the same again", () => {
    const signs = fc.oneof(
      { arbitrary: fc.string({ unit: "binary", maxLength: 12 }), weight: 1 },
      {
        arbitrary: fc
          .array(fc.constantFrom("\u200c", "\u200d", "\u0301", "\u0323", "क", "्", "ا", "a", "\ufe0f", " ", "٣"), {
            maxLength: 12,
          })
          .map((each) => each.join("")),
        weight: 2,
      },
    );
    fc.assert(
      fc.property(signs, (text) => {
        for (const read of [cleaned, asLine, plainSigns]) expect(read(read(text))).toBe(read(text));
      }),
      { numRuns: 1000 },
    );
  });

  test("what is longer than any field is left to its rule, and marks without end are not sorted", () => {
    const marks = `a${"\u0301\u0323".repeat(1_900)}`;
    expect(cleaned(marks)).toBe(marks);
    expect(cleaned("\u200d".repeat(4_000))).toBe("");
    const longer = "\u200d".repeat(4_001);
    for (const read of [cleaned, asLine, plainSigns]) expect(read(longer)).toBe(longer);
  });
});

test.each([
  ["an en dash", "082–511–0001", "082-511-0001"],
  ["a minus sign and a no-break hyphen", "1804\u22121431\u20111", "1804-1431-1"],
  ["full-width signs", "＋２７（０）８２", "+27(0)82"],
  ["an email from a wide keyboard", "ｔｈａｎｄｉ＠example．com", "thandi@example.com"],
  ["a slash of fractions", "2026⁄12∕01", "2026/12/01"],
])("where a number is meant, %s is plain", (_what, typed, read) => {
  expect(plainSigns(typed)).toBe(read);
});

test("JSON is cleaned to its leaves, except what is kept as sent", () => {
  const sent = { to: { name: "Zin\u200bhle", tags: ["a\u00a0b"] }, reference: "#1\u200b000", quantity: 2, x: null };
  expect(cleanedJson(sent, ["reference"])).toEqual({
    to: { name: "Zinhle", tags: ["a b"] },
    reference: "#1\u200b000",
    quantity: 2,
    x: null,
  });
});
