import type { Charge } from "../../money/charges.server";
import type { Credit } from "../../money/credit.server";
import { shortDate } from "../../values/sa-time";

/**
 * When what is on account is to be paid: a day once its invoice is issued, and before that how many days after which month.
 * @param credit of its account; null for one that pays by month no more and never will again
 */
export function dueInWords({ payBy }: Pick<Charge, "payBy">, credit: Pick<Credit, "days"> | null): string {
  if (payBy !== "") return shortDate(payBy);
  return credit
    ? `${credit.days} days after the end of the month in which we collect it`
    : "After we have collected it";
}
