import { readdirSync } from "node:fs";
import { expect, test } from "vitest";
import { type ChannelWay, channels } from "#app/ui/home/channels";
import { siteForAllTests } from "../support/open-site";
import { Visitor } from "../support/visitor";

const site = siteForAllTests();
const names = Object.keys(channels) as (keyof typeof channels)[];
const namesBy = (way: ChannelWay) =>
  names.filter((name) => channels[name].way === way).map((name) => name.toLowerCase());

test("each of the six names says in a word how, and leads to what there is, on the home page and the page for shops", async () => {
  for (const page of ["/", "/business"]) {
    const { document } = await new Visitor(site.url).open(page);
    const shown = document
      .querySelectorAll("section[aria-labelledby=channels] li")
      .map((item) => [item.querySelector("a")?.text, item.querySelector("small")?.text]);
    expect(shown).toEqual(names.map((name) => [name, channels[name].way]));
  }
  for (const name of names) expect(await explained(name), name).not.toBeNull();
});

test("a name is called a plug-in if there is one, and by address if we take its calls", () => {
  const plugIns = readdirSync("plugins").filter((folder) => folder !== "shared");
  expect(namesBy("plug-in").toSorted()).toEqual(plugIns.toSorted());
  const callers = readdirSync("app/routes").flatMap((file) => /^v1\.(\w+)\.\$shop\b/.exec(file)?.[1] ?? []);
  expect(namesBy("by address").toSorted()).toEqual([...new Set(callers)].toSorted());
});

/** What the place has to which a name leads. */
const claims: Record<ChannelWay, (name: keyof typeof channels) => Promise<void>> = {
  "plug-in": async (name) => {
    const zip = (await explained(name))?.querySelector("a[download]")?.getAttribute("href") ?? "";
    const file = await new Visitor(site.url).send(zip, {});
    expect(Buffer.from(await file.arrayBuffer()).toString("latin1", 0, 4)).toBe("PK\x03\x04");
  },
  "by address": async (name) => {
    const place = await explained(name);
    expect(place?.text).toMatch(/make the two addresses/);
    expect(place?.querySelector('a[href^="/account/shop"]')).not.toBeNull();
  },
  "by list or API": async (name) => {
    const links = (await explained(name))?.querySelectorAll("a").map((link) => link.getAttribute("href")) ?? [];
    const ways = ["/example-list.csv", "/dashboard/import", "#booking", "/v1/openapi.json"];
    expect(links).toEqual(expect.arrayContaining(ways));
    expect((await new Visitor(site.url).open("/dashboard/import")).url).toContain("/login");
    expect(await described()).toHaveProperty("/v1/bookings.post");
  },
  "in your browser": async (name) => {
    const { url, text } = await new Visitor(site.url).open(channels[name].href);
    expect([url, text]).toEqual([expect.stringContaining("/login"), expect.stringContaining("Log in")]);
  },
  "in your program": async (name) => {
    expect((await explained(name))?.querySelector(`a[href="/v1/openapi.json"]`)).not.toBeNull();
    expect(Object.keys(await described())).toEqual(expect.arrayContaining(["/v1/quote/local", "/v1/bookings"]));
  },
};

test.each(names)("%s has what its word claims", async (name) => {
  await claims[channels[name].way](name);
});

/** The section or the page to which a name leads; null if there is none. */
async function explained(name: keyof typeof channels) {
  const [address = "", id] = channels[name].href.split("#");
  const { status, document } = await new Visitor(site.url).open(address);
  expect(status).toBe(200);
  return id ? (document.getElementById(id)?.closest("section") ?? null) : document;
}

async function described(): Promise<Record<string, unknown>> {
  return (await (await new Visitor(site.url).send("/v1/openapi.json", {})).json()).paths;
}
