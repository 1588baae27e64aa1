import { expect, test } from "vitest";
import { saDay } from "#app/domain/values/sa-time";
import type { Answer } from "#app/staff/answer";
import { aDesk } from "../support/a-desk";
import { anOffice, dayFromNow } from "../support/an-office";

const CUSTOMERS = 40;
const MOST_COMMANDS_A_CALL = 2;

test("a day in the office: 40 customers, and 12 calls that are each answered in at most two commands", async () => {
  const office = await anOffice();
  const desk = aDesk(office);
  const parcels: { waybillNo: string; quote: Awaited<ReturnType<typeof office.quote>> }[] = [];
  for (let n = 0; n < CUSTOMERS; n += 1) {
    const addresses = { fromName: `Customer ${names[n]}`, fromEmail: `c${n}@example.com`, fromPhone: phoneOf(n) };
    parcels.push(await office.paid({ addresses, parcel: { collectionDay: n % 4 === 0 ? saDay(new Date()) : "" } }));
  }
  const nth = (n: number) => parcels[n] ?? expect.fail("no such parcel");
  await desk.ask("mark", "collected", ...parcels.slice(20).map(({ waybillNo }) => waybillNo));
  await desk.ask("mark", "delivered", ...parcels.slice(30).map(({ waybillNo }) => waybillNo));
  const unpaid = await office.booked({ addresses: { fromEmail: "late@example.com", fromName: "Late Payer" } });

  const counts: string[] = [];
  async function call(question: string, ...commands: (string[] | ((before: Answer) => string[]))[]): Promise<Answer> {
    let answer: Answer = { kind: "refused", why: [] };
    for (const command of commands) answer = await desk.ask(...(Array.isArray(command) ? command : command(answer)));
    counts.push(`${commands.length} ${commands.length === 1 ? "command " : "commands"}  ${question}`);
    expect(answer.kind, question).not.toBe("refused");
    return answer;
  }
  const numberIn = (answer: Answer, what: string) =>
    answer.kind === "list" ? String(answer.rows.find((row) => row.what === what)?.number) : "";

  const where = await call("Where is my parcel? My phone is 083 000 0025.", ["find", "083 000 0025"], (found) => [
    "history",
    numberIn(found, "booking"),
  ]);
  expect(where).toMatchObject({
    rows: expect.arrayContaining([expect.objectContaining({ what: expect.stringContaining("Collected") })]),
  });
  await call("I lost my waybill number, send it again.", ["find", "c1@example.com"], (found) => [
    "resend",
    "email",
    numberIn(found, "email"),
  ]);
  await call("I typed the wrong street.", ["change", "booking", nth(2).waybillNo, "--to-street", "9 Vilakazi Street"]);
  await call("The receiver has another phone.", ["find", "Customer", names[3] ?? ""], (found) => [
    "change",
    "booking",
    numberIn(found, "booking"),
    "--to-phone",
    "0831112222",
  ]);
  // Whatever day it falls on.
  await call("Come the day after tomorrow, in the morning.", [
    "agree",
    nth(4).waybillNo,
    "--day",
    dayFromNow(2),
    "--yes",
    "--from",
    "09:00",
    "--to",
    "12:00",
  ]);
  await call("Call me after five.", ["note", "booking", nth(5).waybillNo, "call after 5"]);
  await call("I don't want to send it any more.", [
    "cancel",
    "booking",
    nth(6).waybillNo,
    "--because",
    "You asked us to.",
  ]);
  await call("I have paid, and have no waybill.", ["find", "late@example.com"], () => [
    "note",
    "payment",
    unpaid.quoteNo,
    "--payfast",
    "1089999",
    "--amount",
    String((unpaid.grandTotalCents ?? 0) / 100),
  ]);
  await call("What do you know of me?", ["export", "customer", "c31@example.com"]);
  await call("Delete me.", ["forget", "customer", "c32@example.com"].concat("--yes"));
  await call("My name is spelled wrong.", ["correct", "customer", "c8@example.com", "--name", "Nomsa Zwane"]);
  await call("What is there to do today?", ["today"]);

  console.info(`${counts.length} calls:\n${counts.join("\n")}`);
  expect(counts).toHaveLength(12);
  for (const count of counts) expect(Number(count[0])).toBeLessThanOrEqual(MOST_COMMANDS_A_CALL);
  expect(await desk.ask("find", "c32@example.com")).toMatchObject({ rows: [] });
  desk.leave();
});

test("two clerks with the same command at once: it happens once, and the record has one of them", async () => {
  const office = await anOffice();
  const { waybillNo } = await office.paid();
  const clerks = ["Thandi", "Zanele"].map((personName) => aDesk(office, { personName }));
  const day = dayFromNow(1);
  await Promise.all(clerks.map((clerk) => clerk.ask("mark", "collected", waybillNo)));
  await Promise.all(clerks.map((clerk) => clerk.ask("agree", waybillNo, "--day", day, "--yes")));
  await Promise.all(clerks.map((clerk) => clerk.ask("note", "booking", waybillNo, "blue gate")));
  await Promise.all(
    clerks.map((clerk) => clerk.ask("change", "booking", waybillNo, "--to-street", "9 Vilakazi Street")),
  );
  expect(office.staff("SELECT action, count(*) AS times FROM staff_actions GROUP BY action ORDER BY action")).toEqual([
    { action: "agreed", times: 1 },
    { action: "changed booking", times: 1 },
    { action: "marked collected", times: 1 },
    { action: "noted", times: 1 },
  ]);
  for (const clerk of clerks) clerk.leave();
});

test("a country is turned off and on by command, and its prices follow", async () => {
  const office = await anOffice();
  const desk = aDesk(office);
  const served = () => office.staff("SELECT served FROM countries WHERE name = 'Botswana'");
  expect(await desk.ask("change", "country", "botswana", "--served", "no")).toMatchObject({
    output: ["Botswana is not served from now on."],
  });
  expect(served()).toEqual([{ served: 0 }]);
  expect(await desk.ask("change", "country", "BW", "--served", "no")).toMatchObject({
    output: ["Botswana is not served already."],
  });
  await desk.ask("change", "country", "BW", "--served", "yes");
  expect(served()).toEqual([{ served: 1 }]);
  expect(await desk.ask("change", "country", "botswna", "--served", "yes")).toMatchObject({
    kind: "refused",
    why: [expect.stringContaining('"botswana"')],
  });
  expect(office.staff("SELECT action FROM staff_history")).toHaveLength(2);
  desk.leave();
});

const phoneOf = (n: number) => `+2783${String(n).padStart(7, "0")}`;

/** A made-up name for each customer, so that names are unique. */
const names = Array.from(
  { length: CUSTOMERS },
  (_, n) => `Zo${[...String(n)].map((digit) => "abcdefghij"[Number(digit)]).join("")}wane`,
);
