import { globSync, readFileSync } from "node:fs";
import { get } from "node:http";
import { crc32 } from "node:zlib";
import { expect, test } from "vitest";
import { type PartyField, partyFields } from "#app/domain/form/fields";
import { siteForAllTests } from "../support/open-site";
import { Visitor } from "../support/visitor";

const site = siteForAllTests();

test("the home page leads to the WooCommerce plug-in, a zip that knows this site's address", async () => {
  const visitor = new Visitor(site.url);
  const home = await visitor.open("/");
  const links = home.document.querySelectorAll("section[aria-labelledby=channels] a");
  const address = links.find((link) => link.textContent === "WooCommerce")?.getAttribute("href") ?? "";
  expect(address).toBe("/developers#woocommerce");
  const page = await visitor.open(address);
  const zip =
    page.document.querySelector("section[aria-labelledby=woocommerce] a[download]")?.getAttribute("href") ?? "";
  const answer = await fetch(site.url + zip);
  expect([answer.headers.get("Content-Type"), answer.headers.get("Content-Disposition")]).toEqual([
    "application/zip",
    'attachment; filename="thuma-couriers.zip"',
  ]);
  const files = filesOf(Buffer.from(await answer.arrayBuffer()));
  const ours = globSync(["plugins/woocommerce/**/*.*", "plugins/shared/*.*"]).map((file) =>
    file.replace(/^plugins\/(?:woocommerce|(?=shared))/, "thuma-couriers/").replace("//", "/"),
  );
  expect([...files.keys()].toSorted()).toEqual(ours.toSorted());
  const main = files.get("thuma-couriers/thuma-couriers.php") ?? "";
  expect(main).toContain(`const SITE = '${site.url}';`);
  const asWritten = readFileSync("plugins/woocommerce/thuma-couriers.php", "utf8");
  expect(main.replace(site.url, "https://thuma.example")).toBe(asWritten);
});

test("the plug-in sends each field of an address that the table of fields says it sends", () => {
  const orders = readFileSync("plugins/shared/orders.php", "utf8");
  const receiver = orders.slice(orders.indexOf("function receiver("), orders.indexOf("function again("));
  const sent = [...receiver.matchAll(/'(\w+)'\s*=> /g)].map(([, name]) => name);
  const fields = Object.entries<PartyField>(partyFields).filter(([, { inShop }]) => inShop);
  expect(sent.toSorted()).toEqual(fields.map(([name]) => name.charAt(0).toLowerCase() + name.slice(1)).toSorted());
});

test("nobody gets a plug-in whose address would end the string in PHP", async () => {
  const status = await new Promise((resolve, reject) => {
    const asked = { headers: { Host: "a'b" } };
    get(`${site.url}/developers/thuma-couriers.zip`, asked, (answer) => {
      answer.resume().on("end", () => resolve(answer.statusCode));
    }).on("error", reject);
  });
  expect(status).toBe(400);
});

/** Reads a zip as programs do: from the list at its end to each file. */
function filesOf(zip: Buffer): Map<string, string> {
  const end = zip.length - 22;
  expect(zip.readUInt32LE(end)).toBe(0x06054b50);
  const files = new Map<string, string>();
  let at = zip.readUInt32LE(end + 16);
  for (let left = zip.readUInt16LE(end + 10); left > 0; left -= 1) {
    expect(zip.readUInt32LE(at)).toBe(0x02014b50);
    const [crc, size, nameLength] = [zip.readUInt32LE(at + 16), zip.readUInt32LE(at + 24), zip.readUInt16LE(at + 28)];
    const name = zip.toString("utf8", at + 46, at + 46 + nameLength);
    const entry = zip.readUInt32LE(at + 42);
    expect([zip.readUInt32LE(entry), zip.toString("utf8", entry + 30, entry + 30 + nameLength)]).toEqual([
      0x04034b50,
      name,
    ]);
    const content = zip.subarray(entry + 30 + nameLength, entry + 30 + nameLength + size);
    expect(crc32(content), name).toBe(crc);
    files.set(name, content.toString("utf8"));
    at += 46 + nameLength;
  }
  expect(at).toBe(end);
  return files;
}
