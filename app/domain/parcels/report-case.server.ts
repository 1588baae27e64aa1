import * as z from "zod";
import { contactLine } from "../form/contact-line.server";
import { optionalText } from "../form/text-rules";
import { type CaseKind, whatIsWrong } from "./case";

export const LONGEST_WORDS = 500;

/** The fields of the form "Something is wrong". Only the first is required. */
export const ReportSchema = z.object({
  kind: z.enum(Object.keys(whatIsWrong()) as [CaseKind, ...CaseKind[]], "Choose what is wrong"),
  words: optionalText("Your words", LONGEST_WORDS),
  contact: contactLine,
});

export type CaseReport = z.output<typeof ReportSchema>;

export const isEmail = (contact: string) => contact.includes("@");
