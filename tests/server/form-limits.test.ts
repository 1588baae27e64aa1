import type { AddressInfo } from "node:net";
import { afterEach, describe, expect, test } from "vitest";
import { MOST_TOGETHER } from "#app/domain/drivers/gate";
import { LONGEST_NAME, MOST_FIELDS, MOST_OF_ONE_NAME } from "../../server/form-limits";
import { site } from "../../server/site";
import { webServer } from "../../server/web-server";
import { post, rawRequest, statusOf } from "./raw-request";

let stop = async () => {};
afterEach(() => stop());

/** The site with an app that counts its requests. */
async function opened() {
  const asked: string[] = [];
  const app = async (_request: unknown, url: URL) => {
    asked.push(url.pathname);
    return new Response("", { headers: { "Content-Type": "text/html" } });
  };
  const { server, drain } = webServer(site({ appUrl: "http://localhost", trustProxy: 0 }, () => false, app));
  stop = () => drain(0);
  await new Promise<void>((resolve) => server.listen(0, resolve));
  return { port: (server.address() as AddressInfo).port, asked };
}

const fields = (count: number) => Array.from({ length: count }, (_, n) => `field${n}=x`).join("&");
const named = (name: string, times: number) => Array.from({ length: times }, () => `${name}=x`).join("&");

describe("a form is refused before the app sees it", () => {
  test.each([
    ["32,700 times one name", "a&".repeat(32_700), 413],
    ["one field too many", fields(MOST_FIELDS + 1), 413],
    ["one name too often", named("email", MOST_OF_ONE_NAME + 1), 400],
    ["more ticks than a gate's form has", named("also", MOST_TOGETHER + 1), 400],
    ["one name too often, spelled in many ways", "email&emai%6c&%65mail&e%6Dail&em%61il=x", 400],
    ["a name of 60 KB", `${"a.".repeat(30_000)}=x`, 400],
  ])("that has %s", async (_what, body, status) => {
    const { port, asked } = await opened();
    for (const path of ["/login", "/join", "/ship/addresses", "/payfast/notify"]) {
      const answer = await rawRequest(port, post(path, body));
      expect(statusOf(answer)).toBe(status);
      expect(answer).toContain("Nothing was saved.");
    }
    expect(asked).toEqual([]);
  });
});

test("a form at every limit passes, blank fields and all", async () => {
  const { port, asked } = await opened();
  for (const body of [
    "",
    fields(MOST_FIELDS),
    named("email", MOST_OF_ONE_NAME),
    named("also", MOST_TOGETHER),
    `${"n".repeat(LONGEST_NAME)}=x`,
    "a=&b=&=&c=1%2B1&d+e=x",
  ]) {
    expect(statusOf(await rawRequest(port, post("/login", body)))).toBe(200);
  }
  expect(asked).toHaveLength(6);
});

test("the pricing API checks its own JSON", async () => {
  const { port, asked } = await opened();
  const json = JSON.stringify({ fromPostal: "&".repeat(1_000) });
  await rawRequest(port, post("/v1/quote/local", json, { "Content-Type": "application/json" }));
  expect(asked).toEqual(["/v1/quote/local"]);
});

test("JSON of lists in lists is refused before the pricing API reads it", async () => {
  const { port, asked } = await opened();
  const json = { "Content-Type": "application/json" };
  const deep = (lists: number) => `{"quantity":${"[".repeat(lists)}${"]".repeat(lists)}}`;
  const answer = await rawRequest(port, post("/v1/quote/local", deep(32_000), json));
  expect(statusOf(answer)).toBe(400);
  expect(answer).toContain('{"ok":false,"error":"We could not read that"}');
  expect(asked).toEqual([]);
  await rawRequest(port, post("/v1/quote/local", deep(MOST_FIELDS - 1), json));
  expect(asked).toEqual(["/v1/quote/local"]);
});
