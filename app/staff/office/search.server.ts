import { invoiceNumberIn } from "#app/domain/money/invoice";
import { caseByNumber, casesAbout } from "#app/domain/parcels/cases.server";
import { waybillOfQuote } from "#app/domain/parcels/issue-waybill.server";
import type { Quote } from "#app/domain/parcels/quotes/quote";
import { isEmail, normaliseEmail } from "#app/domain/values/email";
import { type FoundNumber, readNumbers } from "#app/domain/values/reference-number";
import { officePaths } from "#app/paths";
import type { ShownAnswer } from "#app/ui/office/answer-panel";
import { list, type Row } from "../answer";
import type { Command } from "../command";
import { commands } from "../commands/all";
import { quoteOf } from "../commands/bookings.server";
import { find } from "../commands/find.server";
import { commandMeant, commandsByWords } from "../commands-by-words";
import type { Desk } from "../desk.server";
import { rowsOf, takenBy } from "./office-actions.server";
import { mayUse } from "./office-desk.server";
import { titleOf } from "./on-page.server";
import { factsOfQuote } from "./parcel-page.server";
import { shown } from "./shown";

/** A command, where it is done, and what it does. */
export type OfferedCommand = { title: string; href: string; summary: string };

/** A command that somebody else may use, and whom to ask for it. */
export type AskedFor = Omit<OfferedCommand, "href">;

/** What was found, and the commands that do what was typed; `others`: those for which somebody else has to be asked. */
type SearchPage = { answer: ShownAnswer; commands: OfferedCommand[]; others: AskedFor[] };

/** So many of each are shown of what a search finds: of what it is about, and of emails. */
const SHOWN = 20;

/**
 * What a search finds, emails last and otherwise the newest first; a whole number that is known leads to its page, and a
 * command that was typed, `agree TH4821093753` or "another day TH4821093753", to its own.
 */
export async function searchFor(sought: string, desk: Desk): Promise<SearchPage | { leadsTo: string }> {
  const typed = await commandIn(sought, desk);
  if (typed?.isSure) return typed;
  const about = await aboutWhat(sought, desk);
  if (about) return about;
  const rows = await rowsOf(find, { words: sought, first: String(5 * SHOWN) }, desk);
  const only = onlyNumbered(sought, rows);
  if (only) return { leadsTo: officePaths.one(only) };
  if (typed && rows.length === 0) return typed;
  const answer = shown(list(emailsLast(rows, SHOWN), `Nothing was found for “${sought}”.`), desk.now);
  const page = pageOf(commandsByWords(sought, commands), answer, desk);
  const [first, ...more] = [...page.commands, ...page.others];
  return first && "href" in first && more.length === 0 && rows.length === 0 ? { leadsTo: first.href } : page;
}

/** What was found, with the commands that are meant, those of others too. */
function pageOf(meant: Command[], answer: ShownAnswer, desk: Desk, known: Known["known"] = {}): SearchPage {
  const others = meant.filter((command) => desk.officePerson && !mayUse(desk.officePerson, command));
  return {
    answer,
    commands: offered(meant, desk, known),
    others: others.map(({ name, right, summary }) => ({
      title: titleOf(name),
      summary: `Ask a ${right}: ${summary}`,
    })),
  };
}

/**
 * The number that leads to one page: what has it exists, and nothing else is found. Several numbers may belong to
 * several parcels, digits alone to a phone too, and any number may be a shop's own; then all that they find is shown.
 */
function onlyNumbered(sought: string, rows: Row[]): string | null {
  const { found } = readNumbers(sought);
  const invoiceNo = invoiceNumberIn(sought);
  const subjects = rows.filter(({ what }) => what !== "email" && what !== "case");
  const [first, ...others] = subjects;
  if (!first?.number || others.length > 0) return null;
  const isOfCase = found.some(({ kind }) => kind === "case");
  const isIt = found.some(({ no }) => first.number === no || String(first.about).startsWith(no));
  return isIt || isOfCase || invoiceNo ? String(first.number) : null;
}

/** Those of these commands that the person may use, each with one line, filled in with what is known. */
export function offered(
  these: readonly Command[],
  { officePerson }: Pick<Desk, "officePerson">,
  known: Record<string, string | undefined> = {},
): OfferedCommand[] {
  const able = these.filter((command) => officePerson && mayUse(officePerson, command));
  return able.map((command) => {
    const { name, summary } = command;
    return { title: titleOf(name), href: officePaths.do(name, takenBy(command, known)), summary };
  });
}

/** What a search found, with the bookings, the account and whatever else there is above the emails. */
export function emailsLast(rows: Row[], most = rows.length): Row[] {
  const isEmail = ({ what }: Row) => what === "email";
  return [...rows.filter((row) => !isEmail(row)).slice(0, most), ...rows.filter(isEmail).slice(0, most)];
}

/** A waybill number, or a group of its digits. */
const NUMBER_WORD = /^(?:th)?[\d-]*$/i;

/** The page of a command whose name begins what was typed. A person may be called Mark: one word needs a number after it. */
async function commandIn(sought: string, desk: Desk): Promise<{ leadsTo: string; isSure: boolean } | null> {
  const { officePerson } = desk;
  const text = sought.replace(/\s+/g, " ");
  const isNamed = ({ name }: Command) => `${text} `.toLowerCase().startsWith(`${name} `);
  const [found] = commands.filter(isNamed).toSorted((one, other) => other.name.length - one.name.length);
  if (!found || !officePerson || !mayUse(officePerson, found)) return null;
  const words = text.slice(found.name.length + 1).split(" ");
  const declared = Object.entries(found.arguments);
  const known: Record<string, string> = {};
  for (const [at, [name, { kind }]] of declared.entries()) {
    const isLast = at === declared.length - 1;
    const others = kind === "parcels" ? words.findIndex((word) => !NUMBER_WORD.test(word)) : 1;
    const value = words.splice(0, isLast || others < 0 ? words.length : others).join(" ");
    known[name] = kind === "quote" || kind === "quotes" ? await asQuotes(value, desk) : value;
  }
  const isSure = found.name.includes(" ") || /\d/.test(text);
  return { leadsTo: officePaths.do(found.name, known), isSure };
}

/** What a command takes that goes by quotes, where their parcels' numbers were typed. */
async function asQuotes(typed: string, { store: { read } }: Desk): Promise<string> {
  const { found, rest } = readNumbers(typed, ["waybill"]);
  if (rest !== "") return typed;
  const quotes = await Promise.all(found.map(({ no }) => quoteOf(read, no)));
  return quotes.every((quote) => quote !== null) ? quotes.map(({ quoteNo }) => quoteNo).join(" ") : typed;
}

const AN_EMAIL = /\S+@\S+/;

/** What commands can be filled in with; what finds it, and where it has a page of its own. */
type Known = { known: Record<string, string | undefined>; quote?: Quote; found: string; alone: string };

/**
 * What is meant by words beside a number that is known, or an email, "another day TH 482 109 375 3": the page of the one
 * command that they mean, filled in, or that is possible; of several those; without one the page of the number or the person.
 */
async function aboutWhat(sought: string, desk: Desk): Promise<SearchPage | { leadsTo: string } | null> {
  const [email] = AN_EMAIL.exec(sought) ?? [];
  const numbers = readNumbers(sought);
  const words = email ? sought.replace(email, " ").trim() : wordsBeside(numbers.rest);
  const what = words === "" ? null : email ? knownOfPerson(email) : await knownOf(numbers.found, desk);
  if (!what) return null;
  const { known, quote, found, alone } = what;
  const isAbout = ({ arguments: its }: Command) => Object.entries(known).some(([name, no]) => no && name in its);
  const taking = commands.filter(isAbout);
  const able = quote ? await possibleNow(taking, quote, desk) : taking;
  const [meant, ofAll] = [commandMeant(words, able), commandMeant(words, taking)];
  const rows = emailsLast(await rowsOf(find, { words: found, first: String(5 * SHOWN) }, desk), SHOWN);
  const isMeant = meant && (meant === ofAll || meant.possible !== "never");
  const page = pageOf(isMeant ? [meant] : commandsByWords(words, able), shown(list(rows, ""), desk.now), desk, known);
  const [first, ...more] = [...page.commands, ...page.others];
  if (!first) return { leadsTo: alone };
  return "href" in first && more.length === 0 ? { leadsTo: first.href } : page;
}

/** What a number is called, and what an address of ours has before it: they say nothing of what to do. */
const NUMBERS_NAME =
  /^(?:(?:waybill|parcel|package|quote|booking|order|case|invoice|application)s?|track(?:ing)?|number|nr|no|ref(?:erence)?|our|your|\p{L})$/iu;

/**
 * What is said beside a number: nothing where its own name stands there alone, "Waybill no. TH 482 109 375 3"; nor is
 * what stands before a colon, as our subjects have it, "Payment notice refused: Q48210934".
 */
function wordsBeside(rest: string): string {
  const said = rest.replace(/^.*:(?=\s|$)/s, "").trim();
  const words = said.split(/[^\p{L}\d]+/u).filter(Boolean);
  return words.every((word) => NUMBERS_NAME.test(word)) ? "" : said;
}

function knownOfPerson(email: string): Known | null {
  if (!isEmail(email)) return null;
  return { known: { person: normaliseEmail(email) }, found: email, alone: officePaths.find(email) };
}

/** Of one parcel or quote. Digits alone may be another number, and several numbers are nobody's in particular. */
async function knownOf(found: FoundNumber[], { store: { read } }: Desk): Promise<Known | null> {
  const [{ kind, no } = { kind: null, no: "" }, ...others] = found;
  if (!kind || others.length > 0) return null;
  const ofCase = kind === "case" ? (await caseByNumber(read, no))?.waybillNo : undefined;
  const number = ofCase ?? no;
  const quote = await quoteOf(read, number);
  if (!quote) return null;
  const waybill = (await waybillOfQuote(read, quote.id))?.waybillNo;
  const openCase = waybill && (await casesAbout(read, waybill)).find(({ closedAt }) => closedAt === null)?.caseNo;
  const known = { quote: quote.quoteNo, number, waybill, case: ofCase ? no : openCase };
  return { known, quote, found: number, alone: officePaths.one(number) };
}

/** Those that can be done now: "chargeback" means noting one, and then undoing it. */
async function possibleNow(taking: Command[], quote: Quote, desk: Desk): Promise<Command[]> {
  const facts = await factsOfQuote(quote, desk);
  return taking.filter(({ possible = "never" }) => possible === "never" || possible(facts));
}
