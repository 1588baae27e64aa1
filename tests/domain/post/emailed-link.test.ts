import { expect, test } from "vitest";
import { signedLink, waybillLink } from "#app/domain/post/emailed-link.server";
import { say } from "#app/language/say";
import { storeSiteFacts } from "#db/site-facts.server";
import { aStore } from "../../support/a-store";

const now = new Date("2026-11-16T08:00:00Z");
const site = { appUrl: "https://thuma.example", paymentMode: "sandbox" };

test("a link in an email is to be signed, at the site's address or the caller's", async () => {
  const store = await aStore();
  await storeSiteFacts(store, site, now);
  expect(await signedLink(store.read, say`Your waybill`, "/waybill/TH1")).toEqual({
    ...{ label: say`Your waybill`, url: "https://thuma.example/waybill/TH1?signed" },
  });
  expect(await waybillLink(store.read, "TH1", "https://other.example")).toEqual({
    ...{ label: say`Your waybill, to print or send on`, url: "https://other.example/waybill/TH1?signed" },
  });
});

test("before a site has stored its address, there is no link", async () => {
  expect(await waybillLink((await aStore()).read, "TH1")).toBeNull();
});
