import { cpSync } from "node:fs";
import path from "node:path";
import { expect, test } from "vitest";
import { aGuestAtTheReview, aGuestWithAWaybill } from "../support/a-guest";
import { aRelease } from "../support/a-release";
import { aRound, signedInDriver } from "../support/a-round";
import { aSmallDisk } from "../support/a-small-disk";
import { aFolder, placeDatabase } from "../support/a-store";
import { freePort, type RunningSite, startAndExit, startSite } from "../support/running-site";
import { siteArguments } from "../support/site-arguments.mjs";
import { Visitor } from "../support/visitor";

test("on a full disk a site runs, and starts again, and serves what can be read; with room it writes again by itself", async () => {
  const disk = await aSmallDisk(24);
  const env = { DATA_DIR: disk.folder, PORT: String(await freePort()) };
  const started = () => startSite(env, siteArguments, disk.through());
  // SQLite follows links, so that the database can't be opened from outside.
  const prepared = { dataDir: aFolder() };
  placeDatabase(path.join(prepared.dataDir, "courier.db"));
  const [round] = await aRound(prepared, ["Sipho Nkosi"], 2);
  if (!round) throw new Error("no round");
  cpSync(path.join(prepared.dataDir, "courier.db"), path.join(disk.outside, "courier.db"));
  let site = await started();
  const driver = await signedInDriver(site, round, new Visitor(site.url));
  const { waybillNo } = await aGuestWithAWaybill(site);
  const guest = await aGuestAtTheReview(site);
  const book = async () =>
    (await guest.anotherTab().send("/ship/review", {})) && guest.press("Book This Collection", { confirm: "on" });

  disk.fill();
  const reads = async () => {
    const pages = ["/", "/ship", "/track", `/tracking?action=track&accno=&no=${waybillNo}`, "/v1/boxes"];
    for (const page of pages) expect([page, (await fetch(site.url + page)).status]).toEqual([page, 200]);
    for (const page of ["/drive", ...round.stops.map((stop) => `/drive/stop/${stop}`)])
      expect([page, (await driver.send(page, {})).status]).toEqual([page, 200]);
  };
  // It may write as long as the log has room left in its file.
  await reads();
  for (const end of [(of: RunningSite) => of.stop(), (of: RunningSite) => of.kill()]) {
    await end(site);
    // What the last process gave back is taken by another program.
    disk.fill();
    site = await started();
    await reads();
    const health = await fetch(`${site.url}/health`);
    expect([health.status, await health.json()]).toMatchObject([
      503,
      { ok: false, works: { pages: true, prices: true, forms: false } },
    ]);
    expect((await book()).status).toBe(503);
  }

  disk.makeRoom();
  const healthy = async () => (await fetch(`${site.url}/health`)).status;
  await expect.poll(healthy).toBe(200);
  expect((await book()).status).toBe(200);
  expect(site.logs()).not.toContain("an uncaught error");
  await site.stop();
});

test.each([
  [
    "a new release",
    {},
    { "9001_notes": "CREATE TABLE notes (words blob); INSERT INTO notes VALUES (randomblob(4000000))" },
  ],
  ["other settings", { APP_URL: "http://another.example" }, {}],
])(
  "on a full disk %s, which must be written, is refused in one line, and starts once there is room",
  async (_, settings, more) => {
    const disk = await aSmallDisk(24);
    const env = { DATA_DIR: disk.folder, PORT: String(await freePort()) };
    await (await startSite(env, siteArguments, disk.through())).stop();
    disk.fill();
    const through = disk.through(aRelease(more));
    expect(await startAndExit({ ...env, ...settings }, through)).toEqual({
      code: 1,
      logs: expect.stringMatching(
        /^The disk of \S+ is full or broken \([^\n]+\)\. Make room there and try again: docs\/operations\.md, "The disk is full"\.\n$/,
      ),
    });
    disk.makeRoom();
    const site = await startSite({ ...env, ...settings }, siteArguments, through);
    expect((await fetch(`${site.url}/health`)).status).toBe(200);
    await site.stop();
  },
);

test("on a disk that has become read-only a start is refused in one line", async () => {
  const disk = await aSmallDisk(24);
  const env = { DATA_DIR: disk.folder, PORT: String(await freePort()) };
  await (await startSite(env, siteArguments, disk.through())).kill();
  await disk.becomesReadOnly();
  const { code, logs } = await startAndExit(env, disk.through());
  expect({ code, logs }).toEqual({
    code: 1,
    logs: expect.stringMatching(/^The database \S+courier\.db can't be opened: [^\n]+\n$/),
  });
});
