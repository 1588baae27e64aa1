import { brotliCompressSync } from "node:zlib";
import { describe, expect, test } from "vitest";
import { asCookieText, fromCookieText } from "#app/http/cookies/cookie-text.server";

const sender = ["Thandi Mokoena", "082 555 0134", "", "12 Mokoena Street", "Katlehong", "1431", "South Africa"];
const receiver = ["Sipho Dlamini", "083 555 0178", "", "House 7, Vilakazi", "Soweto", "1804", "South Africa"];
const draft = ["3EdeYIvUQWkdQmp-Va8yxw", "", ...sender, ...receiver, null, 2.5];

describe("a JSON text in a cookie", () => {
  test.each([
    ["a draft", draft],
    ["every character of a keyboard", Array.from({ length: 95 }, (_, at) => String.fromCharCode(32 + at)).join("")],
    ["our own signs", '~^!|*;\\*s*b*t*c*e*l*a*|**~~","'],
    ["what JSON escapes", 'a line\nanother\ttab "quoted" back\\slash \u0000 \u007f'],
    ["another script", "Ngiyabonga – 谢谢 🚚"],
    ["half a character", "\ud83d"],
    ["a long text", "Blue gate opposite the taxi rank. ".repeat(60)],
    ["nothing", ""],
    ["a list in a list", [[], [""], ["", ""], [["a", "b"], { "c,d": "e" }]]],
  ])("is read back unchanged, and is a valid cookie value: %s", (_, document) => {
    const json = JSON.stringify(document);
    const text = asCookieText(json);
    expect(fromCookieText(text)).toBe(json);
    expect(text).toMatch(/^[\x21\x23-\x2b\x2d-\x3a\x3c-\x5b\x5d-\x7e]+$/);
  });

  test("takes less room than Brotli in Base64 while it is short", () => {
    const json = JSON.stringify(draft);
    expect(asCookieText(json).length).toBeLessThan(brotliCompressSync(json).toString("base64url").length);
  });

  test("is compressed if it is long", () => {
    const json = JSON.stringify([...draft, ...draft, ...draft]);
    expect(asCookieText(json).length).toBeLessThan(json.length / 2);
  });

  test("decompresses to no more than any document of ours", () => {
    const bomb = brotliCompressSync(Buffer.alloc(1_000_000)).toString("base64url");
    expect(() => fromCookieText(bomb)).toThrow();
  });
});
