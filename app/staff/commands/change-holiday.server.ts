import { changeHoliday, holidaysToCome } from "#app/domain/price-tables/proclaimed-holidays.server";
import { saWeekday } from "#app/domain/values/sa-time";
import { UsageError } from "../../domain/values/usage-error";
import { list } from "../answer";
import type { Command } from "../command";
import { act } from "../desk.server";
import { dayFrom, nothingMore } from "../words";

const LONGEST_NAME = 60;

export const changeHolidayCommand: Command = {
  name: "change holiday",
  right: "manager",
  takes: "<day> <name or none>",
  summary: "add a public holiday that is not in the law, such as an election day; none removes it",
  more: ["We don't collect or deliver on it, so delivery days leave it out. list holidays shows all of them."],
  examples: ['change holiday 2027-11-03 "Local elections"', "change holiday 2027-11-03 none"],
  options: {},
  async run({ words }, desk) {
    const [typed, ...rest] = words;
    const day = dayFrom(typed, desk.now);
    const name = rest.join(" ").trim();
    if (!name) throw new UsageError('What is it called? For example: change holiday 2027-11-03 "Local elections".');
    if (name.length > LONGEST_NAME)
      throw new UsageError(`A holiday's name can have at most ${LONGEST_NAME} characters.`);
    const isTakenBack = name.toLowerCase() === "none";
    return act(desk, async (tx) => {
      const changed = await changeHoliday(tx, day, isTakenBack ? null : name, desk.now);
      if (!changed.ok) return { ok: false, why: [changed.refusal] };
      const was = changed.before ? `, before: ${changed.before}` : "";
      const inWords = isTakenBack ? `no holiday any more${was}` : `${name}${was}`;
      return {
        ok: true,
        output: [`${saWeekday(day)}: ${inWords}.`],
        actions: [{ action: "changed holiday", subject: `holiday ${day}`, details: inWords }],
      };
    });
  },
};

export const listHolidays: Command = {
  name: "list holidays",
  right: "reader",
  takes: "",
  summary: "the coming public holidays of this year and the next",
  more: [],
  examples: ["list holidays"],
  options: {},
  async run({ words }, { store, now }) {
    nothingMore(words);
    const holidays = await holidaysToCome(store.read, now);
    const rows = holidays.map(({ day, name, isProclaimed }) => ({
      day,
      weekday: saWeekday(day).split(" ")[0] ?? "",
      name,
      source: isProclaimed ? "added by staff" : "by law",
    }));
    return list(rows, "There are no holidays.");
  },
};
