import { expect, test } from "vitest";
import { addresses } from "../../demo/typed-answers";
import { openSite, siteForAllTests } from "../support/open-site";
import { Visitor } from "../support/visitor";

const site = siteForAllTests();

const isScripted = ({ html }: { html: string }) => /<script async/.test(html);

test("Lite is chosen in the footer, leads back to the same page, and is turned off in the same way", async () => {
  const visitor = new Visitor(site.url);
  expect(isScripted(await visitor.open("/ship?check=price&fromPostal=1431&toPostal=7784"))).toBe(true);
  await visitor.clickLink("Lite");
  expect(visitor.page?.document.querySelector(".notice.info")?.text).toContain("Lite is off");
  const back = await visitor.press("Use Lite");
  expect(back.url).toBe(`${site.url}/ship?check=price&fromPostal=1431&toPostal=7784`);
  expect(isScripted(back)).toBe(false);

  await visitor.clickLink("Lite: on");
  expect(visitor.page?.document.querySelector(".notice.good")?.text).toContain("Lite is on");
  expect(isScripted(await visitor.press("Use the full site"))).toBe(true);
  expect(visitor.page?.url).toContain("/ship?check=price");
  await visitor.clickLink("Lite");
});

test("from an address longer than any of ours Lite leads back to its page, and the page doesn't repeat it", async () => {
  const visitor = new Visitor(site.url);
  const { html, status } = await visitor.open(`/ship?from=${"%41".repeat(2_500)}`);
  expect(status).toBe(200);
  expect(html).not.toMatch(/(?:A|%41|%2541){50}/);
  await visitor.clickLink("Lite");
  expect((await visitor.press("Use Lite")).url).toBe(`${site.url}/ship`);
});

test("the choice is kept for a year, changes only by its button, and clears storage but no cookies", async () => {
  const visitor = new Visitor(site.url);
  const opened = await visitor.send("/lite?back=/track&lite=on", {});
  expect(opened.headers.getSetCookie()).toEqual([]);
  await visitor.open("/lite?back=/track");
  const pressed = await visitor.pressOnce("Use Lite");
  expect([pressed.status, pressed.headers.get("Location")]).toEqual([303, "/track"]);
  expect(pressed.headers.getSetCookie()).toEqual(["lite=1; Max-Age=31536000; Path=/; HttpOnly; SameSite=Lax"]);
  expect(pressed.headers.get("Clear-Site-Data")).toBe('"storage"');

  await visitor.open("/lite");
  const released = await visitor.pressOnce("Use the full site");
  expect(released.headers.getSetCookie()[0]).toMatch(/^lite=; Max-Age=0; Path=\//);
  expect(released.headers.get("Clear-Site-Data")).toBeNull();
});

test.each([
  "https://evil.example/",
  "//evil.example",
  "/\\evil.example",
  "/lite?back=/lite",
  "",
  "javascript:alert(1)",
])("a way back that leads elsewhere or in a circle leads home: %s", async (back) => {
  const visitor = new Visitor(site.url);
  await visitor.open(`/lite?${new URLSearchParams({ back })}`);
  expect((await visitor.pressOnce("Use Lite")).headers.get("Location")).toBe("/");
  const posted = await visitor.send("/lite", {
    method: "POST",
    body: new URLSearchParams({ back, lite: "on" }).toString(),
    headers: { "Content-Type": "application/x-www-form-urlencoded" },
  });
  expect(posted.headers.get("Location")).toBe("/");
});

test("the link on the page itself leads back to the same page, too", async () => {
  const visitor = new Visitor(site.url);
  await visitor.open("/track");
  await visitor.clickLink("Lite");
  await visitor.clickLink("Lite");
  expect((await visitor.pressOnce("Use Lite")).headers.get("Location")).toBe("/track");
});

test("a browser that asks for less gets Lite without having chosen it, and is told so", async () => {
  const answer = await fetch(`${site.url}/lite`, { headers: { "Save-Data": "on" } });
  const html = await answer.text();
  expect(html).toContain("Lite is on");
  expect(html).toContain("Your browser is saving data");
  expect(html).toContain(">Use Lite</button>");
});

test("with Lite, pages have no scripts, loading screen or decorative pictures, and all their text", async () => {
  const visitor = new Visitor(site.url);
  await visitor.open("/lite");
  await visitor.press("Use Lite");
  for (const address of ["/", "/join", "/no-such-page", "/ship", "/ship/addresses", "/login"]) {
    const light = await visitor.open(address);
    const whole = await new Visitor(site.url).open(address);
    expect(isScripted(light), address).toBe(false);
    expect(light.document.querySelectorAll("main svg"), address).toEqual([]);
    expect(light.text, address).toBe(whole.text);
  }
  const opened = await visitor.send("/", { headers: { "Sec-Fetch-Site": "none" } });
  expect(await opened.text()).not.toContain('class="opening"');
});

test("with Lite, a wizard works as usual", async () => {
  const visitor = new Visitor(site.url);
  await visitor.open("/lite?back=/ship/addresses");
  await visitor.press("Use Lite");
  expect((await visitor.press("Next", addresses)).url).toBe(`${site.url}/ship/parcel`);
});

test("the connection hint is asked for once a visit, and only over https, where browsers answer", async () => {
  const secure = await openSite({
    APP_URL: "https://thuma.example",
    SESSION_SECRET: "a secret of the tests",
    PAYFAST_MODE: "sandbox",
    PAYFAST_MERCHANT_ID: "10000100",
    PAYFAST_MERCHANT_KEY: "46f0cd694581a",
    PAYFAST_PASSPHRASE: "jt7NOE43FZPn",
  });
  const asked = async (url: string, cameFrom: string) =>
    (await fetch(url, { headers: { "Sec-Fetch-Site": cameFrom } })).headers.get("Accept-CH");
  expect(await asked(`${secure.url}/ship`, "none")).toBe("ECT");
  expect(await asked(`${secure.url}/ship`, "same-origin")).toBeNull();
  expect(await asked(`${site.url}/ship`, "none")).toBeNull();
  await secure.stop();
});
