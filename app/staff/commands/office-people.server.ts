import {
  addPerson as add,
  blockPerson as block,
  comeIntoTheOffice,
  JOIN_HOURS,
} from "#app/domain/office/invitations.server";
import {
  inRecord,
  type OfficeRow,
  peopleOfOffice,
  personWithEmail,
  rights,
  rightsInWords,
} from "#app/domain/office/people.server";
import { queueEmail } from "#app/domain/post/outbox.server";
import { isValidEmail, normaliseEmail } from "#app/domain/values/email";
import { UsageError } from "#app/domain/values/usage-error";
import { field, listNamed, say } from "#app/language/say";
import { officePaths } from "#app/paths";
import type { Reader } from "#db/store.server";
import { command } from "../command";
import { act, type Desk, did, emailNote, nameFrom, notDone, wayIn, whoActs } from "../desk.server";
import { didYouMean } from "../did-you-mean";

const email = (typed: string): string => {
  if (!isValidEmail(typed)) throw new UsageError(say`"${typed}" isn't an email address.`);
  return normaliseEmail(typed);
};

export const addPerson = command({
  name: "add person",
  page: "check first",
  right: "manager",
  also: "new colleague, lost phone, forgot password, another right, locked out",
  summary: "give somebody access to the office in a browser, and send the link to choose a password",
  more: say`The link works once, for ${JOIN_HOURS} hours; a newer one ends it. If the email is known already,
    everything starts again: password, codes and sessions end at once. So use it also for a forgotten password, a
    lost phone or another right. ${rightsInWords} All managers get an email about it. The first manager is added in
    the terminal; managers add the others. Nobody can change their own access on a page.`,
  examples: ['add person "Thandi Nkosi" --email thandi@example.com --right clerk'],
  arguments: {
    name: {
      kind: "words",
      label: "their name, as the record shows it",
      required: "Who? Give their name, such as Thandi Nkosi.",
      read: nameFrom,
    },
  },
  options: {
    email: {
      kind: "words",
      shown: "email",
      label: "their email, with which they sign in",
      required: say`Which email? Use ${field("email")}, such as thandi@example.com.`,
      read: email,
    },
    right: {
      kind: "choice",
      of: rights,
      label: "what they may do",
      required: say`Which right? Use ${field("right")} and one of: ${rights.join(", ")}.`,
    },
  },
  async run({ name, email, right }, desk) {
    return act(desk, async (tx) => {
      if (isOwn(desk, email)) return notDone(OWN);
      const { id, code, added } = await add(tx, { name, email, right }, whoActs(desk), desk.now);
      const url = desk.site.appUrl + officePaths.join(code);
      await queueEmail(
        tx,
        "the office",
        comeIntoTheOffice({ id, name, email }, { url, hours: JOIN_HOURS }, desk.now),
        desk.now,
      );
      return did(
        { action: added ? "added person" : "started person again", subject: inRecord({ name, email }), details: right },
        say`${name}, ${email}, ${added ? "gets access" : "starts again"} as a ${right}.`,
        "They get an email with the link to choose a password.",
        emailNote,
        ...wayIn(desk, url),
      );
    });
  },
});

export const blockPerson = command({
  name: "block person",
  page: "check first",
  right: "manager",
  also: "colleague has left, lost phone, stolen",
  summary: "sign somebody out of the office at once, for good",
  more: say`Their password and codes end too, and all managers get an email about it. Add the person again to undo
    it.`,
  examples: ["block person thandi@example.com", 'block person "Thandi Nkosi"'],
  arguments: { name: { kind: "colleague", label: "name or email", required: "Who? Give a name or an email." } },
  async run({ name: typed }, desk) {
    return act(desk, async (tx) => {
      const person = await meantBy(tx, typed);
      if (isOwn(desk, person.email)) return notDone(OWN);
      const { added } = await block(tx, person, whoActs(desk), desk.now);
      return did(
        added && { action: "blocked person", subject: inRecord(person), details: "" },
        say`${person.name}, ${person.email}, is blocked${added ? " and signed out" : " already"}.`,
      );
    });
  },
});

const OWN = "You can't change your own access on a page. Ask another manager, or use the terminal.";

const isOwn = ({ officePerson }: Desk, email: string) => officePerson?.email === email;

async function meantBy(store: Reader, typed: string): Promise<OfficeRow> {
  const byEmail = await personWithEmail(store, normaliseEmail(typed));
  if (byEmail) return byEmail;
  const people = await peopleOfOffice(store);
  const called = people.filter(({ name }) => name.toLowerCase() === typed.toLowerCase());
  const [person, ...others] = called;
  if (person && others.length === 0) return person;
  if (person) throw new UsageError(say`${called.map(inRecord).join(" and ")} have this name. Give the email.`);
  const names = people.map(({ name }) => name);
  throw new UsageError(
    say`Nobody in the office is called "${typed}".${didYouMean(typed, names)} ${listNamed("office_people")} lists them.`,
  );
}
