import { describe, expect, test } from "vitest";
import { aRegisteredCustomer, PASSWORD } from "../support/a-customer";
import { inTheFile } from "../support/a-guest";
import { aShopWithAKey, bearer, keyOn, makeKey } from "../support/an-api-key";
import { openSite, siteForAllTests } from "../support/open-site";
import { staff } from "../support/staff";
import { Visitor } from "../support/visitor";

const site = siteForAllTests();
let shops = 0;

const aShop = () => {
  shops += 1;
  return aShopWithAKey(site, `keys${shops}@example.co.za`);
};
const terms = (key: string, init: RequestInit = {}) => fetch(`${site.url}/v1/terms`, { headers: bearer(key), ...init });

describe("a key", () => {
  test("is made with the password, is shown once, works, shows when it was used, and can be named and revoked", async () => {
    const { shop, key } = await aShop();
    expect(key).toMatch(/^thuma_test_[0-9A-Za-z]{36}$/);
    expect(
      inTheFile(site, "SELECT * FROM api_keys")
        .map((row) => JSON.stringify(row))
        .join(),
    ).not.toContain(key);
    expect((await shop.open("/account/api-keys")).html).not.toContain(key);
    expect(shop.page?.text).toMatch(new RegExp(`Begins with ?${key.slice(0, 17)}.*Last used ?Never`));

    const answer = await terms(key);
    expect(answer.status).toBe(200);
    expect(await answer.json()).toEqual({ version: expect.stringMatching(/^2\d{3}-/), url: `${site.url}/terms` });
    expect((await shop.open("/account/api-keys")).text).not.toContain("Never");

    await shop.clickLink("Name or revoke");
    const refused = await shop.press("Save name", { name: "Till", currentPassword: "wrong" });
    expect([refused.status, refused.document.querySelector("title")?.text.slice(0, 7)]).toEqual([400, "Error: "]);
    await shop.press("Save name", { name: "Till", currentPassword: PASSWORD });
    expect(shop.page?.text).toContain("The name was saved.");
    await shop.clickLink("Name or revoke");
    await shop.press("Revoke this key", { currentPassword: PASSWORD });
    expect(shop.page?.text).toContain("Till");
    expect((await terms(key)).status).toBe(401);
  });

  test("is one of five at most; a form sent twice makes one, and the key that it shows last is the one that works", async () => {
    const { shop } = await aShop();
    await shop.open("/account/api-keys");
    const filledIn = shop.filledIn("Make a key", { name: "Twice", currentPassword: PASSWORD });
    const send = async () => {
      const body = new URLSearchParams(filledIn.body);
      return keyOn(await (await shop.send(filledIn.action, { method: "POST", body })).text());
    };
    const [first, second] = [await send(), await send()];
    expect([(await terms(first)).status, (await terms(second)).status]).toEqual([401, 200]);
    // In use, it isn't replaced any more.
    expect(await send()).toBe("");
    expect((await terms(second)).status).toBe(200);
    for (const name of ["Three", "Four", "Five"]) expect(await makeKey(shop, name)).not.toBe("");
    const tooMany = new URLSearchParams(filledIn.body);
    tooMany.set("id", "another-form");
    const answer = await shop.send(filledIn.action, { method: "POST", body: tooMany });
    expect([answer.status, await answer.text()]).toEqual([409, expect.stringContaining("An account can have 5 keys.")]);
    const full = await shop.open("/account/api-keys");
    expect(full.text).toContain("An account can have 5 keys.");
    expect(full.document.querySelector("main input[name=name]")).toBeNull();
  });

  test("needs a proven email address, whatever form is sent", async () => {
    const customer = await aRegisteredCustomer(site, "unproven.shop@example.co.za");
    const page = await customer.open("/account/api-keys");
    expect(page.text).toContain("Verify your email address");
    await customer.open("/account");
    const token = customer.filledIn("Save").body.get("token") ?? "";
    const body = new URLSearchParams({ token, name: "Till", currentPassword: PASSWORD }).toString();
    const headers = { "Content-Type": "application/x-www-form-urlencoded" };
    const answer = await customer.send("/account/shop", { method: "POST", body, headers });
    expect([answer.status, await answer.text()]).toEqual([403, expect.not.stringContaining("thuma_test_")]);
  });

  test("of somebody else can't be renamed or revoked, and opens no page", async () => {
    const { key } = await aShop();
    const { shop: other } = await aShop();
    const [{ id }] = inTheFile<{ id: string }>(site, "SELECT id FROM api_keys ORDER BY made_at DESC LIMIT 2").slice(
      -1,
    ) as [{ id: string }];
    await other.open("/account/api-keys");
    await other.clickLink("Name or revoke");
    const { action, body } = other.filledIn("Revoke this key", { currentPassword: PASSWORD });
    body.set("id", id);
    await other.send(action, { method: "POST", body });
    expect((await terms(key)).status).toBe(200);
    const page = await new Visitor(site.url).send("/dashboard", { headers: bearer(key) });
    expect(page.headers.get("Location")).toMatch(/^\/login/);
  });

  const REVOKED = expect.stringContaining("no longer works");
  test("is listed for the office, which blocks it by its id or, if it was found somewhere, by the key itself", async () => {
    const { shop, key } = await aShop();
    const another = await makeKey(shop, "Found on a forum");
    const listed = (await staff(site, ["show", "api_keys", "--json"])).out;
    expect(listed).toContain(`keys${shops}@example.co.za`);
    const [{ id }] = inTheFile<{ id: string }>(site, `SELECT id FROM api_keys WHERE start = '${key.slice(0, 17)}'`) as [
      { id: string },
    ];
    expect(await staff(site, ["block", "api-key", id])).toMatchObject({ code: 0, out: REVOKED });
    expect(await staff(site, ["block", "api-key", another])).toMatchObject({ code: 0, out: REVOKED });
    expect([(await terms(key)).status, (await terms(another)).status]).toEqual([401, 401]);
    const recorded = JSON.stringify(inTheFile(site, "SELECT * FROM staff_actions"));
    expect(recorded).toContain(id);
    expect(recorded).not.toContain(another);
    expect((await shop.open("/account/api-keys")).text).toContain("by our office");
  });

  test("goes with its account", async () => {
    const { shop, key } = await aShop();
    await shop.open("/account/delete");
    await shop.press("Delete my account", { currentPassword: PASSWORD });
    expect((await terms(key)).status).toBe(401);
  });
});

describe("a call by key", () => {
  test("reads no cookie, sends no CORS headers, and tells nothing about which keys exist", async () => {
    const { shop, key } = await aShop();
    const signedIn = await shop.send("/v1/terms", {});
    await shop.open("/account/api-keys");
    await shop.clickLink("Name or revoke");
    await shop.press("Revoke this key", { currentPassword: PASSWORD });
    const revoked = await terms(key);
    const unknown = await terms(key.replace(/.{5}$/, "aaaaa"));
    const none = await fetch(`${site.url}/v1/terms`);
    const bodies = await Promise.all([signedIn, revoked, unknown, none].map((answer) => answer.json()));
    for (const [at, answer] of [signedIn, revoked, unknown, none].entries()) {
      expect([answer.status, answer.headers.get("WWW-Authenticate")]).toEqual([401, "Bearer"]);
      expect(answer.headers.get("Content-Type")).toBe("application/problem+json");
      expect(bodies[at]).toEqual(bodies[0]);
      expect(answer.headers.get("Access-Control-Allow-Origin")).toBeNull();
      expect(answer.headers.get("Set-Cookie")).toBeNull();
    }
    expect(bodies[0]).toEqual({
      type: `${site.url}/developers#wrong-key`,
      title: expect.any(String),
      status: 401,
      detail: expect.stringContaining("Authorization: Bearer"),
    });
    const preflight = await terms(key, { method: "OPTIONS" });
    expect([preflight.status, preflight.headers.get("Access-Control-Allow-Origin")]).toEqual([405, null]);
  });

  test("that is wrong is refused by the server in the same shape", async () => {
    const { key } = await aShop();
    const tooLarge = await terms(key, {
      method: "POST",
      body: "x".repeat(65 * 1024),
      headers: { "Content-Type": "application/json" },
    });
    expect([tooLarge.status, tooLarge.headers.get("Content-Type")]).toEqual([413, "application/problem+json"]);
    expect(await tooLarge.json()).toMatchObject({
      status: 413,
      type: expect.stringContaining("/developers#too-large"),
    });
    const posted = await terms(key, { method: "POST" });
    expect([posted.status, posted.headers.get("Allow")]).toEqual([405, "GET, HEAD"]);
  });

  test("with wrong keys is counted by network, and right keys of the network go on; each key has its own count", async () => {
    const small = await openSite({ API_REQUESTS_PER_MINUTE: "3" });
    const { shop, key } = await aShopWithAKey(small, "counted@example.co.za");
    const another = await makeKey(shop, "Another");
    const statusOf = async (with_: string) => (await fetch(`${small.url}/v1/terms`, { headers: bearer(with_) })).status;
    const wrong: number[] = [];
    for (let tried = 0; tried < 101; tried += 1) wrong.push(await statusOf("thuma_test_guess"));
    expect([wrong.filter((status) => status === 401).length, wrong.at(-1)]).toEqual([100, 429]);
    const right: number[] = [];
    for (let asked = 0; asked < 4; asked += 1) right.push(await statusOf(key));
    expect(right).toEqual([200, 200, 200, 429]);
    expect(await statusOf(another)).toBe(200);
    await small.stop();
  });

  test("has its own count for prices, too: shops of one machine share none, and a wrong key counts as none", async () => {
    const small = await openSite({ API_REQUESTS_PER_MINUTE: "3" });
    const { shop, key } = await aShopWithAKey(small, "prices@example.co.za");
    const another = await makeKey(shop, "Another");
    const statuses = async (headers: Record<string, string>) => {
      const seen: number[] = [];
      for (let asked = 0; asked < 4; asked += 1) seen.push((await fetch(`${small.url}/v1/boxes`, { headers })).status);
      return seen;
    };
    expect(await statuses({})).toEqual([200, 200, 200, 429]);
    expect(await statuses(bearer(key))).toEqual([200, 200, 200, 429]);
    expect(await statuses(bearer(another))).toEqual([200, 200, 200, 429]);
    expect(await statuses(bearer("thuma_test_guess"))).toEqual([429, 429, 429, 429]);
    await small.stop();
  });
});
