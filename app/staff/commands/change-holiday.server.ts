import { visitsOnDay } from "#app/domain/drivers/visits-on-day.server";
import { changeHoliday, holidaysToCome } from "#app/domain/prices/proclaimed-holidays.server";
import { saWeekday } from "#app/domain/values/sa-time";
import { UsageError } from "#app/domain/values/usage-error";
import { commandNamed, say } from "#app/language/say";
import { list } from "../answer";
import { command } from "../command";
import { act, did, notDone } from "../desk.server";
import { whatLiesThere } from "./what-lies-there";

const LONGEST_NAME = 60;

export const changeHolidayCommand = command({
  name: "change holiday",
  page: "check first",
  right: "manager",
  also: "closed day, public holiday, proclaimed, election",
  summary: "add a public holiday that is not in the law, such as an election day; none removes it",
  more: say`We don't collect or deliver on it, so delivery days leave it out. ${commandNamed("list holidays")}
    shows all of them. The visits of that day are listed: ${commandNamed("delay")} tells sender and receiver.`,
  examples: ['change holiday 2027-11-03 "Local elections"', "change holiday 2027-11-03 none"],
  arguments: {
    day: { kind: "day", label: "day" },
    name: {
      kind: "words",
      shown: "name or none",
      label: "what it is called; none removes it",
      required: "What is it called? For example: Local elections.",
    },
  },
  async run({ day, name }, desk) {
    if (name.length > LONGEST_NAME)
      throw new UsageError(say`A holiday's name can have at most ${LONGEST_NAME} characters.`);
    const isTakenBack = name.toLowerCase() === "none";
    return act(desk, async (tx) => {
      const changed = await changeHoliday(tx, day, isTakenBack ? null : name, desk.now);
      if (!changed.ok) return notDone(changed.why);
      const was = changed.before ? `, before: ${changed.before}` : "";
      const inWords = isTakenBack ? `no holiday any more${was}` : `${name}${was}`;
      return did(
        { action: "changed holiday", subject: `holiday ${day}`, details: inWords },
        say`${saWeekday(day)}: ${inWords}.`,
        ...(isTakenBack
          ? []
          : whatLiesThere(await visitsOnDay(tx, day), { all: "yes", from: day, until: day, because: name })),
      );
    });
  },
});

export const listHolidays = command({
  name: "list holidays",
  page: { button: "Show the holidays", reads: "few rows" },
  right: "reader",
  also: "closed days, public holidays",
  summary: "the coming public holidays of this year and the next",
  async run(_, { store, now }) {
    const holidays = await holidaysToCome(store.read, now);
    const rows = holidays.map(({ day, name, isProclaimed }) => ({
      day,
      weekday: saWeekday(day).split(" ")[0] ?? "",
      name,
      source: isProclaimed ? "added by staff" : "by law",
    }));
    return list(rows, "There are no holidays.");
  },
});
