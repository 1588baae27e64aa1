import { execFileSync, spawn } from "node:child_process";
import { once } from "node:events";
import { readFileSync } from "node:fs";
import path from "node:path";
import { createInterface } from "node:readline";

/** Parcels of the demo whose tracking is looked at: one in each state. */
const tracked = [
  ...[
    "booked",
    "collectionAgreed",
    "notCollected",
    "collected",
    "someCollected",
    "onTheWay",
    "outForDelivery",
    "missed",
  ],
  ...[
    "missedAndAgreed",
    "fetchedAtDepot",
    "anotherDay",
    "late",
    "delivered",
    "someDelivered",
    "goingBack",
    "returned",
    "cancelled",
  ],
];

/** Starts `npm run demo`, and waits until everything in it is made. @returns its process, address and parcels */
export async function startDemo(dataDir, port) {
  const env = { PATH: process.env.PATH, DATA_DIR: dataDir, PORT: String(port) };
  const site = spawn(process.execPath, ["demo/run.mjs"], { env, stdio: ["ignore", "pipe", "inherit"] });
  const origin = await new Promise((resolve, reject) => {
    site.once("exit", (code) => reject(new Error(`the demo ended with ${code}`)));
    createInterface({ input: site.stdout }).on("line", (line) => {
      const [, address] = /^The demo is listening on (http:\S+) /.exec(line) ?? [];
      if (address) resolve(address);
    });
  });
  const { parcels } = JSON.parse(readFileSync(path.join(dataDir, "demo.json"), "utf8"));
  const stop = () => Promise.all([once(site, "exit"), site.kill()]);
  return { origin, parcels, stop };
}

/** Tracking in each state, what receivers see, and the shop's full dashboard. */
export async function pagesOfTheDemo({ page, origin, take }, { parcels }) {
  await page.context().clearCookies();
  for (const name of tracked) {
    await page.goto(`${origin}/tracking?no=${parcels[name].waybillNo}`);
    await take(`tracking-${name.replaceAll(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`)}`);
  }
  await page.goto(`${origin}/demo-tour`);
  await take("demo-tour");
  const receivers = page.locator("a[href*='/find-me/']");
  const hrefs = await receivers.evaluateAll((links) => links.map(({ href }) => href));
  for (const [place, href] of hrefs.entries()) {
    await page.goto(href);
    await take(`receiver-${place + 1}`);
    if ((await page.locator("main details").count()) === 0) continue;
    await page
      .locator("main details")
      .evaluateAll((choices) => choices.map((choice) => choice.setAttribute("open", "")));
    await take(`receiver-${place + 1}-opened`);
  }
  await page.goto(`${origin}/demo-tour/as/zodwa`);
  await take("dashboard-full");
  await page.locator(".rows summary").nth(2).click();
  await take("dashboard-a-row-open");
  await page.goto(`${origin}/dashboard/import`);
  await take("dashboard-import");
  await page.locator("textarea").fill("Receiver full name,Receiver postal\nSipho,18\n");
  await page.getByRole("button", { name: "Check the list" }).click();
  await take("dashboard-import-with-mistakes");
  await page.goto(`${origin}/account/shop`);
  await take("shop");
}

/** The four pictures of README.md: what is seen first on a phone. */
export async function picturesOfReadme({ page, origin, dataDir, take }, { parcels }) {
  await page.goto(origin);
  await take("home");
  await page.goto(`${origin}/t/${parcels.outForDelivery.waybillNo}`);
  await take("tracking");
  await page.goto(`${origin}/demo-tour/as/sipho`);
  await page.getByRole("button", { name: "Sign in on this phone" }).click();
  await take("driver");
  // As on any morning.
  execFileSync(process.execPath, ["build/tools/db-snapshot.js"], { env: { DATA_DIR: dataDir }, stdio: "ignore" });
  await page.goto(`${origin}/demo-tour/as/manager`);
  await take("office");
}
