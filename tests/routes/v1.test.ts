import { describe, expect, onTestFinished, test } from "vitest";
import { openSite, siteForAllTests } from "../support/open-site";

const site = siteForAllTests();

const JSON_TYPE = { "Content-Type": "application/json" };
const get = (address: string, headers: Record<string, string> = {}) => fetch(site.url + address, { headers });
const post = (address: string, body: string, headers: Record<string, string> = JSON_TYPE) =>
  fetch(site.url + address, { method: "POST", headers, body });
const quote = (asked = {}) =>
  JSON.stringify({ fromPostal: "1431", toPostal: "1804", quantity: 1, selectedBoxId: "flyer-bag", ...asked });

describe("a refusal says what is wrong and in which field", () => {
  test.each([
    ["an unserved code", "/v1/coverage?pcode=9100", 404, "pcode"],
    ["half a code", "/v1/coverage?pcode=14", 400, "pcode"],
    ["no code", "/v1/coverage", 400, "pcode"],
    ["a limit of none", "/v1/countries?limit=0", 400, "limit"],
    ["a limit in words", "/v1/countries?limit=lots", 400, "limit"],
    ["an endless search", `/v1/countries?q=${"x".repeat(101)}`, 400, "q"],
    ["an address that isn't there", "/v1/rates", 404, undefined],
  ])("%s", async (_title, address, status, field) => {
    const answer = await get(address);
    expect(answer.status).toBe(status);
    expect(answer.headers.get("Content-Type")).toMatch(/^application\/json/);
    const body = await answer.json();
    expect(body).toMatchObject({ ok: false, error: expect.stringMatching(/\.$/) });
    expect(body.field).toBe(field);
  });

  test.each([
    ["no JSON", "{", JSON_TYPE, 400, undefined],
    ["no object", "[]", JSON_TYPE, 400, undefined],
    ["a quantity of none", quote({ quantity: 0 }), JSON_TYPE, 400, "quantity"],
    ["a code of letters", quote({ toPostal: "abcd" }), JSON_TYPE, 400, "toPostal"],
    ["a box of ours no more", quote({ selectedBoxId: "gone" }), JSON_TYPE, 422, undefined],
    ["a place that we don't go to", quote({ toPostal: "9100" }), JSON_TYPE, 422, undefined],
    ["a form", "fromPostal=1431", { "Content-Type": "application/x-www-form-urlencoded" }, 415, undefined],
    ["plain text", "hello", { "Content-Type": "text/plain" }, 415, undefined],
    ["a parcel of 65 KB", quote({ selectedBoxId: "x".repeat(65 * 1024) }), JSON_TYPE, 413, undefined],
  ])("%s, posted", async (_title, body, headers, status, field) => {
    const answer = await post("/v1/quote/local", body, headers);
    expect(answer.status).toBe(status);
    const refusal = await answer.json();
    expect(refusal).toMatchObject({ ok: false, error: expect.any(String) });
    expect(refusal.field).toBe(field);
    expect(answer.headers.get("Access-Control-Allow-Origin")).toBe("*");
  });

  test("a method that an address doesn't support", async () => {
    const asked = await get("/v1/quote/local");
    expect([asked.status, asked.headers.get("Allow")]).toEqual([405, "POST, OPTIONS"]);
    const posted = await post("/v1/boxes", "{}");
    expect([posted.status, posted.headers.get("Allow")]).toEqual([405, "GET, HEAD, OPTIONS"]);
    const deleted = await fetch(`${site.url}/v1/boxes`, { method: "DELETE" });
    expect(deleted.status).toBe(405);
  });
});

describe("a shop's page on another site", () => {
  test("may call it, after a preflight request", async () => {
    const may = await fetch(`${site.url}/v1/quote/local`, {
      method: "OPTIONS",
      headers: {
        Origin: "https://shop.example",
        "Access-Control-Request-Method": "POST",
        "Access-Control-Request-Headers": "content-type",
      },
    });
    expect(may.status).toBe(204);
    expect(may.headers.get("Access-Control-Allow-Origin")).toBe("*");
    expect(may.headers.get("Access-Control-Allow-Methods")).toContain("POST");
    expect(may.headers.get("Access-Control-Allow-Headers")).toMatch(/Content-Type.*Idempotency-Key.*If-None-Match/);

    const answer = await post("/v1/quote/local", quote(), { ...JSON_TYPE, Origin: "https://shop.example" });
    expect(answer.status).toBe(200);
    expect(answer.headers.get("Access-Control-Allow-Origin")).toBe("*");
    expect(answer.headers.get("Cache-Control")).toBe("no-store");
  });
});

describe("boxes and countries", () => {
  test.each(["/v1/boxes", "/v1/countries?limit=300"])(
    "%s needn't be sent again while they are the same",
    async (address) => {
      const first = await get(address);
      expect(first.headers.get("Cache-Control")).toMatch(/public, max-age=300/);
      const tag = first.headers.get("ETag") ?? "";
      expect(tag).not.toBe("");
      const again = await get(address, { "If-None-Match": tag });
      expect([again.status, await again.text()]).toEqual([304, ""]);
    },
  );
});

describe("an Idempotency-Key", () => {
  const key = (value: string) => ({ ...JSON_TYPE, "Idempotency-Key": value });

  test("gets the same answer again, and says so", async () => {
    const first = await post("/v1/quote/local", quote(), key("order-1"));
    const again = await post("/v1/quote/local", quote(), key("order-1"));
    expect(first.headers.get("Idempotency-Replayed")).toBeNull();
    expect(again.headers.get("Idempotency-Replayed")).toBe("true");
    expect(await again.json()).toEqual(await first.json());
  });

  test("is for one request only", async () => {
    await post("/v1/quote/local", quote(), key("order-2"));
    const other = await post("/v1/quote/local", quote({ quantity: 2 }), key("order-2"));
    expect(other.status).toBe(422);
    expect(await other.json()).toMatchObject({ ok: false, field: "Idempotency-Key" });
  });

  test("has to be one", async () => {
    const answer = await post("/v1/quote/local", quote(), key("x".repeat(256)));
    expect(answer.status).toBe(400);
  });
});

test("a client over the limit is told when to come back", async () => {
  const small = await openSite({ API_REQUESTS_PER_MINUTE: "3" });
  const statuses: number[] = [];
  let last: Response | undefined;
  for (let asked = 0; asked < 4; asked += 1) {
    last = await fetch(`${small.url}/v1/boxes`);
    statuses.push(last.status);
  }
  expect(statuses).toEqual([200, 200, 200, 429]);
  expect(Number(last?.headers.get("Retry-After"))).toBeGreaterThan(0);
  expect(await last?.json()).toMatchObject({ ok: false });
  await small.stop();
});

test("all IPv6 addresses of one /64 count as one, and another /64 is free", async () => {
  const small = await openSite({ API_REQUESTS_PER_MINUTE: "3", TRUST_PROXY: "1" });
  onTestFinished(() => void small.stop());
  const askedFrom = (address: string) =>
    fetch(`${small.url}/v1/boxes`, { headers: { "X-Forwarded-For": address } }).then(({ status }) => status);
  const oneNetwork = ["2001:db8:0:1::1", "2001:db8:0:1::2", "2001:db8::1:0:0:0:3", "2001:db8:0:1:ffff::4"];
  const statuses: number[] = [];
  for (const address of oneNetwork) statuses.push(await askedFrom(address));
  expect(statuses).toEqual([200, 200, 200, 429]);
  expect(await askedFrom("2001:db8:0:2::1")).toBe(200);
});
