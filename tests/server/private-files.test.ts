import { chmodSync, existsSync, readdirSync, statSync } from "node:fs";
import path from "node:path";
import { beforeAll, expect, test } from "vitest";
import { queueEmail } from "#app/domain/post/outbox.server";
import { isPostgres } from "#db/dialect";
import { joinStore } from "#db/store.server";
import { limitsAsked } from "../../demo/limits-asked";
import { aFolder } from "../support/a-store";
import { command } from "../support/command";
import { startSite } from "../support/running-site";
import { staffProcess } from "../support/staff";
import { freshForStaff, placeInSettings, storePlace } from "../support/store-place";

// The default on most machines: everybody may read new files.
beforeAll(() => void process.umask(0o022));

test("files that the site and its commands write are readable by their own user only; the given folder keeps its mode", async () => {
  const folder = aFolder();
  chmodSync(folder, 0o755);
  const file = path.join(folder, "courier.db");
  const site = await startSite({ DATA_DIR: folder });
  await anEmailIn(folder);
  // On PostgreSQL staff's copy, which the site begins to write when it starts.
  await expect.poll(() => existsSync(isPostgres ? path.join(folder, "staff.db") : file)).toBe(true);
  expect(command("db-snapshot", { DATA_DIR: folder, ...placeInSettings(file) })).toMatchObject({ code: 0 });
  expect(await staffProcess({ dataDir: folder }, ["list", "rates", "--to", `${folder}/rates.txt`])).toMatchObject({
    code: 0,
  });

  const written = readdirSync(folder, { recursive: true, encoding: "utf8" });
  expect(written).toContain(isPostgres ? "staff.db" : "courier.db-wal");
  expect(written.join()).toMatch(/outbox\/\S+\.eml.*snapshots\/courier-/);
  expect(written.filter((name) => statSync(path.join(folder, name)).mode & 0o077)).toEqual([]);
  expect(statSync(folder).mode & 0o777).toBe(0o755);
  await site.stop();
});

test("existing files keep their mode, so that a group can still read them", async () => {
  const folder = aFolder();
  const file = path.join(folder, "courier.db");
  await (await startSite({ DATA_DIR: folder })).stop();
  chmodSync(freshForStaff(file), 0o640);
  await (await startSite({ DATA_DIR: folder })).stop();
  expect(statSync(freshForStaff(file)).mode & 0o777).toBe(0o640);
});

test("a data folder that is created is readable by its user only", async () => {
  const folder = path.join(aFolder(), "of/thuma");
  await (await startSite({ DATA_DIR: folder })).stop();
  expect(statSync(folder).mode & 0o777).toBe(0o700);
});

/** An email that the running site writes to a file. */
async function anEmailIn(folder: string): Promise<void> {
  const store = await joinStore(await storePlace(path.join(folder, "courier.db")));
  const email = { key: "one", to: "thandi@example.co.za", subject: "Sent", text: "Sent", html: "Sent" };
  await store.tx((tx) => queueEmail(tx, limitsAsked, email, new Date()));
  await store.close();
  const outbox = path.join(folder, "outbox");
  await expect.poll(() => existsSync(outbox) && readdirSync(outbox).join()).toMatch(/\.eml$/);
}
