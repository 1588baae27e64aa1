import path from "node:path";
import { expect, onTestFinished, test } from "vitest";
import { aGuestAtThePayment, aGuestAtTheReview, aGuestWithAWaybill, inTheFile } from "../support/a-guest";
import { aFolder } from "../support/a-store";
import { commitCuttingProxy } from "../support/commit-cutting-proxy";
import { startSite } from "../support/running-site";
import { storePlace } from "../support/store-place";
import { Visitor } from "../support/visitor";

const WORDS = "We don't know whether it was saved; sending it again is safe.";

test("a booking whose COMMIT's answer is lost: the page doesn't say that nothing was saved, and it is booked once", async () => {
  const { site, proxy } = await aSite();
  const guest = await aGuestAtTheReview(site);
  proxy.cutsAfter = "pending_payment";
  const page = await guest.press("Book This Collection", { confirm: "on" });
  expect([proxy.cuts, page.status]).toEqual([1, 503]);
  expect(page.text).not.toMatch(/[Nn]othing was (?:changed|charged)/);
  // It is there already, and the page, which reads it anew, leads on to the payment.
  expect(page.document.querySelector('main a[href^="/payfast/start/"]')).not.toBeNull();
  expect(inTheFile(site, "SELECT count(*) AS n FROM quotes WHERE booked_at IS NOT NULL")).toEqual([{ n: 1 }]);
});

test("a form without words of its own for this is sent again from the page that says it", async () => {
  const { site, proxy } = await aSite();
  const { waybillNo } = await aGuestWithAWaybill(site);
  const caller = new Visitor(site.url);
  await caller.open(`/case/${waybillNo}`);
  proxy.cutsAfter = 'into "cases"';
  const page = await caller.press("Send", { kind: "damaged", words: "It is wet", contact: "" });
  expect([proxy.cuts, page.status]).toEqual([1, 503]);
  expect(page.text).toContain(WORDS);
  const button = page.document.querySelectorAll("main button").at(-1)?.text.trim() ?? "";
  expect((await caller.press(button)).text).toMatch(/C \d{4} \d{4}/);
  expect(inTheFile(site, "SELECT count(*) AS n FROM cases")).toEqual([{ n: 1 }]);

  const guest = await aGuestAtThePayment(site);
  await guest.open("/ship/review");
  // The value with its length: the statement itself isn't sent again on a connection that has prepared it.
  proxy.cutsAfter = "\0\0\0\tcancelled";
  const lost = await guest.press("Change this booking");
  expect([lost.status, lost.text.includes(WORDS)]).toEqual([503, true]);
  expect((await guest.press("Send it again")).status).toBe(200);
});

async function aSite() {
  const DATA_DIR = aFolder();
  const place = new URL(await storePlace(path.join(DATA_DIR, "courier.db")));
  const proxy = await commitCuttingProxy(Number(place.port));
  place.port = String(proxy.port);
  const SESSION_SECRET = process.env.SESSION_SECRET ?? "";
  const site = await startSite({ DATA_DIR, DATABASE_URL: place.href, SESSION_SECRET });
  onTestFinished(async () => {
    await site.stop();
    await proxy.close();
  });
  return { site, proxy };
}
