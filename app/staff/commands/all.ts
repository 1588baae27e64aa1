import type { Command } from "../command";
import type { FactsForCommands } from "../parcel-facts";
import { agree, note } from "./agree.server";
import { blockApiKey } from "./block-api-key.server";
import { blockCustomer } from "./block-customer.server";
import { cancel, priceQuote, refund } from "./bookings.server";
import { answerCaseCommand, closeCaseCommand } from "./cases.server";
import { changeAreaCommand } from "./change-area.server";
import { changeBooking } from "./change-booking.server";
import { changeBoxCommand } from "./change-box.server";
import { changeCountry, listCountries } from "./change-country.server";
import { changeHolidayCommand, listHolidays } from "./change-holiday.server";
import { changePricesCommand, listPrices, withdrawPricesCommand } from "./change-prices.server";
import { changeRateCommand } from "./change-rate.server";
import { noteChargeback, undoChargeback } from "./chargebacks.server";
import { charge, sendLink, undoCharge } from "./charges.server";
import { checkStates } from "./check-states.server";
import { payClaim, undoClaim } from "./claims.server";
import { closePayment } from "./close-payment.server";
import { allowCredit, stopCredit } from "./credit.server";
import { correctCustomerCommand, exportCustomer, forgetCustomerCommand } from "./customers.server";
import { delay } from "./delay.server";
import { answer, readApplication } from "./drivers.server";
import { addDriverCommand, blockDriverCommand } from "./drivers-at-work.server";
import { resend } from "./emails.server";
import { find } from "./find.server";
import { history } from "./history.server";
import { importBookings } from "./import-bookings.server";
import { exportInvoices, issueInvoice } from "./invoices.server";
import { listTerms } from "./list-terms.server";
import * as lists from "./lists.server";
import { allow, stop } from "./messages.server";
import { moveAccount } from "./move-account.server";
import { movePayment } from "./move-payment.server";
import { noteStatement } from "./note-statement.server";
import { addPerson, blockPerson } from "./office-people.server";
import { fetched, mark, undo } from "./parcels.server";
import { payRefund } from "./pay-refund.server";
import { notePayment, reconcile, undoPayment, undoRefund } from "./payments.server";
import { printRunSheet } from "./print-run-sheet.server";
import { print } from "./print-slips.server";
import { proof } from "./proof.server";
import { believeMarkCommand, dropMarkCommand } from "./reported-marks.server";
import { resendWebhook } from "./resend-webhook.server";
import { assign, plan, unassign } from "./rounds.server";
import { show } from "./show.server";
import { statement } from "./statement.server";
import { tell } from "./tell.server";
import { today } from "./today.server";
import { withdrawChange } from "./withdraw-change.server";

/** Every command, by its heading in the help. */
export const headings = [
  [
    "Quotes, bookings and money",
    [
      lists.listQuotes,
      priceQuote,
      importBookings,
      notePayment,
      undoPayment,
      movePayment,
      closePayment,
      reconcile,
      cancel,
      lists.listRefunds,
      payRefund,
      refund,
      undoRefund,
      charge,
      undoCharge,
      sendLink,
      noteChargeback,
      undoChargeback,
      payClaim,
      undoClaim,
      issueInvoice,
      exportInvoices,
      statement,
      noteStatement,
    ],
  ],
  [
    "Parcels",
    [changeBooking, tell, agree, note, mark, fetched, undo, print, checkStates, answerCaseCommand, closeCaseCommand],
  ],
  [
    "Customers",
    [
      find,
      exportCustomer,
      correctCustomerCommand,
      forgetCustomerCommand,
      moveAccount,
      allowCredit,
      stopCredit,
      blockCustomer,
      blockApiKey,
    ],
  ],
  [
    "Drivers",
    [
      plan,
      assign,
      unassign,
      printRunSheet,
      proof,
      believeMarkCommand,
      dropMarkCommand,
      addDriverCommand,
      blockDriverCommand,
    ],
  ],
  ["The office in a browser", [addPerson, blockPerson]],
  ["Owner drivers", [lists.listApplications, readApplication, answer]],
  ["Emails and texts", [lists.listEmails, resend, resendWebhook, stop, allow]],
  [
    "Prices and places",
    [
      listPrices,
      changePricesCommand,
      withdrawPricesCommand,
      lists.listRates,
      changeRateCommand,
      lists.listBoxes,
      changeBoxCommand,
      lists.listAreas,
      changeAreaCommand,
      listCountries,
      changeCountry,
      listHolidays,
      changeHolidayCommand,
      delay,
      withdrawChange,
      listTerms,
    ],
  ],
  ["Looking things up", [today, show, history]],
] as const satisfies [heading: string, commands: Command[]][];

/** The name of a command. What needs something for each of them is a record by this. */
export type CommandName = (typeof headings)[number][1][number]["name"];

export const commands: Command<CommandName>[] = headings.flatMap(([, each]): typeof commands => [...each]);

/** What can be done with a parcel or a quote now, in the order of the help. */
export function commandsFor(parcel: FactsForCommands): Command<CommandName>[] {
  return commands.filter(({ possible = "never" }) => possible !== "never" && possible(parcel));
}
