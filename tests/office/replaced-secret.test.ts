import { beforeEach, describe, expect, test } from "vitest";
import { inTheFile } from "../support/a-guest";
import { aFolder } from "../support/a-store";
import { type anAuthenticator, invited, joined, joinedBy, OFFICE_PASSWORD } from "../support/an-office-person";
import { openSite } from "../support/open-site";
import { Visitor } from "../support/visitor";

const email = "thandi@office.example";
const [OLD, NEW] = ["the secret of before", "the secret of today"];
const REPLACED =
  "Codes of your app don't work any more: the site's secret was replaced. Ask a manager for a new link, or use one of your recovery codes.";

let dataDir: string;
let app: ReturnType<typeof anAuthenticator>;
let recoveryCodes: string[];
beforeEach(async () => {
  dataDir = aFolder();
  await withSecret(OLD, async (site) => {
    ({ app, recoveryCodes } = await joined(site, email, "manager"));
  });
});

/** Restarts the site with this `SESSION_SECRET`, does something there, and stops it. */
async function withSecret<Result>(
  SESSION_SECRET: string,
  work: (site: { url: string; dataDir: string }) => Promise<Result>,
): Promise<Result> {
  const site = await openSite({ DATA_DIR: dataDir, SESSION_SECRET });
  try {
    return await work(site);
  } finally {
    await site.stop();
  }
}

/** The page after a right password and this code, in a browser of its own. */
const signIn = (secret: string, code: string) =>
  withSecret(secret, async (site) => {
    const browser = new Visitor(site.url);
    await browser.open("/office/sign-in");
    await browser.press("Sign in", { email, password: OFFICE_PASSWORD });
    return browser.press("Sign in", { code });
  });

const storedKey = () => inTheFile({ dataDir }, "SELECT key_sealed FROM office_factors WHERE kind = 'app'");

describe("when the site's secret is replaced", () => {
  test("a right code is told to ask a manager, and never to look at a clock; a recovery code goes on", async () => {
    const refused = await signIn(NEW, app.code(1));
    expect(refused).toMatchObject({ status: 400, text: expect.stringContaining(REPLACED) });
    expect(refused.text).not.toContain("clock");
    expect((await signIn(NEW, recoveryCodes[0] ?? "")).url).toMatch(/\/office$/);
  });

  test("with the old one kept behind it a sign-in goes on, and stores the key with the new one alone", async () => {
    const before = storedKey();
    expect((await signIn(`${NEW},${OLD}`, "000000")).text).toContain("look at your phone's clock");
    expect(storedKey()).toEqual(before);
    expect((await signIn(`${NEW},${OLD}`, app.code(1))).url).toMatch(/\/office$/);
    expect(storedKey()).not.toEqual(before);
    // The same code again: the key can be read, so it is only that the code is used up.
    expect((await signIn(NEW, app.code(1))).text).toContain("That code is wrong, or was used before");
  });

  test("a lone manager gets a new link in the terminal, by the same command", async () => {
    await withSecret(NEW, async (site) => {
      const link = await invited(site, email, "manager");
      const again = await joinedBy(site, link);
      expect(again.app.key).not.toBe(app.key);
      expect((await again.browser.open("/office")).text).toContain("Today");
    });
    expect(storedKey()).toHaveLength(1);
  });
});
