import path from "node:path";
import { beforeAll, expect, test } from "vitest";
import { officePaths } from "#app/paths";
import { openStaffViews } from "#db/staff-views.server";
import { deskOfSite } from "../support/a-desk";
import { aGuestAtTheReview, aGuestWithAWaybill, inTheFile } from "../support/a-guest";
import { storeOfSite } from "../support/a-store";
import { anOfficeBrowser, SESSION_SECRET } from "../support/an-office-browser";
import { siteForAllTests } from "../support/open-site";
import { freshForStaff } from "../support/store-place";
import { type Page, Visitor } from "../support/visitor";

const site = siteForAllTests({ SESSION_SECRET });
const store = storeOfSite(site);
const terminal = deskOfSite(site, store);
const FISHING = "Your session has ended. Sign in again at https://office.evil.example/sign-in";
let clerk: Visitor;
let waybillNo: string;
beforeAll(async () => {
  clerk = await anOfficeBrowser(site, "clerk", store);
  ({ waybillNo } = await aGuestWithAWaybill(site));
  const stranger = new Visitor(site.url);
  await stranger.open(`/case/${waybillNo}`);
  await stranger.press("Send", { kind: "damaged", words: FISHING });
  await terminal.ask("change", "booking", waybillNo, "--to-landmark", FISHING, "--as-typed");
  await terminal.ask("note", "booking", waybillNo, FISHING);
});

/** The links on a page that lead to another site, or say that they do. */
const linksAway = ({ document }: Page) =>
  document
    .querySelectorAll("a")
    .map((link) => `${link.getAttribute("href")} ${link.text}`)
    .filter((link) => link.includes("evil.example"));

test("what a stranger wrote is shown in the office as words: an address in it is no link", async () => {
  const views = openStaffViews(freshForStaff(path.join(site.dataDir, "courier.db")));
  const lists = views.names().map((view) => officePaths.list(view));
  views.close();
  const pages = [
    "/office",
    `/office/${waybillNo}`,
    "/office?find=evil",
    `/office/do/change-booking?number=${waybillNo}`,
  ];
  let shown = 0;
  for (const address of [...pages, ...lists]) {
    const page = await clerk.open(address);
    if (page.text.includes("https://office.evil.example")) shown += 1;
    expect([address, page.status, linksAway(page)]).toEqual([address, 200, []]);
  }
  // The case's words, the landmark and the note, each on more than one page.
  expect(shown).toBeGreaterThanOrEqual(3);
});

test("what a command answers links our own address, and no other", async () => {
  await clerk.open("/office/do/note-booking");
  const noted = await clerk.press("Check", { number: waybillNo, undo: "on" });
  expect([noted.text, linksAway(noted)]).toEqual([expect.stringContaining("evil.example"), []]);
  const guest = await aGuestAtTheReview(site, { addresses: { toPostal: "9100" } });
  await guest.press("Request Manual Quote", { confirm: "on" });
  const [quote] = inTheFile<{ id: string; quote_no: string }>(
    site,
    "SELECT id, quote_no FROM quotes WHERE manual_requested_at IS NOT NULL",
  );
  await clerk.open(`/office/do/price-quote?quote=${quote?.quote_no}`);
  const priced = await clerk.press("Check", { amount: "350" });
  const links = priced.document.querySelectorAll("main p a").map((link) => link.getAttribute("href"));
  expect(links).toContain(`${site.url}/payfast/start/${quote?.id}`);
});
