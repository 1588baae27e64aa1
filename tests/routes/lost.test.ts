import { beforeAll, describe, expect, test } from "vitest";
import { spokenWaybillNumber } from "#app/domain/parcels/waybill-number";
import { addresses } from "../../demo/typed-answers";
import { aGuestWithAWaybill, inTheFile } from "../support/a-guest";
import { asSent } from "../support/as-sent";
import { siteForAllTests } from "../support/open-site";
import { Visitor } from "../support/visitor";

const site = siteForAllTests();
let waybillNo: string;
beforeAll(async () => {
  ({ waybillNo } = await aGuestWithAWaybill(site));
});

type Queued = { letter_key: string; channel: string; to_address: string; text_body: string };
const sent = () =>
  inTheFile<Queued>(site, "SELECT * FROM outgoing_mails WHERE letter_key LIKE 'links-again:%' ORDER BY queued_at").map(
    (email) => ({ ...email, text_body: asSent(site, email.text_body) }),
  );

async function ask(contact: string) {
  const visitor = new Visitor(site.url);
  await visitor.open("/track");
  await visitor.clickLink("I lost my waybill number");
  return visitor.press("Send the links again", { contact });
}

describe("a lost waybill number", () => {
  test("is sent again to the sender, with a link that opens the waybill on any phone", async () => {
    const before = sent().length;
    const page = await ask(` ${(addresses.fromEmail ?? "").toUpperCase()} `);
    expect(page.text).toContain("Check your email");
    const [email] = sent().slice(before);
    expect(email).toMatchObject({ channel: "email", to_address: addresses.fromEmail });
    const link = /\S+\/waybill\/\S+/.exec(email?.text_body ?? "")?.[0] ?? "";
    expect((await new Visitor(site.url).open(link)).text).toContain(
      waybillNo.replace(/^TH(\d{3})(\d{3})(\d{3})/, "TH $1 $2 $3 "),
    );
  });

  test("the receiver gets the way to their wishes, and not the waybill, which names the sender's street", async () => {
    const before = sent().length;
    await ask(addresses.toEmail ?? "");
    const [email] = sent().slice(before);
    expect(email?.to_address).toBe(addresses.toEmail);
    expect(email?.text_body).not.toContain("/waybill/");
    const [findMe = ""] = /\S+\/find-me\/\S+/.exec(email?.text_body ?? "") ?? [];
    const wishes = await new Visitor(site.url).open(findMe);
    expect([wishes.status, wishes.text]).toEqual([200, expect.stringContaining("Does that suit you?")]);
    const { search } = new URL(findMe);
    expect(email?.text_body).toContain(`/t/${waybillNo}${search}`);
    expect((await new Visitor(site.url).open(`/waybill/${waybillNo}${search}`)).status).toBe(404);
  });

  test("the sender never gets the receiver's key", async () => {
    const before = sent().length;
    for (const contact of [addresses.fromEmail ?? "", addresses.fromPhone ?? ""]) await ask(contact);
    const texts = sent()
      .slice(before)
      .map(({ text_body }) => text_body);
    expect(texts).toHaveLength(3);
    for (const text of texts) expect(text).not.toMatch(/find-me|\/t\/TH\d+\?/);
  });

  test("whoever asks by phone, in any spelling, gets a text as well", async () => {
    const before = sent().length;
    await ask((addresses.fromPhone ?? "").replace(/^0/, "+27 (0)"));
    const [email, text] = sent()
      .slice(before)
      .toSorted((one, other) => one.channel.localeCompare(other.channel));
    expect(email).toMatchObject({ channel: "email", to_address: addresses.fromEmail });
    expect(text?.channel).toBe("sms");
    expect(text?.text_body).toContain(spokenWaybillNumber(waybillNo));
    expect(text?.text_body).not.toContain("/");
    expect(text?.text_body.length).toBeLessThanOrEqual(160);
  });

  test("an unknown email or phone gets the same answer, word for word, and nothing is sent", async () => {
    const before = sent().length;
    const known = await ask(addresses.fromEmail ?? "");
    for (const contact of ["nobody@example.co.za", "082 999 9999"]) {
      const unknown = await ask(contact);
      expect([unknown.status, unknown.url, unknown.text]).toEqual([known.status, known.url, known.text]);
    }
    expect(sent().length).toBe(before + 1);
  });

  test("what isn't a waybill number is not repeated to whoever follows a link", async () => {
    const page = await new Visitor(site.url).open(`/lost?no=${encodeURIComponent("TH0 phone 082 000 0000")}`);
    expect(page.text).toContain("I lost my waybill number");
    expect(page.text).not.toContain("082 000 0000");
  });

  test("an email that a booking has from before, and that is taken no more, finds it; an extension is not left out", async () => {
    expect((await ask("thandi..n@example.co.za")).text).toContain("Check your email");
    expect((await ask("011 555 0199 ext 4")).status).toBe(400);
  });

  test("a text that is neither email nor phone is refused and stays typed; one mailbox gets a few an hour", async () => {
    const wrong = await ask("Thandi");
    expect(wrong.status).toBe(400);
    expect(wrong.document.querySelector("#contact")?.getAttribute("value")).toBe("Thandi");
    const statuses: number[] = [];
    for (let times = 0; times < 7; times += 1) statuses.push((await ask("somebody@example.co.za")).status);
    expect(statuses).toEqual([200, 200, 200, 200, 200, 200, 429]);
  });
});
