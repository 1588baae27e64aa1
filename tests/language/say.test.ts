import { describe, expect, test } from "vitest";
import { speak } from "#app/language/language";
import { plainText } from "#app/language/plain-text";
import { pseudo } from "#app/language/pseudo";
import {
  amount,
  date,
  day,
  days,
  joined,
  link,
  longAgo,
  moment,
  name,
  number,
  pluralOf,
  say,
  weekday,
} from "#app/language/say";

const came = (from: string) => say`A parcel from ${name(from)} comes on ${day("2026-11-24")}.`;

describe("a sentence is a list of parts", () => {
  test("its words are its language's, and what is put in keeps its kind", () => {
    expect(came("Sipho").parts).toEqual([
      "A parcel from ",
      { is: "name", value: "Sipho" },
      " comes on ",
      { is: "day", value: "2026-11-24" },
      ".",
    ]);
  });

  test("plain text draws each kind: days, amounts and numbers", () => {
    expect(plainText(came("Sipho"))).toBe("A parcel from Sipho comes on Tuesday 24 November.");
    expect(plainText(say`${amount(123_456)} for ${number("TH 482 109 375 3")}, ${2} pieces, see ${"/track"}`)).toBe(
      "R\u00a01\u00a0234,56 for TH 482 109 375 3, 2 pieces, see /track",
    );
  });

  test("a sentence may be part of another one, or stand beside it", () => {
    expect(plainText(say`Sorry. ${came("Sipho")}`)).toBe("Sorry. A parcel from Sipho comes on Tuesday 24 November.");
    expect(plainText(joined([say`One.`, say`Two.`]))).toBe("One. Two.");
  });

  test("words may lead somewhere; in plain text the address follows them", () => {
    const removed = pseudo({ removed: say`See our ${link("/privacy", say`privacy page`)}.` }).removed;
    expect(removed.parts[1]).toEqual({
      is: "link",
      value: { href: "/privacy", words: { parts: ["prììvààcÿ pààgéé"] } },
    });
    expect(plainText(removed)).toBe("Séééé òòùùr prììvààcÿ pààgéé: /privacy.");
  });

  test("a count asks for its form", () => {
    const plural = pluralOf("en-ZA");
    const pieces = (count: number) => plural(count, { one: say`${count} piece`, other: say`${count} pieces` });
    expect([0, 1, 2].map((count) => plainText(pieces(count)))).toEqual(["0 pieces", "1 piece", "2 pieces"]);
  });
});

describe("the pseudo-language", () => {
  const catalogue = pseudo({ late: say`Your parcel is late.`, came, both: [say`Be there.`], none: null });

  test("marks all words, and leaves what is put in as it is", () => {
    expect(plainText(catalogue.late)).toBe("Ÿòòùùr pààrcéél ììs lààtéé.");
    expect(plainText(catalogue.came("Sipho"))).toBe("ÅÅ pààrcéél fròòm Sipho còòméés òòn Tuesday 24 November.");
    expect(catalogue.both.map(plainText)).toEqual(["Béé thééréé."]);
    expect(catalogue.none).toBeNull();
  });

  test("days, which each language writes in its own way, are marked where the site speaks it", () => {
    const at = new Date("2026-12-01T08:00:00Z");
    const written = say`${day("2026-12-01")}|${days("2026-11-30", "2026-12-01")}|${date(at)}|${moment(at)}|${longAgo("2025-12-01")}|${weekday("2026-12-01")}`;
    expect(plainText(written)).toBe(
      "Tuesday 1 December|Monday 30 November to Tuesday 1 December|1 December 2026|1 December 2026, 10:00|Monday 1 December 2025|Tuesday",
    );
    speak("pseudo");
    try {
      expect(plainText(written)).not.toMatch(/[aeiouy]/i);
    } finally {
      speak("en-ZA");
    }
  });

  test("a sentence in a sentence is marked once", () => {
    const outer = pseudo({ sorry: (inner: ReturnType<typeof say>) => say`Sorry. ${inner}` });
    expect(plainText(outer.sorry(catalogue.late))).toBe("Sòòrrÿ. Ÿòòùùr pààrcéél ììs lààtéé.");
  });
});
