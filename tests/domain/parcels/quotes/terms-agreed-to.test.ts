import { expect, test } from "vitest";
import { termsAgreedTo } from "#app/domain/parcels/quotes/terms-agreed-to.server";
import { termsLink } from "#app/domain/parcels/quotes/terms-link.server";
import { TERMS_VERSION } from "#app/domain/parcels/quotes/terms-version";
import { plainText } from "#app/language/plain-text";
import { say } from "#app/language/say";
import { quotes } from "#db/schema/quotes";
import { anOffice } from "../../../support/an-office";

test("each version that customers agreed to is counted, the newest first; a quote that nobody booked has none", async () => {
  const { store, quote, booked } = await anOffice();
  const [first, last] = [new Date("2026-01-05T08:00:00Z"), new Date("2026-01-07T08:00:00Z")];
  for (const at of [last, first]) await booked({}, at);
  await store.tx((tx) => tx.update(quotes).set({ termsVersion: "2026-01-01" }));
  const today = new Date("2026-11-23T08:00:00Z");
  await booked({}, today);
  await quote({}, today);
  expect(await termsAgreedTo(store.read)).toEqual([
    { version: TERMS_VERSION, agreed: 1, first: today, last: today },
    { version: "2026-01-01", agreed: 2, first, last },
  ]);
});

test("a link to the terms names their version, if the booking has one", () => {
  const url = "https://thuma.example/terms";
  expect(plainText(termsLink(url, { termsVersion: "2026-01-01" }).label)).toBe("Our terms, version 2026-01-01");
  expect(termsLink(url, { termsVersion: null })).toEqual({ label: say`Our terms`, url });
});
