import type { Usable } from "#app/domain/office/usable.server";
import { csv } from "#app/domain/values/csv";
import { newId } from "#app/domain/values/ids.server";
import { UsageError } from "#app/domain/values/usage-error";
import { officePaths } from "#app/paths";
import type { Answer } from "../answer";
import { type Command, valuesIn } from "../command";
import type { Desk } from "../desk.server";
import type { CommandPage, PageResult } from "./a-command-page";
import { check, doIt, type FormAfterCheck, type Preview, run } from "./check-and-do.server";
import { chosen } from "./chosen.server";
import { fieldsOf } from "./fields";
import { filledIn } from "./filled-in.server";
import { withKnown } from "./known.server";
import { capitalised, onPage, textOnPage, titleOf } from "./on-page.server";
import { type FieldTexts, pageCall } from "./page-call.server";
import { shown } from "./shown";
import { since } from "./since.server";

/** A file that the browser opens or saves instead of a page. */
export type GivenFile = {
  bytes: Uint8Array | ReadableStream<Uint8Array>;
  type: string;
  name: string;
  isSaved: boolean;
  /** Whether the bytes are a packed document (`packed`), which is unpacked as it is sent. */
  isPacked?: true;
};

/** The answer to the button of a command that gives something: a file, or the page that shows it. */
export type Given = { file: GivenFile; rows?: number } | { leadsTo: string };

type Shown = { page: CommandPage; status: number };

/** What was posted: a button, the fields, and what the form carries. */
export type Posted = {
  intent: string;
  typed: FieldTexts;
  /** The field whose file can't be read, and why. */
  unread?: { field: string; why: string } | undefined;
  form: Omit<FormAfterCheck, "who"> | null;
};

const DO_IT = { intent: "do", words: "Do it" };
const CHECK = { intent: "check", words: "Check" };
const AS_CSV = { intent: "csv", words: "As CSV", isPlain: true };

/**
 * A command's page, with what is known already; or the page that shows what it gives.
 * @param isGiven whether its button has been pressed
 */
export async function openCommand(
  command: Usable<Command>,
  typed: FieldTexts,
  desk: Desk,
  isGiven: boolean,
): Promise<PageResult> {
  return chosen(
    await withKnown(await filledIn(await opened(command, typed, desk, isGiven), command, desk), command, desk),
    command,
    desk,
  );
}

async function opened(command: Usable<Command>, typed: FieldTexts, desk: Desk, isGiven: boolean): Promise<PageResult> {
  const { page, arguments: positional, options } = command;
  const asIs = { page: blank(command, typed, desk), status: 200 };
  if (typeof page === "string" && !isAllKnown(command, asIs.page)) return asIs;
  if (typeof page === "string")
    // Nothing was asked for yet, so also what couldn't be done is a page as any other.
    return beside(command, typed, desk, async () => ({
      ...previewed(command, typed, desk, await check(command, typed, desk)),
      status: 200,
    }));
  const isAsked = Object.keys({ ...positional, ...options }).length > 0 && !isGiven;
  return beside(command, typed, desk, async () => {
    const way = wayTo(command, typed, desk);
    if (way) return { leadsTo: way };
    if (isAsked) return asIs;
    // Its record was made when the button was pressed.
    const answer = await run(command, typed, { ...desk, isDryRun: true }, false);
    return answered(command, typed, desk, answer, "given");
  }).then((result) => (isAsked && !("leadsTo" in result) ? asIs : result));
}

/** Whether a link has filled in all that its form asks for, such as the email of Send again: nobody has to press Check. */
function isAllKnown({ page }: Command, { fields, state: { values } }: CommandPage): boolean {
  return page === "check first" && fields.length > 0 && fields.every(({ name }) => values[name]);
}

/** The answer to Check and to Do it. */
export async function press(command: Usable<Command>, posted: Posted, desk: Desk, person: string): Promise<PageResult> {
  const { intent, typed, unread, form } = posted;
  const result = await beside(command, typed, desk, async () => {
    if (unread) throw Object.assign(new UsageError(unread.why), { field: unread.field });
    if (intent === "do" && form) return doOn(command, typed, desk, { ...form, who: person });
    return previewed(command, typed, desk, await check(command, typed, desk));
  });
  return chosen(await withKnown(await filledIn(result, command, desk), command, desk), command, desk);
}

/** What a command gives whose button was pressed. */
export async function giveFile(command: Usable<Command>, { intent, typed }: Posted, desk: Desk): Promise<Given> {
  const known = Object.fromEntries(
    Object.entries(typed).filter(([, value]) => encodeURIComponent(value).length <= LONGEST_KNOWN),
  );
  const shownThere = { leadsTo: officePaths.do(command.name, { ...known, given: "yes" }) };
  if (typeof command.page === "string" || "at" in command.page) {
    const result = await openCommand(command, typed, desk, false);
    if ("leadsTo" in result || typeof command.page === "string") return "leadsTo" in result ? result : shownThere;
  }
  const answer = await run(command, typed, desk, false).catch(unlessUsage);
  const name = command.name.replaceAll(" ", "-");
  if (answer?.kind === "paper") return { file: paper(answer.bytes, name) };
  const saved = { isSaved: true };
  if (answer?.kind === "document")
    return { file: { ...saved, bytes: answer.packed, isPacked: true, type: "application/json", name: `${name}.json` } };
  if (answer?.kind === "list" && answer.paper && intent !== "csv") return { file: paper(await answer.paper(), name) };
  if (answer?.kind !== "list" || intent !== "csv") return shownThere;
  const { columns, rows, onPages = [] } = answer;
  const bytes = Buffer.from(csv([...columns, ...onPages], rows, "spreadsheet"));
  return { file: { ...saved, bytes, type: "text/csv; charset=utf-8", name: `${name}.csv` }, rows: rows.length };
}

/** Of what was typed, what an address has room for, as it stands there. */
const LONGEST_KNOWN = 3_500;

function wayTo(command: Command, typed: FieldTexts, desk: Desk): string | null {
  const { page } = command;
  if (typeof page === "string" || !("at" in page)) return null;
  const { call, desk: more } = pageCall(command, typed, false);
  return page.at(valuesIn(command, call, { ...desk, ...more }));
}

/** Says what is wrong with an argument beside its field. */
async function beside(
  command: Command,
  typed: FieldTexts,
  desk: Desk,
  work: () => Promise<PageResult>,
): Promise<PageResult> {
  try {
    return await work();
  } catch (error) {
    if (!(error instanceof UsageError)) throw error;
    const page = blank(command, typed, desk);
    const field = page.fields.some(({ name }) => name === error.field) ? (error.field ?? "") : "";
    return {
      page: {
        ...page,
        state: { values: typed, errors: { [field]: [textOnPage(error.words, contextOf(command, desk))] } },
      },
      status: 400,
    };
  }
}

const contextOf = ({ arguments: positional, options }: Command, { officePerson }: Desk) => ({
  person: officePerson,
  fields: { ...positional, ...options },
});

async function doOn(
  command: Usable<Command>,
  typed: FieldTexts,
  desk: Desk,
  form: FormAfterCheck,
): Promise<PageResult> {
  const done = await doIt(command, typed, desk, form);
  if (done.kind === "answered") {
    const { answer } = done;
    return answered(command, answer.kind === "refused" ? typed : {}, desk, answer, cameOf(answer));
  }
  const { page } = previewed(command, typed, desk, done.preview);
  const now = page.result?.kind === "unchanged" ? "Nothing has to be changed now" : "This would happen now";
  const happened = await since(desk, form.checkedAt, Object.values(typed), done.preview.answer);
  const result = page.result && {
    ...page.result,
    kind: "changed" as const,
    title: titles.changed,
    now,
    since: happened,
  };
  return { page: { ...page, result }, status: 409 };
}

/** What came of Do it. */
function cameOf(answer: Answer): "done" | "unchanged" | "looked" {
  if (answer.kind !== "done") return "done";
  return answer.isUnchanged ? "unchanged" : answer.isOnlyLooked ? "looked" : "done";
}

function previewed(command: Command, typed: FieldTexts, desk: Desk, { answer, mark }: Preview): Shown {
  const isDoable = (answer.kind === "done" && !answer.isUnchanged) || answer.kind === "partly";
  const came = answered(command, typed, desk, answer, isDoable ? "preview" : cameOf(answer));
  // The result of Check, such as the plan of a day, has no address of its own: reloading runs Check again.
  if (!isDoable) return { ...came, page: { ...came.page, buttons: [CHECK] } };
  const hidden = { formKey: newId(), checked: mark, checkedAt: desk.now.toISOString() };
  const buttons = [DO_IT, { ...CHECK, words: "Check again", isPlain: true }];
  return { ...came, page: { ...came.page, hidden, buttons } };
}

const titles = {
  preview: "This would happen",
  changed: "Nothing was done: something has changed since you checked",
  done: "Done",
  unchanged: "Nothing has to be changed",
  looked: "Nothing was changed",
  given: "",
  refused: "Nothing was done",
};

function answered(command: Command, typed: FieldTexts, desk: Desk, answer: Answer, came: keyof typeof titles): Shown {
  const page = blank(command, typed, desk);
  const kind = answer.kind === "refused" ? "refused" : answer.kind === "list" ? "given" : came;
  const result = { kind, title: titles[kind], answer: shown(answer, desk.now, contextOf(command, desk)) };
  const isMissing = answer.kind === "list" && !page.buttons.includes(AS_CSV);
  const buttons = isMissing ? [...page.buttons, AS_CSV] : page.buttons;
  return { page: { ...page, buttons, result }, status: kind === "refused" ? 409 : 200 };
}

function blank(command: Command, typed: FieldTexts, desk: Desk): CommandPage {
  const { name, summary, more, page } = command;
  const context = contextOf(command, desk);
  return {
    title: titleOf(name),
    summary: `${capitalised(summary)}.`,
    more: onPage(more, context),
    fields: fieldsOf(command, context),
    state: { values: typed, errors: {} },
    buttons: buttonsOf(page),
    sentTo: addressOf(command),
    hidden: {},
  };
}

function buttonsOf(page: Command["page"]): CommandPage["buttons"] {
  if (typeof page === "string") return [CHECK];
  const give = { intent: "give", words: page.button };
  return "orCsv" in page ? [give, AS_CSV] : [give];
}

/** What a command gives may be a file, which a page's own address can't answer with. */
function addressOf({ name, page }: Command): string {
  return typeof page === "string" ? officePaths.do(name) : officePaths.given(name);
}

function paper(bytes: Buffer, name: string): GivenFile {
  const isPicture = bytes[0] === 0xff;
  const [type, ending] = isPicture ? ["image/jpeg", "jpg"] : ["application/pdf", "pdf"];
  return { bytes, type: type ?? "", name: `${name}.${ending}`, isSaved: false };
}

function unlessUsage(error: unknown): null {
  if (error instanceof UsageError) return null;
  throw error;
}
