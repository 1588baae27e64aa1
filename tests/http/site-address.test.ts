import { expect, test, vi } from "vitest";
import { secureSettings } from "../support/a-secure-site";
import { aFolder } from "../support/a-store";

/** The address that a site with these settings uses in links and in emails, for a request to this address. */
async function called(asked: string, environment: Record<string, string> = {}): Promise<[string, string]> {
  vi.resetModules();
  const site = { DATA_DIR: aFolder(), PORT: "3000", ...environment };
  for (const [key, value] of Object.entries(site)) vi.stubEnv(key, value);
  const { settings } = await import("#app/config.server");
  const { addressInEmails, siteAddress } = await import("#app/http/pages/site-address.server");
  const request = new Request(`${asked}/login?next=/`);
  const both: [string, string] = [siteAddress(request, settings()), addressInEmails(request, settings())];
  vi.unstubAllEnvs();
  return both;
}

test.each([
  "http://127.0.0.1:3000",
  "http://192.168.7.20:8080",
  "http://[::1]:3000",
  "http://thuma.local",
  "http://pi:3000",
])("with nothing configured the site uses the address of the request: %s", async (asked) => {
  expect(await called(asked)).toEqual([asked, asked]);
});

test.each([
  ["a public name, which anybody may point here", "http://evil.example:3000", {}, "http://localhost:3000"],
  [
    "any address, once APP_URL is set",
    "http://127.0.0.1:3000",
    { APP_URL: "http://thuma.local" },
    "http://thuma.local",
  ],
  [
    "any address, where payments aren't simulated",
    "http://127.0.0.1:3000",
    { ...secureSettings, APP_URL: "http://localhost:3000" },
    "http://localhost:3000",
  ],
])("it ignores %s", async (_, asked, environment, home) => {
  expect(await called(asked, environment)).toEqual([home, home]);
});

test("emails that are sent ignore the request's host: a stranger could ask for somebody else's", async () => {
  const asked = "http://192.168.7.66:3000";
  expect(await called(asked, { SMTP_URL: "smtp://mail.example" })).toEqual([asked, "http://localhost:3000"]);
});
