import path from "node:path";
import { expect, test } from "vitest";
import { aVerifiedCustomer, PASSWORD } from "../support/a-customer";
import { inTheFile } from "../support/a-guest";
import { runningSiteForAllTests } from "../support/running-site";
import { Visitor } from "../support/visitor";
import { holdWriteLock } from "../support/write-lock";

const FORM = { "Content-Type": "application/x-www-form-urlencoded" };
/** More than the 62 that may wait to have their passwords checked. */
const AT_ONCE = 100;

const site = runningSiteForAllTests({ TRUST_PROXY: "1" });

const answerTo = (email: string, tab: string) =>
  fetch(`${site.url}/login?tab=${tab}`, {
    method: "POST",
    body: new URLSearchParams({ email, password: "kasi-taxi-rank-8", name: "Thandi", phone: "0821234567" }),
    headers: { ...FORM, "X-Forwarded-For": `198.51.100.${email.length % 200}` },
    redirect: "manual",
  });

/** Refused because the line is long, and told so; not because nothing can be saved. */
const isRefused = ({ status, headers }: Response) => status === 503 && headers.get("Retry-After") === "10";

test.each(["login", "register"])(
  "a flood at %s is answered: the line is short, and the rest are told when to come back",
  async (tab) => {
    const asked = Array.from(
      { length: AT_ONCE },
      (_, number) => `${"x".repeat(number % 50)}${number}-${tab}@example.co.za`,
    );
    // While staff hold the write lock no try can be counted, so whoever is let in waits, however fast the machine is.
    const release = await holdWriteLock(path.join(site.dataDir, "courier.db"));
    const asking = asked.map((email) => answerTo(email, tab));
    const firstRefusal = new Promise((resolve) => {
      for (const answer of asking) void answer.then((answer) => isRefused(answer) && resolve(undefined));
    });
    await Promise.race([firstRefusal, Promise.all(asking)]);
    await release();
    const answers = await Promise.all(asking);
    const refused = answers.flatMap((answer, at) => (isRefused(answer) ? [{ answer, email: asked[at] }] : []));
    // On a slow machine some have waited too long for the lock by now.
    const unsaved = answers.filter((answer) => answer.status === 503 && !isRefused(answer));
    const served = answers.filter(({ status }) => status === (tab === "login" ? 400 : 303));
    expect(refused.length).toBeGreaterThan(0);
    expect(served.length + refused.length + unsaved.length).toBe(AT_ONCE);
    for (const { answer, email } of refused) {
      const page = await answer.text();
      expect(page).toContain(
        "Too many people are logging in right now. Nothing was changed. Please try again in 10 seconds.",
      );
      expect(page).toContain(`value="${email}"`);
      expect(page).not.toContain("kasi-taxi-rank-8");
    }
    const counted = "SELECT count(*) AS tries FROM rate_limits WHERE key LIKE 'guessesAtAccount%'";
    if (tab === "login")
      expect(inTheFile(site, counted), "refused before anything is written").toEqual([{ tries: served.length }]);
    const later = new Visitor(site.url);
    await later.open("/login");
    expect((await later.press("Login", { email: "later@example.co.za", password: "kasi-taxi" })).status).toBe(400);
  },
);

test("an owner on a browser of theirs gets in while strangers from many networks fill their queue", async () => {
  const email = "owner@example.co.za";
  const owner = await aVerifiedCustomer(site, email);
  await owner.open("/dashboard");
  await owner.press("Logout");
  const release = await holdWriteLock(path.join(site.dataDir, "courier.db"));
  const stranger = (number: number) => answerTo(`${"y".repeat(number % 60)}${number}-flood@example.co.za`, "login");
  const asking = Array.from({ length: AT_ONCE }, (_, number) => stranger(number));
  await new Promise((resolve) => {
    for (const answer of asking) void answer.then((answer) => isRefused(answer) && resolve(undefined));
  });
  const arriving = owner.pressOnce("Login", { email, password: PASSWORD });
  // The owner's form has arrived before this one, for which there is no room.
  expect(isRefused(await stranger(AT_ONCE))).toBe(true);
  await release();
  expect((await arriving).status).toBe(303);
  await Promise.all(asking);
});
