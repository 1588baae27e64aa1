import { describe, expect, test } from "vitest";
import { DAYS, MINUTES } from "#app/durations";
import { plainText } from "#app/language/plain-text";
import { written } from "#app/staff/output";
import { readCall } from "#app/staff/read-call";
import { whoseInWords } from "#app/staff/told";
import { aParcel } from "../../demo/a-parcel";
import { aDesk } from "../support/a-desk";
import { ago, anOffice, dayFromNow, type Office } from "../support/an-office";

const DOTS = "••••";

/** What a dry run shows: as data, and as a terminal writes it. */
async function dryRun(office: Office, ...args: string[]) {
  const { desk } = aDesk(office);
  const { command, call } = readCall(args);
  const answer = await command?.run(call, { ...desk, isDryRun: true });
  if (!answer) throw new Error("no command");
  return { told: answer.told, terminal: written(answer, "text"), data: JSON.parse(written(answer, "json")) };
}

const stored = (office: Office) =>
  office.staff<{ to: string; subject: string; words: string }>(
    "SELECT to_address AS \"to\", subject, text_body AS words FROM outgoing_mails WHERE channel <> 'webhook'",
  );

/** Everybody's text message too. */
const withCells = { addresses: { fromCell: "082 123 4567", toCell: "083 111 2222", toName: "Naledi Nkosi" } };

describe("a dry run says whose it is", () => {
  test("and nothing of whose prices are: they are nobody's", async () => {
    const { told } = await dryRun(await anOffice(), "change", "prices", "--by", "5", "--from", dayFromNow(1));
    expect(told && whoseInWords(told)).toEqual([]);
  });

  test("the names and places of both people, and each message word for word, as it then goes", async () => {
    const office = await anOffice();
    const { waybillNo } = await aParcel(withCells).collected().in(office.world, ago(MINUTES));
    const before = stored(office).length;
    const call = ["agree", waybillNo, "--day", dayFromNow(3), "--yes"];
    const { told, terminal, data } = await dryRun(office, ...call);
    expect(stored(office)).toHaveLength(before);
    expect(told && whoseInWords(told).map(plainText)).toEqual([
      `${waybillNo}: from Thandi Nkosi, Stand 1423, Mphuti Street, Katlehong, Germiston 1431 to Naledi Nkosi, 12 Ncome Crescent, Orlando East, Soweto 1804.`,
    ]);
    await aDesk(office).ask(...call);
    const went = stored(office).slice(before);
    expect(went.length).toBeGreaterThan(1);
    const inOrder = (all: { subject: string; words: string }[]) =>
      all.map(({ subject, words }) => `${subject}\n${words.replaceAll("?signed", `?${DOTS}`)}`).toSorted();
    expect(inOrder(told?.messages ?? [])).toEqual(inOrder(went));
    expect(told?.messages.map(({ to }) => to)).toEqual([
      "Email to Thandi Nkosi, thandi@example.co.za",
      "Email to Naledi Nkosi, sipho@example.co.za",
    ]);
    for (const { subject, words } of told?.messages ?? []) {
      expect(terminal).toContain(`: ${subject}\n`);
      for (const line of words.split("\n")) expect(terminal).toContain(line);
    }
    expect(data).toMatchObject({ whose: [expect.stringContaining("Naledi Nkosi")], messages: told?.messages });
  });

  test("a PIN and the keys of links are dots", async () => {
    const office = await anOffice();
    const { waybillNo } = await aParcel(withCells).collected().in(office.world, ago(MINUTES));
    const call = ["mark", "out-for-delivery", waybillNo];
    const { told, terminal } = await dryRun(office, ...call);
    // Twice, because a PIN that nobody has seen yet is drawn anew.
    expect(await dryRun(office, ...call)).toEqual({ told, terminal, data: expect.anything() });
    const toReceiver = told?.messages.filter(({ to }) => to.includes("Naledi")) ?? [];
    expect(toReceiver.map(({ to }) => to.split(" ")[0])).toEqual(["Email", "Text"]);
    for (const { words } of toReceiver) expect(words).toMatch(/PIN.*••••/);
    expect(terminal).not.toMatch(/\?signed|key=/);
    await aDesk(office).ask(...call);
    const [{ pin }] = office.staff<{ pin: string }>("SELECT pin FROM delivery_pins") as [{ pin: string }];
    const { terminal: again } = await dryRun(office, "mark", "out-for-delivery", waybillNo, "--correct");
    expect(again).not.toMatch(new RegExp(`(?<!\\d)${pin}(?!\\d)`));
  });

  test("of twenty parcels the first few, the first message of each kind, and how many more", async () => {
    const office = await anOffice();
    const numbers: string[] = [];
    for (let at = 0; at < 20; at += 1) numbers.push((await aParcel(withCells).in(office.world, ago(DAYS))).waybillNo);
    const { told, terminal } = await dryRun(office, "mark", "collected", ...numbers);
    expect(told?.whose).toHaveLength(5);
    expect(told?.andMore).toBe(15);
    expect(told?.messages.map(({ alike }) => alike)).toEqual([19, 19]);
    expect(terminal).toContain("\nAnd 15 more.\n");
    expect(terminal).toContain("\nAnd 19 more like it.\n");
  });

  test("what isn't sent is named with the reason, and a number that is drawn then isn't shown before", async () => {
    const office = await anOffice();
    const { waybillNo } = await aParcel({ addresses: { toCell: "", toPhone: "011 555 0199", toEmail: "" } })
      .collected()
      .in(office.world, ago(MINUTES));
    const { terminal } = await dryRun(office, "mark", "out-for-delivery", waybillNo);
    expect(terminal).toContain("No text to Sipho Dlamini, 011 555 0199: not a South African cell phone\n");
    const unpaid = await office.booked();
    const rand = `${(unpaid.grandTotalCents ?? 0) / 100}`;
    const { told } = await dryRun(office, "note", "payment", unpaid.quoteNo, "--payfast", "1089999", "--amount", rand);
    const [confirmed] = told?.messages ?? [];
    expect(confirmed?.subject).toContain(`TH ${DOTS}`);
    expect(JSON.stringify(told)).not.toMatch(/TH[ \d]{10,}/);
  });
});
