import { readFileSync } from "node:fs";
import { describe, expect, test } from "vitest";
import { addresses } from "../../demo/typed-answers";
import { aVerifiedCustomer } from "../support/a-customer";
import { aGuest, aGuestAtThePayment, inTheFile } from "../support/a-guest";
import { aLine, aList } from "../support/a-list";
import { contentsOf, lettersIn } from "../support/a-pdf";
import { aShopWithAKey, bearer } from "../support/an-api-key";
import { siteForAllTests } from "../support/open-site";
import { staff } from "../support/staff";
import type { Page } from "../support/visitor";

const site = siteForAllTests();

const QUESTION = "Please add it in Latin letters";
const CHINESE = { toName: "陈伟", toAddressLine: "维拉卡齐街 45" };
const IN_LATIN = { toLatinName: "Chen Wei", toLatinStreet: "45 Vilakazi Street" };
const inLatin = (page: Page | undefined) =>
  page?.document.querySelectorAll("input:not([type=hidden])").flatMap((field) => {
    const name = field.getAttribute("name") ?? "";
    return name.includes("Latin") ? [name] : [];
  });

describe("a name or a street that the slip can't print", () => {
  test("is kept; the form asks once for it in Latin letters, and takes nothing for an answer", async () => {
    const guest = await aGuest(site);
    expect(inLatin(guest.page)).toEqual([]);
    const page = await guest.press("Next", { ...addresses, ...CHINESE, fromName: "সেলিম মিয়া" });
    expect([page.status, inLatin(page)]).toEqual([400, ["fromLatinName", "toLatinName", "toLatinStreet"]]);
    expect(page.text).toContain(QUESTION);
    expect(page.document.querySelector("#toName")?.getAttribute("value")).toBe("陈伟");
    expect(page.document.querySelector("#toLatinName")?.hasAttribute("required")).toBe(false);
    expect((await guest.press("Next")).url).toContain("/ship/parcel");
    // On the way back the fields are there, and aren't asked for again.
    expect(inLatin(await guest.open("/ship/addresses"))).toEqual(["fromLatinName", "toLatinName", "toLatinStreet"]);
    await guest.press("Next", IN_LATIN);
    const review = await guest.press("Calculate Quote", { selectedBoxId: "flyer-bag", parcelDesc: "Rice" });
    expect(review.text).toContain("陈伟 · Chen Wei");
    expect(review.text).toContain("45 Vilakazi Street");
  });

  test.each([
    ["Cyrillic", { toName: "Олена Шевчук" }, ["toLatinName"]],
    ["Greek", { fromName: "Νίκος Παππάς" }, ["fromLatinName"]],
    ["Hindi, in the landmark", { toLandmark: "नीला दरवाज़ा" }, ["toLatinStreet"]],
    ["Korean, in the suburb", { fromSuburb: "한인타운" }, ["fromLatinStreet"]],
    ["Amharic among Latin letters", { toAddressLine: "Shop 3, መርካቶ" }, ["toLatinStreet"]],
    ["Latin letters with marks", { toName: "Ṱhizwilondi Ǹgọ́zí", toAddressLine: "ǃXuun Straße 4" }, []],
    ["a flower", { toName: "Lindiwe 🌸" }, []],
  ])("is asked about: %s", async (_, given, asked) => {
    const guest = await aGuest(site);
    const page = await guest.press("Next", { ...addresses, ...given });
    expect([inLatin(page), page.text.includes(QUESTION)]).toEqual([asked, asked.length > 0]);
    if (asked.length === 0) expect(page.url).toContain("/ship/parcel");
  });

  test("is asked about where a booking is changed and in the address book; the office adds it by its command", async () => {
    const guest = await aGuestAtThePayment(site);
    await guest.press("Pay now");
    const { text } = await guest.press("Complete payment");
    const waybillNo = text.match(/TH \d{3} \d{3} \d{3} \d/)?.[0].replaceAll(" ", "") ?? "";
    const [{ id } = { id: "" }] = inTheFile<{ id: string }>(
      site,
      `SELECT quote_id AS id FROM waybills WHERE waybill_no = '${waybillNo}'`,
    );
    await guest.open(`/change/${id}`);
    expect(inLatin(guest.page)).toEqual([]);
    const asked = await guest.press("Save changes", { toName: "アニタ" });
    expect([asked.status, inLatin(asked)]).toEqual([400, ["toLatinName"]]);
    expect((await guest.press("Save changes", { toLatinName: "Anita" })).text).toContain("Your changes are saved");
    expect((await guest.open(`/waybill/${waybillNo}`)).text).toContain("アニタ · Anita");
    await staff(site, ["change", "booking", waybillNo, "--to-latin-name", "Anita Sato"]);
    expect((await guest.open(`/waybill/${waybillNo}`)).text).toContain("アニタ · Anita Sato");
    expect(await staff(site, ["find", "Sato"])).toMatchObject({ out: expect.stringContaining(waybillNo) });

    const customer = await aVerifiedCustomer(site, "book@example.co.za");
    await customer.open("/address-book");
    const shop = { label: "Shop", Name: "阿明", AddressLine: "12 Main Road", City: "Soweto", Postal: "1804" };
    expect(inLatin(await customer.press("Save address", shop))).toEqual(["LatinName"]);
    const saved = await customer.press("Save address", { LatinName: "Ah Ming" });
    expect(saved.text).toContain("The address was saved.");
    expect(saved.text).toContain("阿明 · Ah Ming");
  });

  test("is taken from a list, whose lines say what the slip leaves out", async () => {
    const shop = await aVerifiedCustomer(site, "list@example.co.za");
    await shop.open("/dashboard");
    await shop.clickLink("Send many parcels from a list");
    const [head = "", ...lines] = aList(aLine("张丽"), aLine("Олег"), aLine("Zola Mokoena")).trim().split("\r\n");
    const list = [`${head},toLatinName`, `${lines[0]},Zhang Li`, `${lines[1]},`, `${lines[2]},`].join("\r\n");
    const { status, text } = await shop.press("Check the list", { list });
    expect(status).toBe(200);
    expect(text.match(/Line \d: [^.]+ is missing/g)).toEqual(["Line 3: Receiver Latin name is missing"]);
  });

  test("a list's notes beyond forty are counted, and nothing has to be mended", async () => {
    const shop = await aVerifiedCustomer(site, "notes@example.co.za");
    await shop.open("/dashboard/import");
    const list = aList(...Array.from({ length: 43 }, (_, at) => aLine(`张丽 ${at}`)));
    const { text } = await shop.press("Check the list", { list });
    expect(text).toContain("And 3 more.");
    expect(text).not.toContain("Mend these first");
  });

  test("is taken by API with or without Latin letters, and the answer says what the label leaves out", async () => {
    const { key } = await aShopWithAKey(site, "scripts@example.co.za");
    const book = async (reference: string, more: object) => {
      const from = { addressLine: "12 Shop Street", city: "Germiston", postal: "1459" };
      const to = { name: "박서준", phone: "082 123 4567", addressLine: "9 Vilakazi Street", city: "Soweto" };
      const body = { reference, from, to: { ...to, postal: "1868", ...more }, parcel: { boxId: "flyer-bag" } };
      const answer = await fetch(`${site.url}/v1/bookings`, {
        method: "POST",
        headers: { ...bearer(key), "Content-Type": "application/json", "Idempotency-Key": `key-${reference}` },
        body: JSON.stringify({ ...body, agreedTotal: 80.62 }),
      });
      return { status: answer.status, body: await answer.json() };
    };
    expect(await book("1", {})).toMatchObject({
      status: 201,
      body: {
        warnings: [{ code: "not_in_latin_letters", message: expect.stringMatching(/^Receiver Latin name is/) }],
      },
    });
    const named = await book("2", { latinName: "Park Seojun" });
    expect([named.status, named.body.warnings]).toEqual([201, undefined]);
    // What can't be printed isn't kept for the paper, and is never refused.
    expect((await book("3", { latinName: "박서준" })).body.warnings).toHaveLength(1);
    expect((await book("4", { latinStreet: "9 Vilakazi Street", latinName: null })).status).toBe(201);
  });

  test("the slip has it in Latin letters, as one page or four", async () => {
    const guest = await aGuest(site);
    await guest.press("Next", { ...addresses, ...CHINESE });
    await guest.press("Next", IN_LATIN);
    await guest.press("Calculate Quote", { selectedBoxId: "flyer-bag", parcelDesc: "Rice" });
    await guest.press("Book This Collection", { confirm: "on" });
    await guest.press("Pay now");
    const { text } = await guest.press("Complete payment");
    const waybillNo = text.match(/TH \d{3} \d{3} \d{3} \d/)?.[0].replaceAll(" ", "") ?? "";
    const pdf = `${site.dataDir}/slip.pdf`;
    await staff(site, ["print", waybillNo, "--to", pdf]);
    const printed = [...contentsOf(readFileSync(pdf)).matchAll(/\[((?:<[0-9a-f]*>|[\s\d.-])*)\] TJ/g)].map(([, line]) =>
      lettersIn(line),
    );
    expect(printed).toEqual(expect.arrayContaining(["Chen Wei", "… 45", "45 Vilakazi Street"]));
    expect(printed.join("")).not.toContain("?");
  });
});
