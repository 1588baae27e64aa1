import { describe, expect, test } from "vitest";
import { PASSWORD, pathOf } from "../support/a-customer";
import { browserForAllTests, fillIn, press } from "../support/browser";
import { emailTo } from "../support/mailbox";
import { accessibilityFaults, markupFaults, sidewaysPixels } from "../support/page-checks";
import { runningSiteForAllTests } from "../support/running-site";

const site = runningSiteForAllTests();
const browser = browserForAllTests();

/** Stores on the phone whatever a page or the service worker could store. */
async function keepSomething(): Promise<void> {
  await navigator.serviceWorker.ready;
  localStorage.setItem("kept", "by a page");
  await (await caches.open("kept")).put("/kept", new Response("by the worker"));
}

async function whatIsKept(): Promise<string[]> {
  return [...Object.keys(localStorage), ...(await caches.keys()).filter((name) => name === "kept")];
}

describe.each([false, true])("with scripts: %s", (scripts) => {
  test("register, verify in another tab, be forwarded to the dashboard, change the password, sign out", async () => {
    const email = `journey-${scripts}@example.co.za`;
    const { page, context } = await browser.phone({ scripts });
    await page.goto(`${site.url}/login`);
    await page.getByRole("link", { name: "Register", exact: true }).click();
    await fillIn(page, { name: "Thandi Nkosi", phone: "082 123 4567", email, password: PASSWORD });
    await press(page, "Register");
    await page.waitForURL(`${site.url}/verify`);

    const mailTab = await context.newPage();
    await mailTab.goto(site.url + pathOf((await emailTo(site.dataDir, email, /verify/i)).link));
    // Where scripts run the link works at once; without them it needs one button.
    if (!scripts) await press(mailTab, "Continue");
    await mailTab.getByText("Your email address is verified.").waitFor();
    await mailTab.getByRole("link", { name: "Go to dashboard" }).click();
    await mailTab.getByText("Verified").waitFor();
    await mailTab.close();

    // The waiting page goes on by itself, with scripts or without.
    await page.waitForURL(`${site.url}/dashboard`);
    expect(await page.getByRole("heading", { level: 1 }).innerText()).toMatch(/^Good \w+,\sThandi Nkosi$/);

    await page.goto(`${site.url}/account/password`);
    await fillIn(page, { currentPassword: PASSWORD, password: "a-new-password", confirmPassword: "a-new-password" });
    await press(page, "Change password");
    await page.getByText("Your password was changed").waitFor();
    if (scripts) await page.evaluate(keepSomething);
    await press(page, "Logout");
    await page.waitForURL(`${site.url}/login`);
    if (scripts) expect(await page.evaluate(whatIsKept)).toEqual([]);
    // Neither says who it was: the browser was here before, and somebody logged out.
    expect((await context.cookies()).map(({ name }) => name).toSorted()).toEqual(["known", "left"]);
    await page.goBack();
    await page.waitForURL(/\/login/);
    expect(await page.content()).not.toContain(email);
    await context.close();
  });
});

test("every page of the account is accessible: WCAG 2.2 AA, valid markup, no sideways scrolling at 320 px", async () => {
  const { page, context } = await browser.phone({ scripts: true });
  const faults: Record<string, unknown> = {};
  const look = async (name: string) => {
    const found = [...(await accessibilityFaults(page)), ...(await markupFaults(await sent(page.url())))];
    const sideways = await sidewaysPixels(page);
    if (found.length || sideways) faults[name] = [...found, sideways];
  };
  const sent = async (url: string) => (await context.request.get(url)).text();
  for (const tab of ["login", "register", "forgot", "forgot&sent=1"]) {
    await page.goto(`${site.url}/login?tab=${tab}`);
    await look(tab);
  }
  await page.goto(`${site.url}/login?tab=register`);
  await press(page, "Register").catch(() => undefined);
  const fields = { name: "Nomvula", phone: "0821234567", email: "looks@example.co.za", password: PASSWORD };
  await fillIn(page, fields);
  await press(page, "Register");
  await page.waitForURL(`${site.url}/verify`);
  await look("verify");
  for (const path of ["", "/password", "/email", "/sessions", "/delete"]) {
    await page.goto(`${site.url}/account${path}`);
    await look(`account${path}`);
  }
  await page.goto(`${site.url}/dashboard`);
  await look("dashboard");
  await page.goto(`${site.url}/action?mode=verifyEmail&oobCode=none`);
  await look("action, refused");
  await page.goto(`${site.url}/login?tab=forgot`);
  await fillIn(page, { email: "looks@example.co.za" });
  await press(page, "Send reset link");
  await page.goto(site.url + pathOf((await emailTo(site.dataDir, "looks@example.co.za", /choose/i)).link));
  await look("action, reset");
  await context.close();
  expect(faults).toEqual({});
});
