import path from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import Database from "better-sqlite3";
import { expect, test } from "vitest";
import { aFolder } from "../support/a-store";
import { freePort, startSite } from "../support/running-site";

test("a start that has to write while staff hold the lock waits, tells visitors so, and then continues by itself", async () => {
  const [folder, port] = [aFolder(), await freePort()];
  await (await startSite({ DATA_DIR: folder })).stop();
  const staff = new Database(path.join(folder, "courier.db"));
  staff.exec("DROP VIEW staff_mail; BEGIN IMMEDIATE");

  const starting = startSite({ DATA_DIR: folder, PORT: String(port) });
  const answer = await firstAnswer(`http://localhost:${port}/ship`);
  expect(answer.status).toBe(503);
  expect(Number(answer.headers.get("Retry-After"))).toBeGreaterThan(0);
  expect(await answer.text()).toContain("We are just starting");

  staff.exec("COMMIT");
  staff.close();
  const site = await starting;
  expect((await fetch(`${site.url}/ship`)).status).toBe(200);
  expect(site.logs().match(/is locked by another program/g)).toHaveLength(1);
  await site.stop();
});

/** Once it listens. */
async function firstAnswer(address: string): Promise<Response> {
  for (;;) {
    const answer = await fetch(address).catch(() => undefined);
    if (answer) return answer;
    await pause(50);
  }
}
