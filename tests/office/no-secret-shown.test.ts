import path from "node:path";
import { afterAll, expect, test } from "vitest";
import { commands } from "#app/staff/commands/all";
import { viewsOf } from "../support/a-desk";
import { anOffice } from "../support/an-office";
import { anOfficeBrowser, SESSION_SECRET } from "../support/an-office-browser";
import { CANARY, EMAIL, OWNERS, plantSecrets, withoutCanary } from "../support/planted-secrets";
import { type RunningSite, startSite } from "../support/running-site";
import { freshForStaff } from "../support/store-place";

let site: RunningSite | undefined;
afterAll(() => site?.stop());

test("no page of the office, no list and no file of it shows a secret, and neither does the log", async () => {
  const office = await anOffice();
  const { quoteNo, waybillNo } = await plantSecrets(office, new Date());
  site = await startSite({ DATA_DIR: path.dirname(office.file), SESSION_SECRET });
  const manager = await anOfficeBrowser(site, "manager");
  freshForStaff(office.file);
  const views = viewsOf(office);
  const lists = views.names().map((name) => name.replace("staff_", ""));
  views.close();
  expect(lists.length).toBeGreaterThan(40);
  const seen: Record<string, string[]> = {};
  const wrong: [string, number][] = [];
  const look = async (what: string, answer: Response) => {
    const found = new Set((await answer.text()).match(CANARY));
    if (found.size > 0) seen[what] = [...found];
    // 400: it asks for a number that nothing planted has.
    if (![200, 302, 303, 400].includes(answer.status)) wrong.push([what, answer.status]);
  };
  const known = `quote=${quoteNo}&number=${waybillNo}&waybill=${waybillNo}&person=${EMAIL}&driver=Sipho+Nkosi&words=${EMAIL}`;
  for (const address of [
    ...["/office", "/office/do", "/office/figures", `/office?find=${EMAIL}`, "/office?find=0821234567"],
    ...[quoteNo, waybillNo, EMAIL, "0821234567", "Sipho Nkosi"].map((each) => `/office/${encodeURIComponent(each)}`),
    ...lists.flatMap((list) => ["", "/csv"].map((format) => `/office/list/${list}${format}`)),
    ...["/office/list/messages/json", "/office/list/webhooks/json"],
    ...commands.map(({ name }) => `/office/do/${name.replaceAll(" ", "-")}?${known}&given=yes`),
  ])
    await look(address, await manager.send(address, {}));
  await manager.open("/office/do/export-customer");
  await look("the export", await manager.pressOnce("Download the copy", { person: EMAIL }));
  // The copy is for the owner of the address that we call, and of what it answers.
  expect([wrong, seen]).toEqual([[], { "the export": OWNERS }]);
  expect(withoutCanary(site)).toEqual([]);
  expect(site.logs()).toContain("listening");
  expect(site.logs().match(CANARY)).toBeNull();
});
