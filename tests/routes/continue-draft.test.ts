import { describe, expect, test } from "vitest";
import { addresses, parcel } from "../../demo/typed-answers";
import { aVerifiedCustomer, PASSWORD } from "../support/a-customer";
import { aGuestAtTheParcel, inTheFile } from "../support/a-guest";
import { emailTo } from "../support/mailbox";
import { siteForAllTests } from "../support/open-site";
import { Visitor } from "../support/visitor";

const site = siteForAllTests();

const pathOf = (link: string) => link.replace(site.url, "");

describe("continue on another phone", () => {
  test("a link that works once opens what was typed", async () => {
    const first = await aGuestAtTheParcel(site);
    await first.clickLink("Continue on another phone");
    const sent = await first.press("Send me the link", { contact: "thandi@example.co.za" });
    expect(sent.text).toContain("The link is on its way");
    const email = await emailTo(site.dataDir, "thandi@example.co.za", /another phone/);
    expect(email.text).not.toMatch(/Nkosi|Mphuti/);

    const second = new Visitor(site.url);
    // A mail scanner opens every link.
    await new Visitor(site.url).open(pathOf(email.link));
    await second.open(pathOf(email.link));
    await second.press("Continue here");
    expect(second.page?.url).toBe(`${site.url}/ship/parcel`);
    expect(second.page?.text).toContain(addresses.toCity);
    const review = await second.press("Calculate Quote", parcel);
    expect(review.text).toContain(addresses.toName);

    const third = await new Visitor(site.url).open(pathOf(email.link));
    expect([third.status, third.text.includes("This link no longer works")]).toEqual([404, true]);
    expect(third.html).not.toContain(addresses.toName);
    expect(inTheFile(site, "SELECT * FROM sent_drafts")).toEqual([]);
    expect(inTheFile(site, "SELECT text_body AS text FROM outgoing_mails WHERE is_secret")).not.toMatchObject([
      { text: expect.stringContaining("code=") },
    ]);
  });

  test("the form sent twice is one link; a phone gets it by text", async () => {
    const first = await aGuestAtTheParcel(site);
    await first.clickLink("Continue on another phone");
    const { action, body } = first.filledIn("Send me the link", { contact: "082 555 0101" });
    const headers = { "Content-Type": "application/x-www-form-urlencoded" };
    for (let times = 0; times < 2; times += 1)
      await first.send(action, { method: "POST", body: body.toString(), headers });
    const texts = inTheFile<{ phone: string; parts: number }>(
      site,
      "SELECT to_address AS phone, parts FROM outgoing_mails WHERE channel = 'sms'",
    );
    expect(texts).toEqual([{ phone: "+27825550101", parts: 1 }]);
  });

  test("a link works for a day", async () => {
    const first = await aGuestAtTheParcel(site);
    await first.clickLink("Continue on another phone");
    await first.press("Send me the link", { contact: "later@example.co.za" });
    const { link } = await emailTo(site.dataDir, "later@example.co.za", /another phone/);
    inTheFile(site, "UPDATE action_links SET expires_at = '2020-01-01T00:00:00.000Z' WHERE purpose = 'continueDraft'");
    const page = await new Visitor(site.url).open(pathOf(link));
    expect([page.status, page.text.includes("This link no longer works")]).toEqual([404, true]);
  });

  test.each(["/ship-local", "/ship-Inter"])(
    "in %s: the account goes on with it elsewhere; another account can't",
    async (base) => {
      const wizard = base.slice(6).toLowerCase();
      const email = `thandi-${wizard}@example.co.za`;
      const first = await aVerifiedCustomer(site, email);
      await first.open(`${base}/addresses`);
      await first.press("Next", base === "/ship-Inter" ? { ...addresses, toCountry: "Brazil" } : addresses);
      await first.clickLink("Continue on another phone");
      await first.press("Send me the link", { contact: email });
      const link = pathOf((await emailTo(site.dataDir, email, /another phone/)).link);
      expect(link).toContain(`${base}/continue?code=`);

      const neighbour = await aVerifiedCustomer(site, `neighbour-${wizard}@example.co.za`);
      const refused = await neighbour.open(link);
      expect([refused.status, refused.text.includes("This link belongs to another account")]).toEqual([404, true]);
      expect(refused.html).not.toContain(addresses.toName);
      // In the public wizard an account's link doesn't work either.
      expect((await new Visitor(site.url).open(link.replace(base, "/ship"))).text).toContain(
        "This link no longer works",
      );

      const second = new Visitor(site.url);
      await second.open(link);
      await second.press("Login", { email, password: PASSWORD });
      expect(second.page?.text).toContain("Go on with your parcel here?");
      await second.press("Continue here");
      expect(second.page?.url).toBe(`${site.url}${base}/parcel`);
      expect(second.page?.text).toContain(addresses.toCity);
      expect((await second.open(link)).text).toContain("This link no longer works");
    },
  );

  test("without a draft there is nothing to send: the page leads to the first step", async () => {
    expect((await new Visitor(site.url).open("/ship/continue")).url).toBe(`${site.url}/ship/addresses`);
  });
});
