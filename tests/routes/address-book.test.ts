import { beforeEach, describe, expect, test } from "vitest";
import { addresses, parcel } from "../../demo/typed-answers";
import { aVerifiedCustomer, PASSWORD } from "../support/a-customer";
import { inTheFile } from "../support/a-guest";
import { siteForAllTests } from "../support/open-site";
import { Visitor } from "../support/visitor";

const gogo = {
  label: "Gogo Soweto",
  Name: "Nomsa Dlamini",
  Email: "",
  Phone: "073 555 0101",
  AddressLine: "12 Ncome Crescent",
  Suburb: "Orlando East",
  City: "Soweto",
  Postal: "1804",
};

const site = siteForAllTests();
let customers = 0;
let thandi: Visitor;
beforeEach(async () => {
  customers += 1;
  thandi = await aVerifiedCustomer(site, `book${customers}@example.co.za`);
  await thandi.open("/address-book");
});

describe("an account's address book", () => {
  test("keeps an address under its name, changes both, and deletes it", async () => {
    await thandi.press("Save address", gogo);
    expect(thandi.page?.text).toContain("The address was saved.");
    expect(thandi.page?.text).toContain("Gogo Soweto");
    expect(thandi.page?.document.querySelector("#change")?.text).toBe("Add an address");
    await thandi.clickLink("Change");
    expect(thandi.page?.document.querySelector("#change")?.text).toBe("Change this address");
    expect(thandi.filledIn("Save address").body.get("Name")).toBe("Nomsa Dlamini");
    await thandi.press("Save address", { label: "Gogo", Phone: "083 000 1111" });
    expect(thandi.page?.document.querySelectorAll("li.card")).toHaveLength(1);
    expect(thandi.page?.document.querySelector("li.card h3")?.text).toBe("Gogo");
    expect(thandi.page?.text).toContain("083 000 1111");
    await thandi.press("Delete");
    expect(thandi.page?.text).toContain("The address was deleted.");
    expect(thandi.page?.text).not.toContain("Nomsa");
  });

  test("counts a form sent five times as one address", async () => {
    await Promise.all(Array.from({ length: 5 }, () => thandi.pressOnce("Save address", gogo)));
    await thandi.open("/address-book");
    expect(thandi.page?.document.querySelectorAll("li.card")).toHaveLength(1);
  });

  test("says what is missing, and keeps everything typed", async () => {
    const page = await thandi.press("Save address", { ...gogo, Name: "", Email: "nobody" });
    expect(page.status).toBe(400);
    expect(page.text).toContain("Full name is required");
    expect(page.text).toContain("Email must look like");
    expect(thandi.filledIn("Save address").body.get("AddressLine")).toBe(gogo.AddressLine);
  });

  test.each(["/ship/addresses", "/ship-local/addresses"])("is used at %s", async (step) => {
    await thandi.press("Save address", gogo);
    await thandi.open(step);
    const link = thandi.page?.document
      .querySelectorAll("details a")
      .find((each) => each.getAttribute("href")?.includes("?to="));
    await thandi.open(link?.getAttribute("href") ?? "");
    const { body } = thandi.filledIn("Next");
    expect([body.get("toName"), body.get("toPostal"), body.get("fromAddressLine")]).toEqual([
      "Nomsa Dlamini",
      "1804",
      "",
    ]);
  });

  test("copies an address that was used before", async () => {
    await thandi.open("/ship-local/addresses");
    await thandi.press("Next", addresses);
    await thandi.press("Calculate Quote", parcel);
    await thandi.open("/address-book");
    await thandi.clickLink("Sipho Dlamini, 12 Ncome Crescent, Soweto");
    expect(thandi.filledIn("Save address").body.get("Name")).toBe("Sipho Dlamini");
    expect((await thandi.press("Save address", { label: "Sipho" })).text).toContain("The address was saved.");
  });

  test("belongs to one account: others can't read, use, change or delete it", async () => {
    await thandi.press("Save address", gogo);
    const [saved] = inTheFile<{ id: string }>(site, "SELECT id FROM saved_addresses ORDER BY created_at DESC LIMIT 1");
    const other = await aVerifiedCustomer(site, `other${customers}@example.co.za`);
    for (const address of [`/address-book?edit=${saved?.id}`, `/ship-local/addresses?to=${saved?.id}`])
      expect((await other.open(address)).html).not.toContain("Nomsa");
    await other.open("/address-book");
    const { body } = other.filledIn("Save address", { ...gogo, label: "Mine now" });
    body.set("id", saved?.id ?? "");
    const headers = { "Content-Type": "application/x-www-form-urlencoded", Origin: site.url };
    await other.send("/address-book", { method: "POST", body: body.toString(), headers });
    body.set("intent", "delete");
    await other.send("/address-book", { method: "POST", body: body.toString(), headers });
    const rows = inTheFile(site, `SELECT label FROM saved_addresses WHERE id = '${saved?.id}'`);
    expect(rows).toEqual([{ label: "Gogo Soweto" }]);
  });

  test("is part of the data export, and is deleted with the account", async () => {
    await thandi.press("Save address", gogo);
    const data = await (await thandi.send("/account/data", {})).json();
    expect(data.saved_addresses).toMatchObject([{ label: "Gogo Soweto", address: { Name: "Nomsa Dlamini" } }]);
    await thandi.open("/account/delete");
    const gone = await thandi.press("Delete my account", { currentPassword: PASSWORD });
    expect(gone.text).toContain("Your account is deleted");
    const left = inTheFile(site, `SELECT id FROM saved_addresses WHERE uid = '${data.account.uid}'`);
    expect(left).toEqual([]);
  });
});

describe("a guest's phone", () => {
  async function atTheParcel(answers: Record<string, string> = {}): Promise<Visitor> {
    const guest = new Visitor(site.url);
    await guest.open("/ship/addresses");
    await guest.press("Next", { ...addresses, ...answers });
    return guest;
  }

  test("remembers nothing unless it is asked to", async () => {
    const guest = await atTheParcel();
    expect([...guest.cookies.keys()]).not.toContain("remembered");
  });

  test("remembers both addresses if asked, and shows them on a page of their own", async () => {
    const guest = await atTheParcel({ remember: "on" });
    await guest.press("Start again");
    expect(guest.page?.html).not.toContain("Sipho");
    await guest.clickLink("Use an address that this phone remembers");
    expect(guest.page?.text).toContain("Sipho Dlamini");
    await guest.open(hrefOf(guest, "Send to here", 1));
    await guest.clickLink("Use an address that this phone remembers");
    await guest.open(hrefOf(guest, "Send from here", 0));
    const { body } = guest.filledIn("Next");
    expect([body.get("fromName"), body.get("toName")]).toEqual(["Thandi Nkosi", "Sipho Dlamini"]);
  });

  test("removes one on request, and all with “Forget me on this phone”", async () => {
    const guest = await atTheParcel({ remember: "on" });
    await guest.open("/ship/remembered");
    await guest.press("Remove");
    expect(guest.page?.text).not.toContain("Thandi");
    expect(guest.page?.text).toContain("Sipho");
    await guest.press("Forget me on this phone");
    await guest.open("/ship/remembered");
    expect(guest.page?.text).toContain("This phone remembers no address.");
  });

  test("holds as many as fit into a cookie, newest first", async () => {
    const guest = await atTheParcel({ remember: "on" });
    for (let round = 0; round < 8; round += 1) {
      await guest.open("/ship/addresses");
      const long = Array.from({ length: 100 }, (_, at) =>
        String.fromCodePoint(0x1ea0 + ((round * 77 + at * 31) % 90)),
      ).join("");
      await guest.press("Next", { ...addresses, toName: `Zola ${round}`, toAddressLine: long, remember: "on" });
      await guest.open("/ship/addresses");
    }
    expect(guest.cookies.get("remembered")?.value.length).toBeLessThan(4096);
    await guest.open("/ship/remembered");
    expect(guest.page?.text).toContain("Zola 7");
  });

  const hrefOf = (guest: Visitor, text: string, index: number) =>
    guest.page?.document
      .querySelectorAll("main a")
      .filter((link) => link.text.trim() === text)
      [index]?.getAttribute("href")
      ?.replaceAll("&amp;", "&") ?? "";
});
