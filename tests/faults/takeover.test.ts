import { execFile } from "node:child_process";
import { readFileSync } from "node:fs";
import path from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import { promisify } from "node:util";
import Database from "better-sqlite3";
import { beforeEach, expect, onTestFinished, test } from "vitest";
import { joinStore } from "#db/store.server";
import { aGuestAtTheReview } from "../support/a-guest";
import { aReplicatedSite } from "../support/a-replica";
import { aFolder } from "../support/a-store";
import { command } from "../support/command";
import { freePort, type RunningSite, startSite } from "../support/running-site";
import { startWriteLoad } from "../support/write-load";

let env: ReturnType<typeof aReplicatedSite>;
let first: RunningSite;
beforeEach(async () => {
  env = aReplicatedSite();
  first = await startSite(env);
  // A kill would leave its Litestream running.
  onTestFinished(async () => void (await first.stop()));
});

const spareMachine = () => ({ ...env, DATA_DIR: path.join(aFolder(), "data"), APP_URL: first.url });

test("the first machine is lost: one command on the spare one restores everything and opens the site", async () => {
  await aGuestAtTheReview(first);
  await pause(1_000);
  const before = quotesIn(first.dataDir);
  expect(before).toHaveLength(1);
  const litestream = Number(readFileSync(path.join(first.dataDir, "litestream.pid"), "utf8"));
  process.kill(litestream, "SIGKILL");
  await first.kill();

  const spare = await startSite(spareMachine(), ["build/tools/takeover.js"]);
  expect(quotesIn(spare.dataDir)).toEqual(before);
  expect(spare.logs()).toMatch(/^Taken over in \d+\.\d s\. The first machine last wrote \d{1,2} [A-Z][a-z]+ 20\d\d/);
  await aGuestAtTheReview(spare);
  expect(quotesIn(spare.dataDir)).toHaveLength(2);
  expect(await spare.stop()).toBe(0);
});

test("there is no takeover from a machine that still answers", () => {
  const { code, output } = command("takeover", spareMachine());
  expect({ code, output }).toEqual({
    code: 1,
    output: expect.stringMatching(/^The first machine still answers at http:\S+\/health\. Stop it first[^\n]+\n$/),
  });
});

test("nor from one that can't be reached but still writes to the replica", async () => {
  const store = await joinStore(path.join(first.dataDir, "courier.db"));
  const load = startWriteLoad(store, 200);
  await pause(1_000);
  const nobody = `http://localhost:${await freePort()}`;
  const taken = promisify(execFile)(process.execPath, ["build/tools/takeover.js", "--no-start"], {
    env: { PATH: process.env.PATH, NODE_ENV: "production", ...spareMachine(), APP_URL: nobody },
  });
  await expect(taken).rejects.toMatchObject({
    code: 1,
    stderr: "The first machine still writes to the replica. Stop it first. Nothing was changed.\n",
  });
  await load.stop();
  await store.close();
});

function quotesIn(dataDir: string): unknown[] {
  const database = new Database(path.join(dataDir, "courier.db"), { readonly: true });
  const quotes = database.prepare("SELECT quote_no FROM quotes ORDER BY quote_no").all();
  database.close();
  return quotes;
}
