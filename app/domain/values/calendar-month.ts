import { saDate, saDay, saMoment } from "./sa-time";

const MONTH = /^(20\d\d)-(0[1-9]|1[0-2])$/;

/** Whether a text is a month as `2026-11`. */
export const isCalendarMonth = (text: string) => MONTH.test(text);

/** The South African month of a moment, as `2026-11`. */
export const saMonth = (moment: Date) => saDay(moment).slice(0, "2026-11".length);

/** A month such as `2026-11` plus a number of months, which may be negative. */
export function monthAfter(month: string, months: number): string {
  const [year = 0, of = 1] = month.split("-").map(Number);
  return new Date(Date.UTC(year, of - 1 + months)).toISOString().slice(0, "2026-11".length);
}

/** When a month begins in South Africa, and when the next one does. */
export function momentsOfMonth(month: string): { from: Date; until: Date } {
  return { from: saMoment(`${month}-01`, "00:00"), until: saMoment(`${monthAfter(month, 1)}-01`, "00:00") };
}

/** A month in words: `November 2026`. */
export const monthInWords = (month: string) => saDate(saMoment(`${month}-01`, "12:00")).replace(/^\d+ /, "");
