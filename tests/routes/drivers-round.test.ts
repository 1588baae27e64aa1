import { afterAll, beforeAll, expect, test } from "vitest";
import { consequences, type Report, reportChoices } from "#app/domain/waybills/reports";
import { inTheFile } from "../support/a-guest";
import { aRound, signedInDriver } from "../support/a-round";
import { openSite, type Site } from "../support/open-site";
import { staffList } from "../support/staff";
import { Visitor } from "../support/visitor";

const STOPS = 30;
const reports = Object.keys(reportChoices) as Report[];

let site: Site;
let phone: Visitor;
let stops: string[];
beforeAll(async () => {
  site = await openSite();
  const [round] = await aRound(site, ["Sipho Nkosi"], STOPS);
  if (!round) throw new Error("no round");
  stops = round.stops;
  phone = await signedInDriver(site, round, new Visitor(site.url));
});
afterAll(() => site.stop());

const asked = <Row>(statement: string) => inTheFile<Row>(site, statement);
const buttons = { nobody_there: "Nobody there", something_wrong: "Something is wrong" };

test("a round of 30 stops: each is told as it was, what the office must do is in its lists, and tomorrow's plan has the rest", async () => {
  const expected = new Map<string, { kinds: string[]; told: string[]; report?: Report }>();
  for (const [at, stop] of stops.entries()) {
    await phone.open(`/drive/stop/${stop}`);
    const report = reports[at % (reports.length + 3)];
    if (report) {
      const { button, words } = reportChoices[report];
      const { history } = consequences[report].delivery;
      await phone.press(buttons[button], { reason: words });
      const told = history === "reported" ? [] : ["receiver email", "receiver sms", "sender email"];
      expected.set(stop, { kinds: [history], told, report });
    } else if (at % (reports.length + 3) === reports.length) {
      const [row] = asked<{ pin: string }>(`SELECT pin FROM delivery_pins WHERE waybill_no = '${stop}'`);
      await phone.press("Delivered", { pin: row?.pin ?? "" });
      expected.set(stop, { kinds: ["delivered"], told: ["receiver email", "sender email"] });
    } else {
      await phone.press("Nobody there", { reason: reportChoices.gate_closed.words });
      await phone.open(`/drive/stop/${stop}`);
      await phone.press("Delivered", { takenBy: "Gogo Mabena", reason: "The phone is off or lost" });
      const failed = ["receiver email", "receiver sms", "sender email"];
      const told = [...failed, "receiver email", "sender email"].toSorted();
      expected.set(stop, { kinds: ["failed_attempt", "delivered"], told });
    }
  }
  const [open, planned] = [
    await staffList(site, ["show", "driver_reports"]),
    await staffList(site, ["plan", "--date", "tomorrow"]),
  ];
  for (const [stop, { kinds, told, report }] of expected) {
    const events = asked<{ kind: string }>(
      `SELECT kind FROM tracking_events WHERE waybill_no = '${stop}' AND kind NOT IN ('booked', 'collected', 'out_for_delivery') ORDER BY happened_at`,
    );
    expect([stop, report, events.map(({ kind }) => kind)]).toEqual([stop, report, kinds]);
    const messages = asked<{ person: string; channel: string }>(
      `SELECT person, channel FROM outgoing_mails WHERE letter_key LIKE 'delivered:%' AND quote_id IN (SELECT quote_id FROM waybills WHERE waybill_no = '${stop}')
       UNION ALL SELECT person, channel FROM outgoing_mails WHERE letter_key LIKE 'failed_attempt:%' AND quote_id IN (SELECT quote_id FROM waybills WHERE waybill_no = '${stop}')`,
    );
    expect([stop, report, messages.map(({ person, channel }) => `${person} ${channel}`).toSorted()]).toEqual([
      ...[stop, report, told.toSorted()],
    ]);
    const follows = report && consequences[report].delivery;
    const row = open.find(({ waybill_no }) => waybill_no === stop);
    expect([stop, report, row?.what_to_do]).toEqual([
      ...[stop, report, follows?.history === "reported" ? follows.office : undefined],
    ]);
    const isPlanned = planned.some(({ waybill_no }) => waybill_no === stop);
    expect([stop, report, isPlanned]).toEqual([stop, report, follows ? !follows.waits : false]);
  }
});
