import fc from "fast-check";
import { beforeAll, describe, expect, test, vi } from "vitest";
import type { Config } from "#app/config.server";
import { addressesSchema } from "#app/domain/form/addresses";
import { limits, type PartyField, parcelFields, partyFields } from "#app/domain/form/fields";
import { parcelSchema } from "#app/domain/form/parcel";
import { newId } from "#app/domain/values/ids.server";
import { cleaned } from "#app/domain/values/typed-text";
import { internationalShipment, publicQuote } from "#app/http/wizard/journey";
import { aDraft } from "../../demo/a-draft";
import { aRequest } from "./a-request";

const LONGEST_COOKIE_LINE = 4096;
/** The wizard with the longest address, and an owner: the longest possible cookie lines. */
const LONGEST_WIZARD = internationalShipment;
const owner = newId();
const any = () => true;
const anyBox = { boxMessage: "", knowsBox: any, days: ["2026-12-31"], dayMessage: "" };
/** The longest name in `db/seed/countries.csv`, padded to the form's limit. */
const LONGEST_COUNTRY = "South Georgia and the South Sandwich Islands".padEnd(limits.country, "x");

const HOST_LETTERS = "abcdefghijklmnopqrstuvwxyz0123456789";
const EMAIL_LETTERS = `${HOST_LETTERS}ABCDEFGHIJKLMNOPQRSTUVWXYZ!#$%&'*+/=?^_\`{|}~-`;

let settings: Config;
let drafts: typeof import("#app/http/wizard/draft-cookies.server");
beforeAll(async () => {
  // A site on https has the longest cookie lines, because of "Secure". Settings are read once, so the module is loaded again.
  vi.resetModules();
  vi.stubEnv("APP_URL", "https://thuma.example");
  vi.stubEnv("PAYFAST_MODE", "sandbox");
  for (const name of ["MERCHANT_ID", "MERCHANT_KEY", "PASSPHRASE"]) vi.stubEnv(`PAYFAST_${name}`, "10000100");
  vi.stubEnv("SESSION_SECRET", "sixteen characters and more");
  settings = (await import("#app/config.server")).settings();
  drafts = await import("#app/http/wizard/draft-cookies.server");
});

describe("the longest valid draft fits its cookies", () => {
  test.each([
    ["1-byte characters", fc.integer({ min: 0x20, max: 0x7e })],
    ["1-byte characters that JSON has to escape", fc.constantFrom(0x22, 0x5c)],
    ["2-byte characters", fc.integer({ min: 0xa1, max: 0x7ff })],
    ["3-byte characters", fc.integer({ min: 0x800, max: 0xfffd }).filter((code) => code < 0xd800 || code > 0xdfff)],
    ["4-byte characters", fc.integer({ min: 0x10000, max: 0x10ffff })],
    [
      "characters of every length",
      fc.integer({ min: 0x20, max: 0x10ffff }).filter((code) => code < 0xd800 || code > 0xdfff),
    ],
  ])("in random %s, which no compression helps", (_, codePoint) => {
    const text = (length: number) => fc.array(fc.noBias(codePoint), { minLength: length, maxLength: length }).map(fill);
    const lettersOf = (letters: string, length: number) =>
      fc.array(fc.constantFrom(...letters), { minLength: length, maxLength: length }).map((each) => each.join(""));
    const phone = fc.stringMatching(/^[0-9]{3} [0-9]{3} [0-9]{3} [0-9]{3} [0-9]{4}$/);
    const email = fc
      .tuple(lettersOf(EMAIL_LETTERS, 50), lettersOf(HOST_LETTERS, 46))
      .map(([name, host]) => `${name}@${host}.za`);
    // In any other script it would be dropped, and shorter.
    const latin = (length: number) =>
      fc.array(fc.noBias(fc.integer({ min: 0xc0, max: 0xff })), { minLength: length, maxLength: length }).map(fill);
    const longest = ({ rule, max }: PartyField) => {
      if (rule === "optional Latin line") return latin(max);
      return rule === "email" ? email : rule === "phone" || rule === "optional phone" ? phone : text(max);
    };
    const party = fc.record(mapValues(partyFields, longest));
    const texts = fc.record(mapValues(longestTexts(), text));

    for (const [from, to, text] of fc.sample(fc.tuple(party, party, texts), { numRuns: 25, seed: 1 })) {
      const draft = {
        ...drafts.newDraft(),
        addresses: addressesSchema("abroad", any).parse({
          ...under("from", from),
          ...under("to", to),
          fromPostal: "1431",
          fromCountry: "South Africa",
          toPostal: "AB12 3CD-9",
          toCountry: LONGEST_COUNTRY,
        }),
        parcel: parcelSchema(anyBox).parse({
          ...text,
          selectedBoxId: "a-box-with-a-very-long-id",
          quantity: "100",
          declaredValue: "999999.99",
          weight: "123.45678901234567",
          collectionDay: "2026-12-31",
          collectionTime: "afternoon",
        }),
      };
      expect(draft.addresses.fromLandmark).toHaveLength(limits.landmark);
      expect(draft.addresses.toLatinStreet).toHaveLength(limits.latinStreet);
      const lines = drafts.writeDraft(settings, LONGEST_WIZARD, draft, owner);
      expect(lines.map((line) => line.includes("; Secure"))).toEqual([true, true]);
      for (const line of lines) expect(Buffer.byteLength(line)).toBeLessThanOrEqual(LONGEST_COOKIE_LINE);
      expect(drafts.readDraft(aRequest(...lines), settings, LONGEST_WIZARD, owner)).toEqual(draft);
    }
  });
});

describe("a browser's draft", () => {
  test("the draft is read back as it was written, with the same id", () => {
    const draft = aDraft();
    expect(
      drafts.readDraft(aRequest(...drafts.writeDraft(settings, publicQuote, draft)), settings, publicQuote),
    ).toEqual(draft);
  });

  test("every new draft has an id that can't be guessed", () => {
    const ids = new Set(Array.from({ length: 100 }, () => drafts.newDraft().id));
    expect(ids.size).toBe(100);
    for (const id of ids) expect(Buffer.from(id, "base64url")).toHaveLength(16);
  });

  test("a parcel of another draft, left from before a new start, is ignored", () => {
    const [, leftOver = ""] = drafts.writeDraft(settings, publicQuote, aDraft());
    const [addresses = ""] = drafts.writeDraft(settings, publicQuote, aDraft());
    expect(drafts.readDraft(aRequest(addresses, leftOver), settings, publicQuote)?.parcel).toBeUndefined();
  });

  test("a parcel whose cookie can't be read is not answered; the addresses stay", () => {
    const draft = aDraft();
    const [addresses = "", parcel = ""] = drafts.writeDraft(settings, publicQuote, draft);
    const kept = drafts.readDraft(
      aRequest(addresses, parcel.replace("draft_parcel=", "draft_parcel=x")),
      settings,
      publicQuote,
    );
    expect(kept).toEqual({ id: draft.id, addresses: draft.addresses, parcel: undefined });
  });

  test("an addresses cookie that can't be read is an empty draft, whatever the other cookie has", () => {
    const [, parcel = ""] = drafts.writeDraft(settings, publicQuote, aDraft());
    expect(drafts.readDraft(aRequest("__Secure-draft_addresses=nonsense", parcel), settings, publicQuote)).toBeNull();
  });

  test("starting again removes both", () => {
    expect(drafts.clearDraft(settings, publicQuote).map((line) => line.split(";").slice(0, 2))).toEqual([
      ["__Secure-draft_addresses=", " Max-Age=0"],
      ["__Secure-draft_parcel=", " Max-Age=0"],
    ]);
  });
});

/** A text of these code points that reading it doesn't change. */
function fill(codes: number[]): string {
  let text = "x";
  for (const code of codes) {
    const character = String.fromCodePoint(code);
    const isKept = !/[\s@]/u.test(character);
    const isLonger = cleaned(text + character) === text + character;
    if (isKept && isLonger && text.length + character.length < codes.length) text += character;
  }
  return text.padEnd(codes.length, "z");
}

/** The parcel's fields of free text, and the longest that each may have. */
function longestTexts(): Record<string, number> {
  const accepts = (name: string, length: number) =>
    parcelSchema(anyBox).safeParse({ selectedBoxId: "flyer-bag", [name]: "x".repeat(length) }).success;
  const longest = Object.keys(parcelFields).map((name): [string, number] => [
    name,
    Math.max(...Object.values(limits).filter((length) => accepts(name, length))),
  ]);
  const typedElsewhere = ["selectedBoxId", "collectionDay", "declaredCents"];
  return Object.fromEntries(longest.filter(([name, most]) => most > 0 && !typedElsewhere.includes(name)));
}

function mapValues<Name extends string, Value, Result>(
  table: Record<Name, Value>,
  change: (value: Value) => Result,
): Record<Name, Result> {
  const entries = Object.entries<Value>(table).map(([name, value]) => [name, change(value)]);
  return Object.fromEntries(entries) as Record<Name, Result>;
}

function under(party: "from" | "to", answers: Record<string, string>): Record<string, string> {
  return Object.fromEntries(Object.entries(answers).map(([field, answer]) => [`${party}${field}`, answer]));
}
