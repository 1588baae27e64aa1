import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { paths } from "#app/paths";
import { addresses, parcel } from "../../demo/typed-answers";
import { aVerifiedCustomer, PASSWORD } from "../support/a-customer";
import { aSecureSite } from "../support/a-secure-site";
import type { Site } from "../support/open-site";
import { Visitor } from "../support/visitor";

let site: Site & { home: string };
beforeAll(async () => {
  site = await aSecureSite();
});
afterAll(() => site.stop());

const FORM = { "Content-Type": "application/x-www-form-urlencoded" };

describe("on https every cookie has a prefix", () => {
  test("__Host-, or __Secure- with a path of its own; and a parcel is booked with them", async () => {
    const guest = new Visitor(site.url);
    await guest.open("/ship/addresses");
    await guest.press("Next", addresses);
    await guest.press("Calculate Quote", parcel);
    await guest.press("Book This Collection", { confirm: "on" });
    expect(guest.page?.text).toContain("Pay R");
    expect([...guest.cookies].map(([name, { path }]) => [name, path])).toEqual([
      ["__Secure-draft_addresses", "/ship"],
      ["__Secure-draft_parcel", "/ship"],
      ["__Host-guest", "/"],
    ]);
    await guest.open("/lite");
    await guest.press("Use Lite");
    await guest.open("/lite");
    expect(guest.page?.text).toContain("Lite is on");
    expect(guest.cookies.has("__Host-lite")).toBe(true);
    await guest.press("Use the full site");
    expect(guest.cookies.has("__Host-lite")).toBe(false);
  });

  test("every line is complete: Secure, and for __Host- the path / and no domain", async () => {
    const customer = await aVerifiedCustomer(site, "prefix@example.co.za");
    await customer.open("/ship-local/addresses");
    const lines = [
      ...(await customer.pressOnce("Next", addresses)).headers.getSetCookie(),
      ...(await signIn(PASSWORD, "prefix@example.co.za")).headers.getSetCookie(),
    ];
    const names = lines.map((line) => line.split("=")[0]);
    expect(names).toEqual(expect.arrayContaining(["__Secure-draft_addresses", "__Host-session", "__Host-known"]));
    for (const line of lines) {
      expect(line).toMatch(/^__(?:Host|Secure)-/);
      expect(line).toContain("; Secure");
      expect(line).not.toContain("Domain=");
      if (line.startsWith("__Host-")) expect(line).toContain("; Path=/;");
    }
  });

  test("old cookies are ignored: their owners sign in and start again, without an error", async () => {
    const customer = await aVerifiedCustomer(site, "from-before@example.co.za");
    await customer.open("/ship/addresses");
    await customer.press("Next", addresses);
    const before = new Visitor(site.url);
    for (const [name, cookie] of customer.cookies) before.cookies.set(name.replace(/^__\w+-/, ""), cookie);
    expect([...before.cookies.keys()]).toEqual(expect.arrayContaining(["session", "draft_addresses"]));

    await before.open("/dashboard");
    expect(before.page?.url).toContain("/login");
    await before.open("/ship/parcel");
    expect(before.page).toMatchObject({ status: 200, url: `${site.url}/ship/addresses` });
    await before.press("Next", addresses);
    expect(before.page?.url).toBe(`${site.url}/ship/parcel`);
  });

  test("an old choice of Lite stays until it is changed", async () => {
    const visitor = new Visitor(site.url);
    visitor.cookies.set("lite", { value: "1", path: "/" });
    await visitor.open("/lite");
    expect(visitor.page?.text).toContain("Lite is on");
    await visitor.press("Use the full site");
    expect([...visitor.cookies]).toEqual([]);
  });
});

describe("on https a form is accepted from our own address", () => {
  test.each(["/account/email", "/account/password"])("%s: not from the same name over plain http", async (path) => {
    const customer = await aVerifiedCustomer(site, `form${path.length}@example.co.za`);
    const posted = async (origin: string) =>
      (await customer.send(path, { method: "POST", body: "a=1", headers: { ...FORM, Origin: origin } })).status;
    expect(await posted(site.home)).toBe(400);
    expect(await posted(site.home.replace("https:", "http:"))).toBe(403);
    expect(await posted(`${site.home}0`)).toBe(403);
  });
});

async function signIn(password: string, email: string): Promise<Response> {
  const visitor = new Visitor(site.url);
  await visitor.open("/login");
  return visitor.pressOnce("Login", { email, password });
}

test("security.txt names its address, so that a copy elsewhere is recognised", async () => {
  const answer = await fetch(site.url + paths.securityTxt);
  expect(await answer.text()).toContain(`\nCanonical: ${site.home}${paths.securityTxt}\n`);
});
