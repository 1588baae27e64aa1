import { networkInterfaces } from "node:os";
import { parse } from "node-html-parser";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { isFromThisMachine } from "#app/http/office/first-manager.server";
import { isPassedOn } from "../../server/client-address";
import { get, post, rawRequest } from "../server/raw-request";
import { secureSettings } from "../support/a-secure-site";
import { invited, joinedBy } from "../support/an-office-person";
import { openSite, type Site, siteForAllTests } from "../support/open-site";
import { typed } from "../support/typed";
import { type Page, Visitor } from "../support/visitor";

const addresses = ["/office", "/office?find=nomsa", "/office/Q48210934", "/office/do", "/office/do/add-person"];

/** An answer without what no two answers share: the time, and an error's reference. */
async function answerTo({ port }: Site, request: string): Promise<string> {
  return (await rawRequest(port, request)).replace(/^Date: .+\r\n/m, "");
}
/** What is to be copied, without its marks. */
const lineOn = ({ html }: Page) => parse(/<pre>(.+)<\/pre>/s.exec(html)?.[1] ?? "").text;
const statusOf = (answer: string) => Number(/^HTTP\/1\.1 (\d+)/.exec(answer)?.[1]);

describe("while nobody is in the office", () => {
  const site = siteForAllTests();
  /** The same addresses once somebody is in the office. */
  let after: Site;
  beforeAll(async () => {
    after = await openSite();
    await invited(after, "thandi@office.example", "reader");
  });
  afterAll(() => after.stop());

  test("/office says on this machine how to make its first manager, and is kept nowhere", async () => {
    for (const host of ["localhost", `localhost:${site.port}`, "127.0.0.1", "[::1]", "thuma.localhost"]) {
      const answer = await answerTo(site, get("/office", { Host: host }));
      expect([host, statusOf(answer)]).toEqual([host, 200]);
      expect(answer).toContain("no-store");
    }
    const page = await new Visitor(site.url).open("/office");
    expect(page.document.querySelector("h1")?.text).toBe("Make the first manager");
    expect(lineOn(page)).toMatch(/ npm run staff -- add person "Your name" --email you@example\.com --right manager$/);
    expect(page.html).not.toContain("<script");
  });

  test("every other address of the office, and a form to it, is what it is once somebody is there", async () => {
    for (const address of addresses.filter((each) => !/^\/office(?:\?|$)/.test(each)))
      expect(await answerTo(site, get(address)), address).toBe(await answerTo(after, get(address)));
    const form = post("/office", "find=nomsa");
    expect(statusOf(await answerTo(site, form))).toBe(statusOf(await answerTo(after, form)));
    expect(await answerTo(site, form)).not.toContain("first manager");
  });

  const away = Object.values(networkInterfaces())
    .flatMap((each) => each ?? [])
    .find(({ family, internal }) => family === "IPv4" && !internal)?.address;

  test.runIf(away)("from another address it is the plain 404", async () => {
    const answer = await fetch(`http://${away}:${site.port}/office`);
    expect(answer.status).toBe(404);
    expect(await answer.text()).toBe(await (await fetch(`http://${away}:${after.port}/office`)).text());
  });

  test.each([
    ["a proxy", { "X-Forwarded-For": "127.0.0.1" }],
    ["a proxy that names the host", { "X-Forwarded-Host": "localhost" }],
    ["a proxy of RFC 7239", { Forwarded: "for=127.0.0.1" }],
    ["a proxy of HTTP", { Via: "1.1 example" }],
    ["a tunnel", { "CF-Connecting-IP": "127.0.0.1" }],
    ["an address in the network", { Host: "192.168.1.20" }],
    ["a name in the network", { Host: "server.local" }],
  ])("by %s it is the plain 404, byte for byte", async (_, headers: Record<string, string>) => {
    for (const address of addresses) {
      const answer = await answerTo(site, get(address, headers));
      expect([address, statusOf(answer)]).toEqual([address, 404]);
      expect(answer, address).toBe(await answerTo(after, get(address, headers)));
    }
    const head = (port: Site) => answerTo(port, get("/office", headers).replace("GET", "HEAD"));
    expect(statusOf(await head(site))).toBe(404);
    expect(await head(site)).toBe(await head(after));
  });

  test("from an address that the office is closed to it is the plain 404", async () => {
    const closed = await openSite({ ALLOW_OFFICE_FROM: "203.0.113.0/24" });
    expect(await answerTo(closed, get("/office"))).toBe(await answerTo(after, get("/office")));
    await closed.stop();
  });

  test("on a site that doesn't simulate payments it is the plain 404", async () => {
    const { SESSION_SECRET: _, ...sandbox } = secureSettings;
    const real = await openSite({ ...sandbox, APP_URL: "http://localhost:8080" });
    const answer = await answerTo(real, get("/office"));
    expect([statusOf(answer), answer.includes("first manager")]).toEqual([404, false]);
    await real.stop();
  });
});

test("the line that it shows works as typed: that person, once joined, finds the office there, and everybody else the plain 404", async () => {
  const site = await openSite();
  const { out } = typed(site, lineOn(await new Visitor(site.url).open("/office")));
  expect(await new Visitor(site.url).open("/office")).toMatchObject({ status: 404 });
  const { browser } = await joinedBy(site, /^http:\S+$/m.exec(out)?.[0] ?? expect.fail(out));
  expect((await browser.open("/office")).text).toContain("Today");
  await site.stop();
});

const here = { clientAddress: "127.0.0.1", isPassedOn: false };
test.each([
  ["http://localhost:3000/office", here, true],
  ["http://[::1]:3000/office", { ...here, clientAddress: "::1" }, true],
  ["http://localhost:3000/office", { ...here, clientAddress: "127.8.9.1" }, true],
  ["http://localhost:3000/office", { ...here, clientAddress: "192.168.1.7" }, false],
  ["http://localhost:3000/office", { isPassedOn: false }, false],
  ["http://localhost:3000/office", { clientAddress: "127.0.0.1" }, false],
  ["http://localhost:3000/office", { ...here, isPassedOn: true }, false],
  ["http://192.168.1.20:3000/office", here, false],
  ["http://localhost.example/office", here, false],
  ["http://notlocalhost/office", here, false],
])("%s asked by %o is from this machine: %s", (url, context, is) => {
  expect(isFromThisMachine({ url }, context)).toBe(is);
});

test("a request is passed on if any proxy or tunnel says so", () => {
  const names = ["via", "forwarded", "x-forwarded-for", "x-forwarded-proto", "x-real-ip", "true-client-ip", "cdn-loop"];
  for (const name of names) expect([name, isPassedOn({ headers: { [name]: "" } })]).toEqual([name, true]);
  const ofBrowsers = ["host", "user-agent", "accept", "cookie", "referer", "sec-fetch-site", "x-requested-with"];
  for (const name of ofBrowsers) expect([name, isPassedOn({ headers: { [name]: "x" } })]).toEqual([name, false]);
});
