import { beforeEach, describe, expect, test } from "vitest";
import { quoteById } from "#app/domain/parcels/quotes/saved-quotes.server";
import { deskForEachTest } from "../support/a-desk";
import { dayFromNow, officeForEachTest } from "../support/an-office";
import { openedCase } from "../support/opened-case";

const TOMORROW = dayFromNow(1);
const office = officeForEachTest();
const desk = deskForEachTest(office);

/** What a command says, or why it refuses. */
async function said(...args: string[]): Promise<string> {
  const answer = await desk.ask(...args).catch(({ message }: Error) => ({ kind: "refused" as const, why: [message] }));
  const lines = answer.kind === "done" ? answer.output : answer.kind === "refused" ? answer.why : [];
  return lines.join("\n").replaceAll("\u00a0", " ");
}

describe("a rate is typed as people write it:", () => {
  test.each([
    ["days metro town 2-3", "2 to 3 working days"],
    ["days METRO TOWN 1 to 4 days", "1 to 4 working days"],
    ["days metro town 003-003", "3 to 3 working days"],
    ["days metro town none", "no telling"],
    ["days metro town 2-", "refused"],
    ["days metro town 2x-3", "refused"],
    ["zone metro 33,5", "R 33,50"],
    ["fuel 12,5%", "12,5 %"],
    ["fuel fuel 12,25 %", "12,25 %"],
    ["fuel 12,255%", "refused"],
    ["vat 15%", "15 %"],
    ["linehaul gp-wc 65", "R 65,00"],
    ["linehaul wc gp NONE", "no price"],
    ["linehaul gp", "refused"],
  ])("%s: %s", async (typed, inWords) => {
    const answer = await said("change", "rate", ...typed.split(" "), "--from", TOMORROW);
    if (inWords === "refused") expect(answer).not.toMatch(/, from \w+ \d|is like that already/);
    else expect(answer.split("\n")[0]).toMatch(new RegExp(`: ${inWords}(?:\\.|, before: )`));
  });
});

describe("a box is typed as people write it:", () => {
  test.each([
    ["--size", "60x40x40", "60x40x40 cm"],
    ["--size", "60 × 40 X 41", "60x40x41 cm"],
    ["--size", "60*40*4x", "refused"],
    ["--size", "a60x40x40", "refused"],
    ["--max-kg", "2,5", "up to 2,5 kg"],
    ["--max-kg", "2.75 kg", "up to 2,75 kg"],
    ["--max-kg", "7KG", "up to 7 kg"],
    ["--max-kg", "2;5", "refused"],
    ["--max-kg", "2 x kg", "refused"],
    ["--place", "12", "place 12"],
    ["--place", "1.5", "refused"],
    ["--offered", "no", "not offered"],
    ["--example", "a large microwave", "picture box, for example a large microwave"],
    ["--example", "NONE", "picture box, place 9"],
  ])("%s %s: %s", async (option, typed, inWords) => {
    await desk.ask(
      ..."change box crate-60 --new --size 50x30x30 --max-kg 25 --cost 39 --place 9 --picture box --from".split(" "),
      ...[TOMORROW, "--name", "Crate 60"],
    );
    const answer = await said("change", "box", "crate-60", option, typed, "--from", dayFromNow(2));
    if (inWords === "refused") expect(answer).toMatch(/isn't a (?:size|weight|position)/);
    else expect(answer.split(", before: ")[0]).toContain(inWords);
  });
});

test("a change says what was before, which later one holds, and that nothing changes twice", async () => {
  const [first, , later] = [dayFromNow(10), dayFromNow(15), dayFromNow(20)];
  await said("change", "rate", "zone", "town", "40", "--from", later);
  const answer = await said("change", "rate", "zone", "town", "39", "--from", first);
  expect(answer).toMatch(/: R 39,00, before: R \d/);
  expect(answer).toContain("another change applies, which was made earlier");
  expect(await said("change", "rate", "zone", "town", "39", "--from", first)).toContain(
    "is like that already: R 39,00.",
  );
  expect(office.staff("SELECT * FROM staff_history WHERE subject = 'rate zone town'")).toHaveLength(2);
});

test("a driver is added by name and phone, or from an application that was accepted, and nobody else", async () => {
  const application = await office.applied(1, { from_name: "Themba", from_surname: "Zulu", cell: "0831112222" });
  const reference = "reference" in application ? application.reference : "";
  expect(await said("add", "driver", "--application", reference)).toContain("isn't an accepted application");
  await desk.ask("answer", "application", reference, "--accept");
  expect(await said("add", "driver", "--application", reference)).toMatch(
    /^Themba Zulu, 083 111 2222, drives for us\./,
  );
  expect(await said("add", "driver", "Themba Zulu", "--phone", "0831113333")).toContain("gets a new link");
  expect(await said("add", "driver", "Themba Zulu"), "the phone is known").toContain("gets a new link");
  expect(await said("add", "driver", "Sipho Nkosi", "--phone", "12")).toContain(`"12" isn't a phone number`);
  expect(await said("add", "driver", "Sipho Nkosi")).toContain("Which phone?");
  expect(await said("add", "driver")).toContain("Who?");
  expect(await said("assign", "TH4821093753", "--driver", "Themba Sulu")).toContain('Did you mean "Themba Zulu"?');
});

test("a driver is blocked once, and the history says so", async () => {
  await said("add", "driver", "Themba Zulu", "--phone", "0831113333");
  expect(await said("block", "driver", "Themba Zulu")).toContain("is blocked. Their phone shows nothing any more");
  expect(await said("block", "driver", "Themba Zulu")).toBe("Themba Zulu is blocked already.");
  const blocked = "SELECT subject FROM staff_history WHERE action = 'blocked driver'";
  expect(office.staff(blocked)).toEqual([{ subject: "Themba Zulu" }]);
});

test("the coming holidays have their weekday, and whether the law or staff made them", async () => {
  const one = dayFromNow(3);
  expect(await said("change", "holiday", one, "Election day")).toContain("Election day");
  const answer = await desk.ask("list", "holidays");
  const rows = answer.kind === "list" ? answer.rows : [];
  expect(rows).toContainEqual({
    day: one,
    weekday: expect.stringMatching(/day$/),
    name: "Election day",
    source: "added by staff",
  });
  expect(rows).toContainEqual(expect.objectContaining({ name: "Day of Reconciliation", source: "by law" }));
});

test("a refund of a part says what is still to be paid back", async () => {
  const { quote, waybillNo } = await office.paid();
  await said("cancel", "booking", waybillNo, "--because", "the sender phoned");
  const note = (amount: string, reference: string) =>
    said("note", "refund", quote.quoteNo, amount, "--reference", reference);
  expect(await note("30,62", "2211331")).toContain("R 50,00 is still to be paid back.");
  expect(await note("50,00", "2211332")).not.toContain("still to be paid back");
});

test("a wrong number among several is named as it was typed, and nothing is marked", async () => {
  const { waybillNo } = await office.paid();
  const wrong = `${waybillNo.slice(0, -1)}${(Number(waybillNo.at(-1)) + 1) % 10}`;
  const answer = await said("mark", "collected", "TH", wrong.slice(2), waybillNo);
  expect(answer).toContain(`"TH ${wrong.slice(2)}" isn't a waybill number`);
});

test("a place that is pasted as a landmark becomes its plus code", async () => {
  const { quote, waybillNo } = await office.paid();
  await said("change", "booking", waybillNo, "--to-landmark", "Green door, -26.2372, 27.9122");
  const changed = await quoteById(office.store.read, quote.id);
  expect(changed?.formSnapshot.addresses.toLandmark).toBe("Green door, 5G59QW76+4V");
});

test("the clock is hours and minutes, as a browser's field may send it too", async () => {
  const { waybillNo } = await office.paid();
  const agree = (from: string) =>
    said("agree", waybillNo, "--day", dayFromNow(3), "--from", from, "--to", "12:00", "--yes");
  for (const from of ["9", "09:00", "9h00", "09:00:00", "09:00:00.000"])
    expect(await agree(from)).toMatch(/^(?!.*isn't a time).*09:00/s);
  expect(await agree("25:00")).toContain(`"25:00" isn't a time`);
});

test("a name can have 60 characters", async () => {
  const add = (name: string) => said("add", "person", name, "--email", "x@office.example", "--right", "clerk");
  expect(await add("x".repeat(61))).toBe("A name can have at most 60 characters.");
  expect(await add("x".repeat(60))).toContain("/office/join?code=");
});

test("a box's row has its size, its weight in kilograms and its price in rand", async () => {
  const answer = await desk.ask("list", "boxes");
  const flyer = { box: "flyer-bag", size_cm: "31x45x45", max_kg: 1, rand: 4.1, offered: true };
  expect(answer.kind === "list" ? answer.rows : []).toContainEqual(expect.objectContaining(flyer));
});

test("an invoice's row has its amounts without VAT, of VAT, and with it", async () => {
  const { quote } = await office.paid();
  const answer = await desk.ask("export", "invoices", "--from", dayFromNow(0), "--until", dayFromNow(0));
  const [row] = answer.kind === "list" ? answer.rows : [];
  expect(row).toMatchObject({
    quote_no: quote.quoteNo,
    gross: (quote.grandTotalCents ?? 0) / 100,
    fee: expect.any(Number),
  });
  expect(Number(row?.net) + Number(row?.vat)).toBeCloseTo(Number(row?.gross), 5);
  expect(row?.vat).toBeGreaterThan(0);
});

test("what wasn't to change isn't withdrawn, and the history doesn't say so", async () => {
  const withdraw = () => said("withdraw", "change", "rate", "fuel", "--from", TOMORROW);
  expect(await withdraw()).not.toContain("Withdrawn");
  expect(office.staff("SELECT * FROM staff_history")).toEqual([]);
  await said("change", "rate", "fuel", "12,5%", "--from", TOMORROW);
  expect(await withdraw()).toContain("Withdrawn: 12,5 %.");
});

test("a driver without stops has no run sheet", async () => {
  await said("add", "driver", "Themba Zulu", "--phone", "0831113333");
  const sheet = await said("print", "run-sheet", "--driver", "Themba Zulu", "--date", TOMORROW);
  expect(sheet).toBe(`Themba Zulu has no stops on ${TOMORROW}.`);
});

test("a case says how its answer went out: by email, by text, or not at all", async () => {
  const { waybillNo } = await office.paid();
  const answered = async (contact: string) => {
    const report = { kind: "not_there" as const, words: "It never came", contact: contact || null };
    const { caseNo } = await openedCase(office, waybillNo, report);
    return (await said("answer", "case", caseNo, "We are looking for it.")).replace(caseNo, "It");
  };
  expect(await answered("lerato@example.co.za")).toMatch(/^It is answered\. /);
  expect(await answered("+27825550101")).toBe("It is answered, by text to 082 555 0101.");
  expect(await answered("")).toMatch(/^It is answered here only: no email or phone was given\./);
  const history = await desk.ask("history", waybillNo);
  const opened = { who: "somebody", what: expect.stringMatching(/^opened case C\d{8}: /) };
  expect(history.kind === "list" ? history.rows : []).toContainEqual(expect.objectContaining(opened));
});

test("a very high price is said twice, and its quote says what it cost before", async () => {
  const { quoteNo } = await office.booked({ addresses: { fromPostal: "9100" } });
  expect(await said("price", "quote", quoteNo, "99000")).toContain("is a lot for a parcel");
  expect(await said("price", "quote", quoteNo, "99000", "--yes")).toContain("R 99 000,00");
});

test("a note is words, or --undo, and not both; without either nothing is noted", async () => {
  const { waybillNo } = await office.paid();
  const note = (...args: string[]) => said("note", "booking", waybillNo, ...args);
  expect(await note()).toContain("What should the note say?");
  expect(await note("call after 5", "--undo")).toContain("leave out the words");
  expect(await note("--undo")).toContain("has no note");
  expect(await note("x".repeat(2_000))).toContain("can have at most");
  expect(await note("call after 5")).toBe(`${waybillNo}: noted.`);
  expect(await note("call after 5")).toContain("has this note already");
  expect(await note("--undo")).toBe("Deleted: “call after 5”");
});

test("a notice is closed by the quote's number or PayFast's, once, and only one that was refused", async () => {
  const quote = await office.booked();
  const close = (number: string) => said("close", "payment", number, "--because", "PayFast has no such payment");
  expect(await close(quote.quoteNo)).toBe(`${quote.quoteNo}: no notice of it was refused.`);
  expect(await close("Q48210934")).toBe("There is no quote Q48210934.");
  expect(await close("1089999;")).toContain("isn't a quote number");
  await office.tell(quote, { pfPaymentId: "1089999", cents: 70_00 });
  expect(await close("1089999")).toBe("1089999: closed. It leaves today.");
  expect(await close(quote.quoteNo)).toBe(`${quote.quoteNo}: this was closed before.`);
  expect(office.staff("SELECT subject FROM staff_history")).toEqual([{ subject: quote.quoteNo }]);
});

test("the proof of a delivery says who says so, of how many pieces, and that no PIN was asked for", async () => {
  const { waybillNo } = await office.paid({ parcel: { quantity: 3 } });
  const proof = async () => {
    const answer = await desk.ask("proof", waybillNo);
    return answer.kind === "list" ? answer.rows : [];
  };
  await desk.ask("mark", "collected", waybillNo);
  expect(await proof()).toEqual([]);
  await desk.ask("mark", "delivered", waybillNo, "--pieces", "2");
  await desk.ask("mark", "delivered", waybillNo);
  expect(await proof()).toMatchObject([
    { who: "office", what: "Delivered, 2 of 3 pieces", proof: "marked in the office: no PIN was asked for", photos: 0 },
    { who: "office", what: expect.stringMatching(/^Delivered, [13] of 3 pieces$/) },
  ]);
  expect(await said("proof", waybillNo, "--photo")).toBe(`${waybillNo} has no photo.`);
});

test("slips of typed numbers are printed all or not at all, and it is said why", async () => {
  const [good, cancelled] = [await office.paid(), await office.paid()];
  await desk.ask("cancel", "booking", cancelled.waybillNo, "--because", "The sender asked us to.");
  expect(await desk.ask("print", good.waybillNo)).toMatchObject({
    kind: "paper",
    output: "1 parcel, 1 slip.",
    why: [],
  });
  const none = await said("print", good.waybillNo, cancelled.waybillNo, "TH4821093753");
  expect(none).toContain(`${cancelled.waybillNo}: its booking was cancelled`);
  expect(none).toContain("TH4821093753: there is no such waybill");
  expect(none).toContain("No slip was printed.");
});

test("a rate that has no other name is called by its kind alone", async () => {
  expect(await said("change", "rate", "fuel", "12,5%", "--from", TOMORROW)).toMatch(/^rate fuel, from /);
  expect(await said("change", "rate", "zone", "metro", "33,5", "--from", TOMORROW)).toMatch(/^rate zone metro, from /);
});

describe("somebody of the office is meant", () => {
  beforeEach(async () => {
    for (const [name, email] of [
      ["Thandi Nkosi", "thandi@office.example"],
      ["Sipho Dube", "sipho@office.example"],
      ["Sipho Dube", "dube@office.example"],
    ] as const)
      await said("add", "person", name, "--email", email, "--right", "clerk");
  });

  test.each([
    ["thandi NKOSI", "Thandi Nkosi"],
    ["THANDI@office.example", "Thandi Nkosi"],
    ["Thandi Nkos", 'Nobody in the office is called "Thandi Nkos". Did you mean "Thandi Nkosi"?'],
    ["Sipho Dube", "have this name. Give the email."],
    ["dube@office.example", "Sipho Dube"],
  ])("by %s: %s", async (typed, words) => {
    expect(await said("block", "person", typed)).toContain(words);
  });
});
