import { parse } from "node-html-parser";
import { expect, test } from "vitest";
import { addresses } from "../../demo/typed-answers";
import { aGuestWithAWaybill } from "../support/a-guest";
import { siteForAllTests } from "../support/open-site";

const site = siteForAllTests();

/** A request as a browser sends it from one of our pages. */
function from(page: string, address: string, headers: Record<string, string> = {}): Promise<Response> {
  return fetch(site.url + address, { headers: { Referer: site.url + page, ...headers }, redirect: "manual" });
}

const words = "Allow cookies for this site in your browser&#x27;s settings. Then go back and send the form again.";

test("a browser without cookies gets an explanation after the first step, and not an empty one again", async () => {
  const body = new URLSearchParams(addresses);
  const sent = await fetch(`${site.url}/ship/addresses`, { method: "POST", body, redirect: "manual" });
  const next = sent.headers.get("Location") ?? "";
  expect(sent.headers.getSetCookie()).not.toEqual([]);
  const refused = await from("/ship/addresses", next);
  expect(refused.status).toBe(400);
  expect(await refused.text()).toContain(words);

  const [cookie = ""] = (sent.headers.getSetCookie()[0] ?? "").split(";");
  expect((await from("/ship/addresses", next, { Cookie: cookie })).status).toBe(200);
});

test.each(["/dashboard", "/verify", "/ship-Inter/addresses"])(
  "so is one that signed in and was led to %s",
  async (address) => {
    const refused = await from("/login?tab=register", address);
    expect(refused.status).toBe(400);
    expect(await refused.text()).toContain(words);
  },
);

test.each([
  ["somebody who typed the address", "/ship/parcel", {}],
  ["a stranger who follows a link", "/ship-Inter/addresses", { Referer: "/ship" }],
  ["somebody who comes from another site's login", "/dashboard", { Referer: "https://elsewhere.example/login" }],
  ["somebody with a referrer that is none", "/dashboard", { Referer: "about:blank" }],
])("%s is led on as ever", async (_, address, { Referer: referrer = "" }: { Referer?: string }) => {
  const Referer = referrer.startsWith("/") ? site.url + referrer : referrer;
  const answer = await fetch(site.url + address, { headers: { ...(Referer && { Referer }) }, redirect: "manual" });
  expect(answer.status).toBe(302);
});

test("Back after “Forget me” isn't taken for a browser that refuses cookies", async () => {
  const { guest } = await aGuestWithAWaybill(site);
  await guest.press("Forget me on this phone");
  const cookies = [...guest.cookies].map(([name, { value }]) => `${name}=${value}`);
  expect(cookies).toHaveLength(1);
  const back = await from("/ship/addresses", "/ship/review", { Cookie: cookies.join("; ") });
  expect(back.status).toBe(302);
});

test.each(["/login", "/login?tab=register", "/ship/addresses"])(
  "no link on %s is taken for a form's answer",
  async (page) => {
    const html = await (await fetch(site.url + page)).text();
    const links = parse(html).querySelectorAll("a[href^='/']");
    expect(links.length).toBeGreaterThan(5);
    for (const link of links) {
      const address = link.getAttribute("href") ?? "";
      expect((await from(page, address)).status, address).not.toBe(400);
    }
  },
);
