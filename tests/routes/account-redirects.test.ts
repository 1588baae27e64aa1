import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { afterAll, expect, test } from "vitest";
import { settings } from "#app/config.server";
import { withinSite } from "#app/http/sign-in/safe-redirect.server";

process.env.APP_URL = "https://thuma.example";
process.env.SESSION_SECRET = "only-for-this-test-0123456789";
process.env.PAYFAST_MODE = "sandbox";
process.env.PAYFAST_MERCHANT_ID = "1";
process.env.PAYFAST_MERCHANT_KEY = "1";
process.env.PAYFAST_PASSPHRASE = "1";
const DATA_DIR = mkdtempSync(path.join(tmpdir(), "thuma-redirects-"));
process.env.DATA_DIR = DATA_DIR;
afterAll(() => rmSync(DATA_DIR, { recursive: true }));

const HOME = "https://thuma.example";

/** All known ways to make one of our addresses lead elsewhere: schemes, slashes, encodings, endings. */
function hostileTargets(): string[] {
  const elsewhere = [
    "evil.example",
    "evil.example/dashboard",
    "evil.example:443",
    "thuma.example.evil.example",
    "1.2.3.4",
    "[::1]",
  ];
  const openings = [
    ...[
      "https://",
      "http://",
      "//",
      "///",
      "////",
      "/\\",
      "\\/",
      "\\\\",
      "\\",
      "/\\/",
      "//\\",
      "https:",
      "https:/",
      "https:\\\\",
    ],
    ...[
      "/\t/",
      "/\n/",
      "/\r/",
      "\t//",
      " //",
      "\u0000//",
      "\u2028//",
      "/%09/",
      "/ /",
      "/\u00a0/",
      "/.//",
      "/..//",
      "/./\\",
      "/x/..//",
    ],
    ...[
      "javascript://",
      "javascript:alert(1)//",
      "data:text/html,//",
      "vbscript:",
      "blob:https://",
      "file://",
      "ftp://",
      "HTTPS://",
    ],
    ...[
      "https://thuma.example@",
      "https://thuma.example:x@",
      "https://thuma.example\\@",
      "https://thuma.example%2f@",
      "https://thuma.example.",
      "https://thuma.example#@",
    ],
    ...["／／", "/／", "．．//", "/\u200b/", "/\ufeff/", "?//", "#//", "x//", "@", ":", "/;@"],
  ];
  return openings.flatMap((opening) => elsewhere.map((host) => opening + host));
}

const hostile = hostileTargets();

test(`${hostile.length} hostile addresses never leave the site, in any browser's reading`, () => {
  expect(hostile.length).toBeGreaterThanOrEqual(300);
  for (const target of hostile) {
    const kept = withinSite(settings(), target, "/dashboard");
    expect(kept, target).toMatch(/^\/(?![/\\])[^\\\s]*$/);
    expect(new URL(kept, HOME).origin, target).toBe(HOME);
    // Also as browsers read it, without tabs and line ends and with dots resolved.
    expect(new URL(new URL(kept, HOME).pathname, HOME).origin, target).toBe(HOME);
  }
});

test.each([
  ["/account", "/account"],
  ["/dashboard?q=1#top", "/dashboard?q=1#top"],
  ["https://thuma.example/ship", "/ship"],
  ["https://thuma.example", "/"],
  ["", "/dashboard"],
  [null, "/dashboard"],
  ["/a/../account", "/account"],
  ["/".repeat(3_000), "/dashboard"],
])("%s leads to %s", (target, path) => {
  expect(withinSite(settings(), target, "/dashboard")).toBe(path);
});
