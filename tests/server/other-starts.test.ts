import { afterEach, describe, expect, test } from "vitest";
import { settingNames } from "#app/config.server";
import { type RunningSite, startSite } from "../support/running-site";

/** Both read `.env`, which doesn't replace variables that exist: a test must not use a developer's database. */
const noSettings = Object.fromEntries(
  settingNames.filter((name) => !["PORT", "DATA_DIR", "NODE_ENV"].includes(name)).map((name) => [name, ""]),
);

let site: RunningSite | undefined;
afterEach(() => site?.stop());

/** The headers that `npm start` sends, however the site is started. */
const headersOfEveryPage = [
  "content-security-policy",
  "x-content-type-options",
  "referrer-policy",
  "permissions-policy",
];

describe.each([
  ["npm run dev", ["server/start.mjs", "--dev"], { NODE_ENV: "development" }],
  ["npx remix-serve build/index.js", ["node_modules/.bin/remix-serve", "build/index.js"], {}],
])("%s is like npm start", (_, command, env) => {
  test("another site's form is refused, pages have our headers, and the worker is there", async () => {
    site = await startSite({ ...noSettings, ...env }, command);
    const body = new URLSearchParams({ waybill: "TH4701569556" });
    const foreign = { method: "POST", body, headers: { Origin: "https://evil.example" } };
    expect((await fetch(`${site.url}/track`, foreign)).status).toBe(403);

    const page = await fetch(`${site.url}/track`);
    expect(page.status).toBe(200);
    expect(headersOfEveryPage.filter((name) => !page.headers.has(name))).toEqual([]);

    const worker = await fetch(`${site.url}/sw.js`);
    expect([worker.status, worker.headers.get("Content-Type")]).toEqual([200, "text/javascript; charset=utf-8"]);
    await site.stop();
    await expect(fetch(`${site.url}/track`)).rejects.toThrow();
  });
});
