import { day, number, say, time } from "../say";
import { ourHours, ourPhone } from "./ours";

/** Emails to who reports a problem with a parcel, and to who applies to drive. */
export const letters = {
  wrong: {
    not_there: say`The parcel is not there`,
    damaged: say`It is damaged`,
    wrong_place: say`It is at the wrong place`,
    wrong_person: say`The wrong person has it`,
  },
  reported: {
    headline: say`We have your report`,
    opening: [say`Thank you for telling us. A person will look into it and answer you by email.`],
    track: say`Track the parcel`,
    closing: [say`We answer ${ourHours}. Say the case number when you phone us.`],
  },
  caseAnswered: (no: string) => ({
    headline: say`Your case ${number(no)}`,
    opening: say`You told us that something is wrong with a parcel. Here is our answer:`,
  }),
  /** What we said with a time that is over. No new time is made up. */
  overdue: {
    price: (at: string, by: string) => ({
      headline: say`We are late with your price`,
      opening: [say`You should have had the price by ${time(at)} on ${day(by)}. It isn't ready yet, and we are sorry.`],
    }),
    refund: (_: string, by: string) => ({
      headline: say`We are late with your refund`,
      opening: [say`We should have refunded you by ${day(by)}. The money has not been sent yet, and we are sorry.`],
    }),
    case_answer: (at: string, by: string) => ({
      headline: say`We are late with our answer`,
      opening: [
        say`You told us that something is wrong with a parcel. You should have had our answer by ${time(at)} on ${day(by)}. We are sorry.`,
      ],
    }),
    case_done: (at: string, by: string) => ({
      headline: say`We are late with your case`,
      opening: [
        say`You told us that something is wrong with a parcel. You should have heard by ${time(at)} on ${day(by)} what we are doing about it. We are sorry.`,
      ],
    }),
    application: (_: string, by: string) => ({
      headline: say`We are late with your application`,
      opening: [say`You should have heard from us by ${day(by)}. We have your application, and we are sorry.`],
    }),
  },
  overdueClosing: () => [say`You don't need to do anything. Do you want to know more? Phone us: ${ourPhone()}.`],
  applied: (no: string, isCorrected: boolean) => ({
    headline: isCorrected
      ? say`We have your application ${number(no)}, corrected`
      : say`We have your application ${number(no)}`,
    opening: [
      isCorrected
        ? say`We have the new answers to your application to drive for us. They replace the earlier ones.`
        : say`Thank you for wanting to drive for us. We have your application.`,
      say`A team leader reads it, and reaches out to you by the end of the month.`,
    ],
    closing: [say`You never pay us to apply. If you didn't apply, tell us, and we will delete it.`],
  }),
  applicationAnswered: (no: string) => ({
    headline: say`Your application ${number(no)}`,
    opening: {
      accepted: say`Good news: we would like you to drive for us. We will phone you to agree on the next steps.`,
      declined: say`Thank you for wanting to drive for us. We can't offer you work at the moment.`,
      note: say`We are writing about your wish to drive for us.`,
    },
  }),
};
