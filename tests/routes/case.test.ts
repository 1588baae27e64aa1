import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { aGuestWithAWaybill, inTheFile } from "../support/a-guest";
import { emailTo } from "../support/mailbox";
import { openSite, type Site } from "../support/open-site";
import { staff, staffList } from "../support/staff";
import { Visitor } from "../support/visitor";

let site: Site;
let waybillNo: string;
beforeAll(async () => {
  site = await openSite();
  ({ waybillNo } = await aGuestWithAWaybill(site));
});
afterAll(() => site.stop());

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
    expect(page.html).not.toMatch(/Nkosi|Dlamini|Mphuti|Ncome|082 123|Blue gate/);
    const answers = {
      kind: "damaged",
      words: "The box is wet.\nSee http://x.example",
      contact: "Lerato@Example.co.za",
    };
    const thanks = await receiver.press("Send", answers);
    const caseNo = /C \d{4} \d{4}/.exec(thanks.text)?.[0].replaceAll(" ", "") ?? "";
    expect(thanks.text).toContain("We have your report");
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

  test("one mailbox gets only a few such emails an hour", async () => {
    const words = ["one", "two", "three", "four", "five", "six", "seven"];
    const statuses: number[] = [];
    for (const each of words) {
      const { receiver } = await atTheForm();
      statuses.push(
        (await receiver.press("Send", { kind: "damaged", words: each, contact: "stranger@example.co.za" })).status,
      );
    }
    expect(statuses).toEqual([200, 200, 200, 200, 200, 200, 429]);
  });
});
