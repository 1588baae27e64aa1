import { afterEach, describe, expect, test, vi } from "vitest";
import { whyLeftOut } from "#app/domain/parcels/reports";
import { saDay, saMoment } from "#app/domain/values/sa-time";
import { inTheFile } from "../support/a-guest";
import { aRound, signedInDriver } from "../support/a-round";
import { siteForAllTests } from "../support/open-site";
import { Visitor } from "../support/visitor";

const WAY_BACK = "Pressed by mistake? Take it back";
const NO_PIN = { takenBy: "Gogo Mabena", reason: "The phone is off or lost" };

const site = siteForAllTests();

afterEach(() => {
  vi.useRealTimers();
});

describe("a driver who pressed the wrong button", () => {
  test("takes it back on the page that follows, and marks the stop again with the same PIN", async () => {
    const { phone, stops } = await aDriver("Sipho Nkosi", 1);
    const [stop = ""] = stops;
    const [{ pin } = { pin: "" }] = inTheFile<{ pin: string }>(
      site,
      `SELECT pin FROM delivery_pins WHERE waybill_no = '${stop}'`,
    );
    expect((await phone.open(`/drive/stop/${stop}`)).text).not.toContain("taken back");
    await phone.press("Delivered", { pin });
    expect(phone.page?.text).toContain("is saved.");
    const form = phone.filledIn(WAY_BACK);
    const page = await phone.press(WAY_BACK);
    expect(page.url).toContain(`/drive/stop/${stop}`);
    expect(page.text).toContain("The mark is taken back. Press what is right.");
    expect(page.document.querySelector("h1")?.text).toBe("Deliver to Sipho Dlamini");
    expect(events(stop)).not.toContain("delivered");
    expect((await new Visitor(site.url).open(`/tracking?no=${stop}`)).text).not.toMatch(/Delivered on/);
    expect(queued(stop, "delivered")).toBe(0);

    await phone.press("Delivered", { pin });
    expect(events(stop)).toContain("delivered");
    // The answer to the first form was lost: it takes nothing more back.
    expect((await phone.send(form.action, { method: "POST", body: form.body })).status).toBe(303);
    expect(events(stop)).toContain("delivered");
    expect(queued(stop, "delivered")).toBeGreaterThan(0);
  });

  test("takes it back on the stop's page too: of all parcels that the press marked", async () => {
    const { phone, stops } = await aDriver("Ayanda Zulu", 3);
    const [first = "", second = "", third = ""] = stops;
    await phone.open(`/drive/stop/${first}`);
    const also = phone.page?.document.querySelectorAll("#nobody_there input[name=also]") ?? [];
    await phone.press("Nobody there", {
      ...{ reason: "The gate is closed", also: also[0]?.getAttribute("value") ?? "" },
      whyLeft: whyLeftOut()[0] ?? "",
    });
    for (const each of [first, second]) expect(events(each)).toContain("failed_attempt");
    await phone.open(`/drive/stop/${second}`);
    await phone.press("Pressed by mistake? Take all 2 back");
    for (const each of stops) expect(events(each)).not.toContain("failed_attempt");
    const list = await phone.open("/drive");
    expect(list.text).toContain("3 to do, 0 done.");
    expect(third).not.toBe("");
  });

  test("presses Back after that: the old form makes no mark, and says so; pressed again it does", async () => {
    const { phone, stops } = await aDriver("Busi Khoza", 1);
    const [stop = ""] = stops;
    await phone.open(`/drive/stop/${stop}`);
    const old = phone.filledIn("Delivered", NO_PIN);
    await phone.press("Delivered", NO_PIN);
    await phone.press(WAY_BACK);
    const refused = await phone.follow(await phone.send(old.action, { method: "POST", body: old.body }));
    expect(refused.status).toBe(400);
    expect(refused.text).toContain("You took this mark back. Press again what is right.");
    // A phone that had kept the same form forgets it, and the office gets no report.
    const kept = await phone.send(`${old.action}?at=${new Date().toISOString()}`, { method: "POST", body: old.body });
    expect([kept.status, kept.headers.get("Mark-Reported")]).toEqual([403, ""]);
    expect(inTheFile(site, `SELECT id FROM reported_marks WHERE waybill_no = '${stop}'`)).toEqual([]);
    expect(events(stop)).not.toContain("delivered");
    await phone.open(`/drive/stop/${stop}`);
    await phone.press("Delivered", NO_PIN);
    expect(events(stop)).toContain("delivered");
  });

  test("is told after a minute whom to phone, on the stop's page and by a button that comes too late", async () => {
    // A minute before the first of a day is another day, with other stops.
    vi.useFakeTimers({ toFake: ["Date"], shouldAdvanceTime: true, now: saMoment(saDay(new Date()), "12:00") });
    const { phone, stops } = await aDriver("Nandi Sithole", 1);
    const [stop = ""] = stops;
    await phone.open(`/drive/stop/${stop}`);
    await phone.press("Delivered", NO_PIN);
    const { action, body } = phone.filledIn(WAY_BACK);
    const before = new Date(Date.now() - 60_000).toISOString();
    const times = `received_at = '${before}', filled_in_at = '${before}'`;
    inTheFile(site, `UPDATE driver_marks SET ${times} WHERE waybill_no = '${stop}'`);
    inTheFile(site, `UPDATE stops SET assigned_at = '${before}' WHERE waybill_no = '${stop}'`);
    const late = await phone.follow(await phone.send(action, { method: "POST", body }));
    expect(late.status).toBe(409);
    expect(late.text).toMatch(/^The mark was not taken back ?More than a minute has passed.*Phone the office: \d/);
    expect(events(stop)).toContain("delivered");
    const page = await phone.open(`/drive/stop/${stop}`);
    expect(page.text).toMatch(/Pressed by mistake\? Phone the office: \d/);
    expect(page.document.querySelector("form")).toBeNull();
  });
});

test("nobody else takes a mark back: not another driver, another site, or a phone that isn't signed in", async () => {
  const [sipho, other] = [await aDriver("Zanele Dube", 1), await aDriver("Lerato Mokoena", 1)];
  const [stop = ""] = sipho.stops;
  await sipho.phone.open(`/drive/stop/${stop}`);
  await sipho.phone.press("Delivered", NO_PIN);
  const { action, body } = sipho.phone.filledIn(WAY_BACK);
  expect((await new Visitor(site.url).send(action, { method: "POST", body })).status).toBe(403);
  const headers = { Origin: "https://elsewhere.example" };
  expect((await sipho.phone.send(action, { method: "POST", body, headers })).status).toBe(403);
  await other.phone.open("/drive/sign-out");
  body.set("token", other.phone.page?.document.querySelector("[name=token]")?.getAttribute("value") ?? "");
  expect((await other.phone.send(action, { method: "POST", body })).status).toBe(409);
  expect(events(stop)).toContain("delivered");
  expect((await sipho.phone.open("/drive/take-back")).text).toContain("The mark was not taken back");
});

async function aDriver(name: string, stops: number) {
  const [round] = await aRound(site, [name], stops);
  if (!round) throw new Error("no round");
  return { phone: await signedInDriver(site, round, new Visitor(site.url)), stops: round.stops };
}

const events = (waybillNo: string) =>
  inTheFile<{ kind: string }>(site, `SELECT kind FROM tracking_events WHERE waybill_no = '${waybillNo}'`).map(
    ({ kind }) => kind,
  );

const queued = (waybillNo: string, event: string) =>
  inTheFile(
    site,
    `SELECT id FROM outgoing_mails WHERE letter_key LIKE '${event}:%' AND quote_id = (SELECT quote_id FROM waybills WHERE waybill_no = '${waybillNo}')`,
  ).length;
