import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { aGuestWithAWaybill } from "../support/a-guest";
import { openSite, type Site } from "../support/open-site";
import { Visitor } from "../support/visitor";

const PERSONAL = /Nkosi|Dlamini|Mphuti|Ncome|082 123|thandi@|sipho@|Blue gate/;

let site: Site;
let waybillNo: string;
/** As the thank-you page links it in the browser that booked. */
let link: string;
let thanksAddress: string;
beforeAll(async () => {
  site = await openSite();
  const booked = await aGuestWithAWaybill(site);
  waybillNo = booked.waybillNo;
  thanksAddress = booked.guest.page?.url ?? "";
  const links = booked.guest.page?.document.querySelectorAll("main a").map((each) => each.getAttribute("href") ?? "");
  link = links?.find((href) => href.startsWith(`/waybill/${waybillNo}?key=`)) ?? "";
});
afterAll(() => site.stop());

describe("the signed link of a waybill", () => {
  test("opens it on any phone, and lets nobody cancel who only has this link", async () => {
    const receiver = new Visitor(site.url);
    const page = await receiver.open(link);
    expect(page.status).toBe(200);
    expect(page.text).toContain("Sipho Dlamini");
    expect(page.headers.get("Cache-Control")).toBe("no-store");
    expect(page.text).not.toContain("Cancel this booking");
  });

  test("opens no other waybill, and nothing with a changed key, an empty one or none", async () => {
    const { waybillNo: another } = await aGuestWithAWaybill(site);
    for (const address of [
      link.replace(waybillNo, another),
      link.replace("key=", "key=_"),
      `/waybill/${waybillNo}?key=`,
      `/waybill/${waybillNo}`,
    ]) {
      const page = await new Visitor(site.url).open(address);
      expect(page.status, address).toBe(404);
      expect(page.html, address).not.toMatch(PERSONAL);
      expect(page.text).toContain("Open the link to the waybill in it");
    }
  });

  test("stands on the thank-you page only in the browser that booked: that page may be shared", async () => {
    const page = await new Visitor(site.url).open(thanksAddress);
    expect(page.text).toContain("Print the waybill");
    expect(page.html).not.toContain("key=");
  });
});
