import { describe, expect, test } from "vitest";
import { tellDelays } from "#app/domain/messages/tell-delays.server";
import { addDelay } from "#app/domain/prices/delays.server";
import { saWeekday } from "#app/domain/values/sa-time";
import { outgoingMails } from "#db/schema/mail";
import { deskForEachTest } from "../support/a-desk";
import { dayFromNow, officeForEachTest } from "../support/an-office";

const office = officeForEachTest();
const desk = deskForEachTest(office);
const TODAY = dayFromNow(0);
const TOMORROW = dayFromNow(1);

const messages = async () => (await office.store.read.select().from(outgoingMails)).map(({ emailKey }) => emailKey);
const delay = (...more: string[]) => desk.ask("delay", "--area", "1431-1432", ...more);
const aFlood = (codes: { fromCode: string; toCode: string } | null, until = TOMORROW) =>
  office.store.tx((tx) =>
    addDelay(tx, { codes, fromDay: TODAY, untilDay: until, because: "flood", who: "Zanele" }, new Date()),
  );
const HERE = { fromCode: "1431", toCode: "1432" };

describe("delay", () => {
  test("says how many are told, names each agreed visit, and shows the messages word for word, before it does it", async () => {
    const { waybillNo } = await office.paid();
    await desk.ask("agree", waybillNo, "--day", TOMORROW, "--from", "9", "--to", "12:00", "--yes");
    const before = await messages();
    const said = await delay("--until", TOMORROW, "--because", "flood.");
    expect(said).toMatchObject({
      kind: "done",
      output: [
        expect.stringMatching(/^We can't collect or deliver in Katlehong before .+: flood\.$/),
        "1 parcel, 2 people, 1 text: about R\u00a00,40.",
        "These visits were agreed on, so phone about them:",
        expect.stringMatching(new RegExp(`^${waybillNo}: collection agreed for .+, 09:00 to 12:00, Thandi Nkosi, .+`)),
        expect.stringMatching(
          /^Email to both people \(collection\), “Your parcel is delayed”: “We are sorry.+flood.+don't need/,
        ),
        expect.stringMatching(/^Text to the sender: “Thuma Couriers: your parcel TH .+flood/),
        expect.stringContaining("within a minute"),
      ],
    });
    expect(await messages()).toEqual(before);
    await tellDelays(office.store, new Date());
    expect((await messages()).filter((key) => key.startsWith("delayed:"))).toHaveLength(3);
    expect(office.staff("SELECT postal_codes, place, status, parcels_told, who FROM staff_delays")).toEqual([
      { postal_codes: "1431-1432", place: "Katlehong", status: "Nobody comes", parcels_told: 1, who: "Zanele" },
    ]);
    expect(await delay("--until", TOMORROW, "--because", "flood")).toMatchObject({ isUnchanged: true });
    expect(await delay("--end")).toMatchObject({ output: [expect.anything(), expect.stringContaining("1 parcel.")] });
    expect(await delay("--end")).toMatchObject({ kind: "refused" });
  });

  test.each([
    [["--until", TOMORROW, "--because", "see http://a.example"], "a link"],
    [["--until", TOMORROW, "--because", "x".repeat(61)], "60 characters"],
    [["--until", TOMORROW], "Why?"],
    [["--until", TOMORROW, "--because", "\u200B"], "Why?"],
    [["--until", TOMORROW, "--because", "go to 41.0.0.1"], "a link"],
    [["--because", "flood"], "Until when?"],
    [["--until", dayFromNow(-1), "--because", "flood"], "is over"],
    [["--until", dayFromNow(61), "--because", "flood"], "60 days"],
    [["--all", "--until", TOMORROW, "--because", "flood"], "Where?"],
    [["--end", "--until", TOMORROW], "leave out the day"],
  ])("refuses %j", async (typed, why) => {
    await expect(delay(...typed)).rejects.toThrow(why);
    expect(office.staff("SELECT * FROM staff_delays")).toEqual([]);
  });
});

test("a range that ends before it begins is no place", async () => {
  const asked = desk.ask("delay", "--area", "1432-1431", "--until", TOMORROW, "--because", "flood");
  await expect(asked).rejects.toThrow("ends before it begins");
  expect(office.staff("SELECT * FROM staff_delays")).toEqual([]);
});

describe("while a place is delayed", () => {
  test("an agreed visit there that its people were told of waits for no driver and isn't promised, until it is agreed on anew", async () => {
    const { waybillNo } = await office.paid();
    const agree = () => desk.ask("agree", waybillNo, "--day", TOMORROW, "--yes");
    const waiting = () => [
      office.staff("SELECT what, number, person FROM staff_promises"),
      office.staff("SELECT waybill_no FROM staff_agreed_undriven"),
      office.staff("SELECT first_person FROM staff_today WHERE work = 'Agreed for today or tomorrow, no driver'"),
    ];
    await agree();
    const all = [
      [{ what: "Visit as agreed", number: waybillNo, person: "Thandi Nkosi" }],
      [{ waybill_no: waybillNo }],
      [{ first_person: expect.stringMatching(/^Thandi Nkosi, /) }],
    ];
    expect(waiting()).toEqual(all);
    await aFlood(HERE);
    expect(waiting()).toEqual(all);
    await tellDelays(office.store, new Date());
    expect(waiting()).toEqual([[], [], [{ first_person: null }]]);
    await desk.ask("agree", waybillNo, "--none");
    await agree();
    expect(waiting()).toEqual(all);
  });

  test("assign, plan and agree ask first, and do it when it is meant", async () => {
    const { waybillNo } = await office.paid();
    await aFlood(HERE);
    await desk.ask("add", "driver", "Sipho Nkosi", "--phone", "0831234567");
    const asks = { kind: "refused", why: [expect.stringMatching(/We can't collect .+flood.+add --yes/)] };
    const assign = [waybillNo, "--driver", "Sipho Nkosi"];
    expect(await desk.ask("assign", ...assign)).toMatchObject(asks);
    expect(await desk.ask("plan", "--driver", "Sipho Nkosi")).toMatchObject(asks);
    expect(await desk.ask("agree", waybillNo, "--day", TOMORROW)).toMatchObject({ kind: "refused" });
    expect(await desk.ask("plan")).toMatchObject({ rows: [{ waybill_no: waybillNo, delayed: "flood" }] });
    expect(await desk.ask("assign", ...assign, "--date", dayFromNow(3))).toMatchObject({ kind: "done" });
    expect(await desk.ask("assign", ...assign, "--yes")).toMatchObject({ kind: "done" });
  });

  test("another place, and a parcel that is only delivered there, are sent to without a question", async () => {
    const { waybillNo } = await office.paid();
    await aFlood({ fromCode: "1800", toCode: "1899" });
    await desk.ask("add", "driver", "Sipho Nkosi", "--phone", "0831234567");
    expect(await desk.ask("assign", waybillNo, "--driver", "Sipho Nkosi")).toMatchObject({ kind: "done" });
  });
});

describe("what lies there is listed, and the delay for it is named", () => {
  test("by change holiday: visits that were agreed, that were given to a driver, and whose day the sender chose", async () => {
    const day = dayFromNow(30);
    const [agreed, given] = [await office.paid(), await office.paid()];
    const chosen = await office.paid({ parcel: { collectionDay: day } });
    await desk.ask("agree", agreed.waybillNo, "--day", day, "--yes");
    await desk.ask("add", "driver", "Sipho Nkosi", "--phone", "0831234567");
    await desk.ask("assign", given.waybillNo, "--driver", "Sipho Nkosi", "--date", day);
    const { output } = (await desk.ask("change", "holiday", day, "Mourning day")) as { output: string[] };
    expect(output[0]).toBe(`${saWeekday(day)}: Mourning day.`);
    expect(output[1]).toBe("3 visits are planned there:");
    expect(output.slice(2, 5)).toEqual(
      expect.arrayContaining([
        expect.stringContaining(`${agreed.waybillNo}: collection, agreed, Thandi Nkosi`),
        expect.stringContaining(`${chosen.waybillNo}: collection, chosen by the sender, Thandi Nkosi`),
        expect.stringContaining(`${given.waybillNo}: collection, driver Sipho Nkosi, Thandi Nkosi`),
      ]),
    );
    expect(output.at(-1)).toBe(
      `Nobody is told. To tell them: delay --all --from ${day} --until ${day} --because "Mourning day".`,
    );
  });

  test("by change area, if it is served no longer", async () => {
    const { waybillNo } = await office.paid();
    const { output } = (await desk.ask("change", "area", "1431-1432", "--served", "no", "--from", "today")) as {
      output: string[];
    };
    expect(output.slice(1)).toEqual([
      "1 visit is planned there:",
      expect.stringContaining(`${waybillNo}: collection`),
      "Nobody is told. To tell them: delay --area 1431-1432 --until … --because ….",
    ]);
  });
});
