import { randomBytes } from "node:crypto";
import { brotliCompressSync } from "node:zlib";
import { describe, expect, test, vi } from "vitest";
import { aFolder } from "../support/a-store";
import { aRequest } from "./a-request";

const [OLD_SECRET, NEW_SECRET] = ["an old secret that leaked", "a new secret that is better"];

describe("a signed cookie", () => {
  test("gives back what was written", async () => {
    const notes = await cookie("notes");
    expect(notes.read(aRequest(notes.write("Ngiyabonga – 谢谢")))).toBe("Ngiyabonga – 谢谢");
  });

  test("has HttpOnly, SameSite, a lifetime and a path", async () => {
    const notes = await cookie("notes");
    expect(attributesOf(notes.write("x"))).toEqual(["Max-Age=2592000", "Path=/ship", "HttpOnly", "SameSite=Lax"]);
    expect(attributesOf(notes.clear())).toEqual(["Max-Age=0", "Path=/ship", "HttpOnly", "SameSite=Lax"]);
  });

  test("is Secure on an https site", async () => {
    const notes = await cookie("notes", { APP_URL: "https://thuma.example", PAYFAST_MODE: "sandbox" });
    expect(attributesOf(notes.write("x"))).toContain("Secure");
  });

  test("is refused if it is too long for a browser", async () => {
    const notes = await cookie("notes");
    const incompressible = randomBytes(3100).toString("base64");
    expect(() => notes.write(incompressible)).toThrow(/would be \d+ bytes long/);
  });
});

describe("a cookie is found among others", () => {
  test.each([
    ["first", (line: string) => `${line}; a=1`],
    ["last", (line: string) => `a=1; b=2; ${line}`],
    ["without a space before it", (line: string) => `a=1;${line};b=2`],
    ["after one whose name ends like it", (line: string) => `mynotes=1; ${line}`],
    ["after one whose value looks like it", (line: string) => `a=notes=1; ${line}`],
    ["first of two with its name", (line: string) => `${line}; notes=forged`],
    ["after 3,000 others", (line: string) => `${"a=1; ".repeat(3_000)}${line}`],
  ])("%s", async (_where, among) => {
    const notes = await cookie("notes");
    const Cookie = among(`notes=${contentOf(notes.write("two parcels"))}`);
    expect(notes.read(new Request("http://localhost/ship", { headers: { Cookie } }))).toBe("two parcels");
  });
});

describe("a cookie reads as no cookie at all", () => {
  test("when any character of it was changed", async () => {
    const notes = await cookie("notes");
    const line = contentOf(notes.write("two parcels"));
    for (let at = 0; at < line.length; at += 1) {
      const tampered = `${line.slice(0, at)}${line[at] === "A" ? "B" : "A"}${line.slice(at + 1)}`;
      expect(notes.read(aRequest(`notes=${tampered}`)), tampered).toBeNull();
    }
  });

  test("when it was cut off anywhere", async () => {
    const notes = await cookie("notes");
    const line = contentOf(notes.write("two parcels"));
    for (let length = 0; length < line.length; length += 1) {
      expect(notes.read(aRequest(`notes=${line.slice(0, length)}`))).toBeNull();
    }
  });

  test("when its value was signed for another cookie", async () => {
    const [notes, other] = [await cookie("notes"), await cookie("other")];
    expect(notes.read(aRequest(`notes=${contentOf(other.write("mine"))}`))).toBeNull();
  });

  test("when it was signed with a secret that isn't ours", async () => {
    const theirs = await cookie("notes", { SESSION_SECRET: "somebody else's secret" });
    const line = theirs.write("mine");
    const ours = await cookie("notes");
    expect(ours.read(aRequest(line))).toBeNull();
  });

  test.each([
    ["blank", ""],
    ["without a signature", "eyJhIjoxfQ"],
    ["with two signatures", "a.b.c"],
    ["not of our alphabet", "%F0%9F%93%A6.✓"],
    ["very long", "A".repeat(100_000)],
    ["very long, with a signature", `${"A".repeat(100_000)}.${"B".repeat(43)}`],
    [
      "a bomb that nobody signed",
      `${brotliCompressSync(Buffer.alloc(50_000_000)).toString("base64url")}.${"B".repeat(43)}`,
    ],
  ])("when it is %s", async (_, value) => {
    const notes = await cookie("notes");
    expect(notes.read({ headers: { get: () => `notes=${value}` } } as unknown as Request)).toBeNull();
  });

  test("when it is signed but in an old format", async () => {
    const numbers = await cookie("notes", {}, (stored) => (typeof stored === "number" ? stored : null));
    const texts = await cookie("notes");
    expect(numbers.read(aRequest(texts.write("a text")))).toBeNull();
  });

  test("when the browser sends none, or only others", async () => {
    const notes = await cookie("notes");
    expect(notes.read(new Request("http://localhost/"))).toBeNull();
    expect(notes.read(aRequest("notes2=x"))).toBeNull();
  });
});

describe("secrets are rotated", () => {
  test("a cookie with the old secret is read while the old secret is in the list", async () => {
    const line = (await cookie("notes", { SESSION_SECRET: OLD_SECRET })).write("mine");
    const during = await cookie("notes", { SESSION_SECRET: `${NEW_SECRET},${OLD_SECRET}` });
    expect(during.read(aRequest(line))).toBe("mine");
    const after = await cookie("notes", { SESSION_SECRET: NEW_SECRET });
    expect(after.read(aRequest(line))).toBeNull();
  });

  test("what is written meanwhile is signed with the newest", async () => {
    const line = (await cookie("notes", { SESSION_SECRET: `${NEW_SECRET},${OLD_SECRET}` })).write("mine");
    expect((await cookie("notes", { SESSION_SECRET: NEW_SECRET })).read(aRequest(line))).toBe("mine");
  });
});

const text = (stored: unknown) => (typeof stored === "string" ? stored : null);

/** A cookie of a site with these settings. Settings are read once, so each site loads its modules again. */
async function cookie<Document = string>(
  name: string,
  environment: Record<string, string> = {},
  accept: (stored: unknown) => Document | null = text as never,
) {
  vi.resetModules();
  const site = {
    DATA_DIR: aFolder(),
    SESSION_SECRET: NEW_SECRET,
    PAYFAST_MERCHANT_ID: "10000100",
    PAYFAST_MERCHANT_KEY: "46f0cd694581a",
    PAYFAST_PASSPHRASE: "jt7NOE43FZPn",
    ...environment,
  };
  for (const [key, value] of Object.entries(site)) vi.stubEnv(key, value);
  const { signedCookie } = await import("#app/http/cookies/signed-cookie.server");
  const { settings } = await import("#app/config.server");
  const here = settings();
  vi.unstubAllEnvs();
  const its = signedCookie<Document>(name, { path: "/ship", days: 30, accept });
  return {
    read: (request: Request) => its.read(request, here),
    holds: (document: Document) => its.holds(here, document),
    write: (document: Document) => its.write(here, document),
    clear: () => its.clear(here),
  };
}

function contentOf(line: string): string {
  return line.slice(line.indexOf("=") + 1, line.indexOf(";"));
}

function attributesOf(line: string): string[] {
  return line.split("; ").slice(1);
}
