import { globSync, readFileSync } from "node:fs";
import { get } from "node:http";
import { crc32 } from "node:zlib";
import { expect, test } from "vitest";
import { type PartyField, partyFields } from "#app/domain/form/fields";
import { siteForAllTests } from "../support/open-site";
import { Visitor } from "../support/visitor";

const site = siteForAllTests();

/** Each plug-in: its name, its section, its folder, the folder in its zip, the zip, and the file that names this site. */
const plugIns = [
  ["WooCommerce", "woocommerce", "thuma-couriers/", "thuma-couriers.zip", "thuma-couriers.php"],
  ["OpenCart", "opencart", "", "thuma_couriers.ocmod.zip", "begin.php"],
] as const;

test.each(plugIns)("the home page leads to the %s plug-in, a zip that knows this site's address", async (...plugIn) => {
  const [name, folder, top, zipName, mainFile] = plugIn;
  const visitor = new Visitor(site.url);
  const home = await visitor.open("/");
  const links = home.document.querySelectorAll("section[aria-labelledby=channels] a");
  const address = links.find((link) => link.textContent === name)?.getAttribute("href") ?? "";
  expect(address).toBe(`/developers#${folder}`);
  const page = await visitor.open(address);
  const zip = page.document.querySelector(`section[aria-labelledby=${folder}] a[download]`)?.getAttribute("href") ?? "";
  const answer = await fetch(site.url + zip);
  expect([answer.headers.get("Content-Type"), answer.headers.get("Content-Disposition")]).toEqual([
    "application/zip",
    `attachment; filename="${zipName}"`,
  ]);
  expect(zip.endsWith(`/${zipName}`)).toBe(true);
  const files = filesOf(Buffer.from(await answer.arrayBuffer()));
  const ours = [
    ...globSync(`plugins/${folder}/**/*.*`).map((file) => file.replace(`plugins/${folder}/`, top)),
    ...globSync("plugins/shared/*.*").map((file) => file.replace("plugins/", top)),
  ];
  expect([...files.keys()].toSorted()).toEqual(ours.toSorted());
  const main = files.get(`${top}${mainFile}`) ?? "";
  expect(main).toContain(`const SITE = '${site.url}';`);
  const asWritten = readFileSync(`plugins/${folder}/${mainFile}`, "utf8");
  expect(main.replace(site.url, "https://thuma.example")).toBe(asWritten);
});

test("the plug-ins send each field of an address that the table of fields says they send", () => {
  const orders = readFileSync("plugins/shared/orders.php", "utf8");
  const receiver = orders.slice(orders.indexOf("function receiver("), orders.indexOf("function again("));
  const sent = [...receiver.matchAll(/'(\w+)'\s*=> /g)].map(([, name]) => name);
  const fields = Object.entries<PartyField>(partyFields).filter(([, { inShop }]) => inShop);
  expect(sent.toSorted()).toEqual(fields.map(([name]) => name.charAt(0).toLowerCase() + name.slice(1)).toSorted());
});

test.each(plugIns)("nobody gets a plug-in for %s whose address would end the string in PHP", async (...plugIn) => {
  const status = await new Promise((resolve, reject) => {
    const asked = { headers: { Host: "a'b" } };
    get(`${site.url}/developers/${plugIn[3]}`, asked, (answer) => {
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
