import path from "node:path";
import { expect, test } from "vitest";
import { brand } from "#app/brand";
import { contact, depotInALine } from "#app/contact";
import { languages } from "#app/language/language";
import { plainText } from "#app/language/plain-text";
import { pseudo } from "#app/language/pseudo";
import { aParcel } from "../../demo/a-parcel";
import { addresses } from "../../demo/typed-answers";
import { inTheFile } from "../support/a-guest";
import { atSite } from "../support/a-world";
import { englishLeft } from "../support/english-left";
import { siteForAllTests } from "../support/open-site";
import { staff } from "../support/staff";
import { DRIVER_READS, walk } from "./pages-walked";

const site = siteForAllTests({ SITE_LANGUAGE: "pseudo" });
const said = (english: string) => plainText(pseudo({ parts: [english] }));

test("in another language no word of English is left on the pages of tracking and of the receiver, in any state", async () => {
  const values = [
    ...[
      brand.name,
      ...brand.name.split(" "),
      brand.tagline,
      depotInALine(),
      "WhatsApp",
      "Messenger",
      "Facebook",
      "Instagram",
    ],
    ...contact().addressLines,
    path.join(site.dataDir, "outbox"),
    ...contact().email.contact.split(/(?<=@)/),
    ...Object.values(addresses),
    // What somebody typed on the receiver's page is shown there again, with its plus code in full.
    "5G694FC8+XG Blue gate",
    ...[DRIVER_READS, "Magaliesburg", "Orlando and Diepkloof", "Soweto", "Katlehong", "Germiston"],
  ];
  const left: Record<string, string[]> = {};
  let pages = 0;
  await walk(site, said, (name, { html }) => {
    pages += 1;
    // The slip on a waybill is the driver's.
    const words = englishLeft(html.replace(/<article class="slip">.*?<\/article>/gs, ""), values);
    if (!html.includes(`<html lang="${languages.pseudo.tag}">`)) words.push("its language isn't said");
    if (words.length > 0) left[name] = words;
  });
  expect(left).toEqual({});
  expect(pages).toBeGreaterThan(60);
});

test("what staff's terminal writes to customers is in the site's language, which its shell doesn't have", async () => {
  const { quote } = await atSite(site, (world) => aParcel().in(world));
  const cancelled = await staff(site, ["cancel", "booking", quote.quoteNo, "--because", "Nobody sends it"]);
  expect(cancelled).toMatchObject({ code: 0 });
  const letters = inTheFile<{ html: string }>(
    site,
    `SELECT html_body AS html FROM outgoing_mails WHERE letter_key = 'booking-cancelled:${quote.id}'`,
  );
  expect(letters.length).toBeGreaterThan(0);
  for (const { html } of letters) expect(html).toContain(`<html lang="${languages.pseudo.tag}">`);
});
