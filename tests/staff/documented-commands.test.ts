import { readFileSync, writeFileSync } from "node:fs";
import path from "node:path";
import { inArray } from "drizzle-orm";
import { expect, test } from "vitest";
import { readCall } from "#app/staff/read-call";
import { quotes } from "#db/schema/quotes";
import { staffActions } from "#db/schema/staff-actions";
import { aDesk } from "../support/a-desk";
import { anOffice } from "../support/an-office";
import { changedSince, rowsIn } from "../support/every-row";
import { exampleFiles, examplePeople, withNumbers, wordsOf } from "../support/what-commands-take";

/** The documents' days are relative to this one; their bookings were made before. */
const times = { now: new Date("2026-11-23T08:00:00Z"), before: new Date("2026-11-20T08:00:00Z") };

const pages = ["staff", "operations", "database", "backups"];

/** Refused without --yes, as its page says. */
const needsConsent = /^forget customer [^ ]+$/;

test("every command in docs/ works as documented: a dry run changes nothing, a change is recorded with its author", async () => {
  const office = await anOffice();
  const desk = aDesk(office, { now: times.now });
  await examplePeople(office, times);

  const typed = pages.flatMap((name) => commandsIn(`docs/${name}.md`));
  for (const words of typed) {
    const files = await exampleFiles(office, times);
    for (const [name, content] of Object.entries(files)) writeFileSync(path.join(desk.desk.folder, name), content);
    desk.desk.readInput = () => Buffer.from(files["parcels.txt"]);
    const command = await withNumbers(words, office, times);
    // A buyer's VAT number stands on a larger invoice.
    if (words.includes("--vat-number"))
      await office.store.tx((tx) =>
        tx.update(quotes).set({ grandTotalCents: 6_000_00 }).where(inArray(quotes.quoteNo, command)),
      );
    const { command: known, call } = readCall(command);
    expect(known, words.join(" ")).toBeDefined();
    if (call.has("help")) continue;
    const stood = await rowsIn(office);
    await desk.ask(...command, "--dry-run");
    expect(changedSince(stood, await rowsIn(office)), `${words.join(" ")} --dry-run`).toEqual([]);
    const answer = await desk.ask(...command);
    const changed = changedSince(stood, await rowsIn(office)).map(({ table }) => table);
    if (changed.length > 0) {
      expect(changed, words.join(" ")).toContain("staff_actions");
      expect(await office.store.read.selectDistinct({ who: staffActions.who }).from(staffActions)).toEqual([
        { who: "Zanele" },
      ]);
    }
    if (needsConsent.test(words.join(" "))) {
      expect(answer).toMatchObject({ why: [expect.stringContaining("This would be deleted:"), expect.anything()] });
      continue;
    }
    expect([words.join(" "), answer.kind, answer.kind === "refused" ? answer.why : ""]).toEqual([
      words.join(" "),
      expect.stringMatching(/^(?!refused)/),
      "",
    ]);
  }
  desk.leave();
});

/** `npm run staff -- …` and `thuma staff …` in a page's code blocks, without shell syntax. */
function commandsIn(page: string): string[][] {
  const blocks = [...readFileSync(page, "utf8").matchAll(/```(?:sh)?\n([\s\S]+?)```/g)].map(([, block = ""]) => block);
  const lines = blocks.flatMap((block) => block.split("\n"));
  return lines.flatMap((line) => {
    const [, typed] = /(?:npm run (?:-s )?staff --|thuma staff) ([a-z][^#|<>)]*)/.exec(line) ?? [];
    if (!typed || typed.startsWith("…")) return [];
    return [wordsOf(typed)];
  });
}
