import type { AppLoadContext } from "@remix-run/node";
import { type Statement, statementOf } from "#app/domain/bookings/statements/statement.server";
import { isCalendarMonth, saMonth } from "#app/domain/values/calendar-month";
import { requireUser } from "#app/http/sign-in/require-user.server";

type SignedIn = Awaited<ReturnType<typeof requireUser>>;

/** The signed-in customer's month. @throws 404 for what isn't a month, or one that hasn't begun */
export async function ownStatement(
  request: Request,
  context: AppLoadContext,
  month = "",
): Promise<{ statement: Statement; account: SignedIn["account"] }> {
  const { account } = await requireUser(request, context);
  const now = new Date();
  if (!isCalendarMonth(month) || month > saMonth(now)) throw new Response("Not Found", { status: 404 });
  const { store } = context.services;
  const { mode } = context.settings.payfast;
  const statement = await statementOf(store.read, { uids: [account.uid], quoteIds: [] }, month, mode, now);
  return { statement, account };
}
