import { expect, test } from "vitest";
import { signedLink, signLinksWith, waybillLink } from "#app/domain/mail/emailed-link.server";
import { signedPath } from "#app/domain/values/link-signature.server";
import { storeSiteFacts } from "#db/site-facts.server";
import { aStore } from "../../support/a-store";

const now = new Date("2026-11-16T08:00:00Z");
const site = { appUrl: "https://thuma.example", paymentMode: "sandbox" };

test("a link in an email has the key to its page, at the site's address or the caller's", async () => {
  const store = await aStore();
  await storeSiteFacts(store, site, now);
  signLinksWith("a-key");
  const path = signedPath("a-key", "/waybill/TH1");
  expect(await signedLink(store.read, "Your waybill", "/waybill/TH1")).toEqual({
    ...{ label: "Your waybill", url: `https://thuma.example${path}` },
  });
  expect(await waybillLink(store.read, "TH1", "https://other.example")).toEqual({
    ...{ label: "Your waybill, to print or send on", url: `https://other.example${path}` },
  });
});

test("without a key, or before a site has stored its address, there is no link", async () => {
  const store = await aStore();
  signLinksWith("a-key");
  expect(await waybillLink(store.read, "TH1")).toBeNull();
  await storeSiteFacts(store, site, now);
  signLinksWith(null);
  expect(await waybillLink(store.read, "TH1")).toBeNull();
});
