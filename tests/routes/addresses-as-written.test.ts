import { afterAll, beforeAll, expect, test } from "vitest";
import { openSite, type Site } from "../support/open-site";

let site: Site;
beforeAll(async () => {
  site = await openSite();
});
afterAll(() => site.stop());

async function answerAt(address: string) {
  const { status, headers } = await fetch(site.url + address, { redirect: "manual" });
  return { status, leadsTo: headers.get("location"), methods: headers.get("allow") };
}

/** Addresses with a parameter beside ones without, which Remix finds however they are written. */
test.each([
  ["/office/JOIN", "/office/join"],
  ["/office/%6Aoin", "/office/join"],
  ["/office/join/", "/office/join"],
  ["/OFFICE/do/holiday", "/office/do/holiday"],
  ["/T/TH4821093753", "/t/TH4821093753"],
  ["/t/TH4821093753/", "/t/TH4821093753"],
  ["/t/%54H4821093753", "/t/TH4821093753"],
  ["/waybill/TH4821093753/", "/waybill/TH4821093753"],
  ["/TRACK", "/track"],
])("%s is %s", async (written, address) => {
  expect(await answerAt(written)).toEqual(await answerAt(address));
});

test.each(["/SHIP/addresses", "/%73hip/addresses", "/ship/%61ddresses"])(
  "%s leads to the one spelling that the wizard's cookies have",
  async (written) => {
    expect(await answerAt(written)).toMatchObject({ status: 301, leadsTo: "/ship/addresses" });
  },
);

test("an address that no route has is not found, whatever it begins with", async () => {
  for (const address of ["/office/join/more", "/t/a/b/c", "/waybill", "/nowhere"])
    expect([address, (await answerAt(address)).status]).toEqual([address, 404]);
});
