import { beforeAll, describe, expect, test } from "vitest";
import { aGuestWithAWaybill, inTheFile } from "../support/a-guest";
import { asSent } from "../support/as-sent";
import { emailTo } from "../support/mailbox";
import { siteForAllTests } from "../support/open-site";
import { staff, staffList } from "../support/staff";
import { Visitor } from "../support/visitor";

const site = siteForAllTests();
let waybillNo: string;
beforeAll(async () => {
  ({ waybillNo } = await aGuestWithAWaybill(site));
});

const casesIn = () =>
  inTheFile<{ case_no: string; words: string; contact: string | null }>(site, "SELECT * FROM cases ORDER BY opened_at");

/** A visitor who has only the number, like a receiver. */
async function atTheForm() {
  const receiver = new Visitor(site.url);
  await receiver.open(`/tracking?no=${waybillNo}`);
  const page = await receiver.clickLink("Something is wrong");
  return { receiver, page };
}

describe("something is wrong with a parcel", () => {
  test("anybody with the number can report a problem, gets a case number, and is told when staff answer", async () => {
    const { receiver, page } = await atTheForm();
    expect(page.document.querySelector("label[for=contact]")?.text).toBe("Your email or phone (optional)");
    expect(page.html).not.toMatch(/Nkosi|Dlamini|Mphuti|Ncome|082 123|Blue gate/);
    const answers = {
      kind: "damaged",
      words: "The box is wet.\nSee http://x.example",
      contact: "Lerato@Example.co.za",
    };
    const thanks = await receiver.press("Send", answers);
    const caseNo = /C \d{4} \d{4}/.exec(thanks.text)?.[0].replaceAll(" ", "") ?? "";
    expect(thanks.text).toContain("We have your report");
    const elsewhere = await aGuestWithAWaybill(site);
    const other = await new Visitor(site.url).open(`/case/${elsewhere.waybillNo}?case=${caseNo}`);
    expect([other.status, other.text]).toEqual([200, expect.not.stringContaining("We have your report")]);
    expect(thanks.html).not.toContain("The box is wet");

    expect((await emailTo(site.dataDir, "lerato@example.co.za", /We have your report/)).text).not.toContain("wet");
    const desk = await emailTo(site.dataDir, "hello@thuma.example", /It is damaged/);
    expect(desk.text).toContain("The box is wet.");
    expect(desk.text).not.toContain("http://x");
    expect(await staffList(site, ["show", "cases"])).toMatchObject([
      { case_no: caseNo, waybill_no: waybillNo, status: "Open", what_is_wrong: "Damaged", receiver: "Sipho Dlamini" },
    ]);

    const answered = await staff(site, ["answer", "case", caseNo, "We bring a new one.", "--close", "--as", "Zanele"]);
    expect(answered).toMatchObject({ code: 0, err: "" });
    expect((await emailTo(site.dataDir, "lerato@example.co.za", /Your case/)).text).toContain("We bring a new one.");
    expect(await staffList(site, ["show", "cases"])).toMatchObject([
      { status: "Closed", our_answer: "We bring a new one." },
    ]);
    const history = (await staffList(site, ["history", waybillNo])).map(({ what }) => String(what)).join("\n");
    expect(history).toContain(`opened case ${caseNo}: It is damaged`);
    expect(history).toContain(`answered case: ${caseNo}`);
    expect(history).toContain(`closed case: ${caseNo}`);
  });

  test("however often it is sent, it is one case and one email to each", async () => {
    const before = casesIn().length;
    const { receiver } = await atTheForm();
    const answers = { kind: "not_there", words: "I was home all day", contact: "" };
    const { action, body } = receiver.filledIn("Send", answers);
    const post = () =>
      receiver.send(action, {
        method: "POST",
        body: body.toString(),
        headers: { "Content-Type": "application/x-www-form-urlencoded" },
      });
    const places = (await Promise.all([post(), post(), post()])).map((answer) => answer.headers.get("Location"));
    expect(new Set(places).size).toBe(1);
    // A newly opened page has another key; the words show that it is the same report.
    const again = await atTheForm();
    await again.receiver.press("Send", answers);
    expect(casesIn().length).toBe(before + 1);
    expect(again.receiver.page?.text).toContain("You gave no email or phone");
  });

  test("an invalid answer is named beside its field, and what was typed stays", async () => {
    const { receiver } = await atTheForm();
    const page = await receiver.press("Send", { kind: "", words: "It is gone", contact: "nobody" });
    expect(page.status).toBe(400);
    expect(page.text).toContain("Choose what is wrong");
    expect(page.text).toContain("or a phone number like 082 123 4567");
    expect(page.document.querySelector("textarea")?.text).toBe("It is gone");
    expect(page.document.querySelector("#contact")?.getAttribute("value")).toBe("nobody");
  });

  test("whoever leaves a phone is answered by text", async () => {
    const { receiver } = await atTheForm();
    const thanks = await receiver.press("Send", { kind: "wrong_place", words: "", contact: "082 555 0101" });
    const caseNo = /C \d{4} \d{4}/.exec(thanks.text)?.[0].replaceAll(" ", "") ?? "";
    const { out } = await staff(site, ["answer", "case", caseNo, "The driver is on his way back."]);
    expect(out).toContain("by text to 082 555 0101");
    expect(
      inTheFile(
        site,
        `SELECT to_address AS phone, text_body AS words FROM outgoing_mails WHERE letter_key LIKE 'case-answered:${caseNo}:%'`,
      ),
    ).toMatchObject([{ phone: "+27825550101", words: expect.stringContaining("The driver is on his way back.") }]);
  });

  test("a number without a waybill has no such page", async () => {
    expect((await new Visitor(site.url).open("/case/TH0000000000")).status).toBe(404);
    expect((await new Visitor(site.url).open("/case/hello")).status).toBe(404);
  });

  test("strangers report a parcel six times an hour: one email to staff, one answer; what is refused stays typed", async () => {
    const { guest, waybillNo } = await aGuestWithAWaybill(site);
    const formOf = async (visitor: Visitor, contact: string) => {
      await visitor.open(`/case/${waybillNo}`);
      return visitor.press("Send", { kind: "damaged", words: "It is wet", contact });
    };
    const strangers = [1, 2, 3, 4, 5, 6, 7].map((n) => formOf(new Visitor(site.url), `stranger-${n}@example.co.za`));
    const pages = await Promise.all(strangers);
    expect(pages.map(({ status }) => status).sort()).toEqual([200, 200, 200, 200, 200, 200, 429]);
    const refused = pages.find(({ status }) => status === 429);
    expect(refused?.text).toMatch(/a person is looking into it\. .*Or phone us at/);
    expect(refused?.document.querySelector("textarea")?.text).toBe("It is wet");
    const about = (occasion: string) =>
      inTheFile(
        site,
        `SELECT 1 AS one FROM outgoing_mails JOIN cases ON letter_key LIKE '${occasion}:' || case_no || ':%'
         WHERE waybill_no = '${waybillNo}'`,
      ).length;
    expect([about("case-opened"), about("case-received")]).toEqual([1, 1]);

    // Whoever booked it, or has the link in one of its emails, is counted apart, and staff are told.
    expect((await formOf(guest, "thandi@example.co.za")).text).toContain("We have your report");
    expect([about("case-opened"), about("case-received")]).toEqual([2, 2]);
    const [{ id } = { id: "" }] = inTheFile<{ id: string }>(
      site,
      `SELECT quote_id AS id FROM waybills WHERE waybill_no = '${waybillNo}'`,
    );
    expect(await staff(site, ["mark", "delivered", waybillNo])).toMatchObject({ code: 0 });
    const [email] = inTheFile<{ text: string }>(
      site,
      `SELECT text_body AS text FROM outgoing_mails WHERE letter_key LIKE 'delivered:${id}:%:receiver'`,
    );
    const link = new URL(/http\S+\/case\/\S+/.exec(asSent(site, email?.text ?? ""))?.[0] ?? "http://no.link/");
    const receiver = new Visitor(site.url);
    await receiver.open(link.pathname + link.search);
    const thanks = await receiver.press("Send", { kind: "not_there", words: "", contact: "sipho@example.co.za" });
    expect(thanks.text).toContain("We have your report");
    expect([about("case-opened"), about("case-received")]).toEqual([2, 3]);
    const more: number[] = [];
    for (let n = 1; n <= 5; n += 1) more.push((await formOf(guest, `thandi-${n}@example.co.za`)).status);
    expect(more).toEqual([200, 200, 200, 200, 429]);
  });

  test("sent again once nobody may report it any more, it leads to its case", async () => {
    const { waybillNo } = await aGuestWithAWaybill(site);
    const receiver = new Visitor(site.url);
    await receiver.open(`/case/${waybillNo}`);
    const { action, body } = receiver.filledIn("Send", { kind: "damaged", words: "It is wet", contact: "" });
    const post = () => receiver.send(action, { method: "POST", body });
    const first = await post();
    for (let n = 1; n <= 6; n += 1) {
      const another = new Visitor(site.url);
      await another.open(`/case/${waybillNo}`);
      await another.press("Send", { kind: "damaged", words: `It is wet, ${n}`, contact: "" });
      expect(another.page?.status).toBe(n <= 5 ? 200 : 429);
    }
    const again = await post();
    expect([again.status, again.headers.get("Location")]).toEqual([first.status, first.headers.get("Location")]);
  });

  test("whoever booked parcels gets no more letters sent to somebody else's mailbox than strangers do", async () => {
    const contact = "somebody@example.co.za";
    for (let parcel = 1; parcel <= 2; parcel += 1) {
      const { guest, waybillNo } = await aGuestWithAWaybill(site);
      for (let n = 1; n <= 4; n += 1) {
        await guest.open(`/case/${waybillNo}`);
        const thanks = await guest.press("Send", { kind: "damaged", words: `It is wet, ${n}`, contact });
        expect(thanks.text).toContain("We have your report");
      }
    }
    expect(inTheFile(site, `SELECT 1 AS one FROM outgoing_mails WHERE to_address = '${contact}'`)).toHaveLength(6);
  });

  test("a mailbox that strangers have filled stops no report, but it isn't answered at once", async () => {
    const { waybillNo } = await aGuestWithAWaybill(site);
    const contact = "crowded@example.co.za";
    for (let n = 0; n < 6; n += 1) {
      const stranger = new Visitor(site.url);
      await stranger.open("/login?tab=forgot");
      await stranger.press("Send reset link", { email: contact });
    }
    const receiver = new Visitor(site.url);
    await receiver.open(`/case/${waybillNo}`);
    const thanks = await receiver.press("Send", { kind: "damaged", words: "", contact });
    expect(thanks.text).toContain("We have your report");
    expect(inTheFile(site, `SELECT 1 AS one FROM outgoing_mails WHERE to_address = '${contact}'`)).toEqual([]);
  });
});
