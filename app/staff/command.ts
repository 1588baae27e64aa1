import type { Answer } from "./answer";
import type { Desk } from "./desk.server";
import type { Right } from "./rights.server";

/** An option, with or without a value. */
export type Option = { type: "string" | "boolean"; help: string; value?: string };

/** The arguments after the command's name. */
export type Call = {
  words: string[];
  /** An option's value, trimmed; undefined if it wasn't given or is blank. */
  option(name: string): string | undefined;
  has(name: string): boolean;
};

/** A staff command. */
export type Command = {
  /** Its name: "price quote". */
  name: string;
  /** The least right that may use it. */
  right: Right;
  /** Its arguments, for the help: "<quote no> <rand>". */
  takes: string;
  /** What it does, in one line. */
  summary: string;
  /** What else to know before using it. */
  more: string[];
  examples: string[];
  options: Record<string, Option>;
  /**
   * Whether it reads the views. A PostgreSQL site has them in a copy, which may be a minute old; what has to be known at
   * once is asked of the database itself.
   */
  readsViews?: "in the copy" | "at once";
  run(call: Call, desk: Desk): Promise<Answer>;
};

/** Options of every command. */
export const commonOptions: Record<string, Option> = {
  as: {
    type: "string",
    value: "name",
    help: "who you are, for the record (else STAFF_NAME, or the name you log in with)",
  },
  "dry-run": { type: "boolean", help: "show what would happen, and change nothing" },
  full: { type: "boolean", help: "show all of each row of a list, also where it is wider than the terminal" },
  json: { type: "boolean", help: "answer as JSON" },
  csv: { type: "boolean", help: "answer a list as CSV, safe to open in a spreadsheet" },
  to: { type: "string", value: "file", help: "write the answer to a file" },
  help: { type: "boolean", help: "show how a command is used" },
};
