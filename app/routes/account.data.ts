import type { LoaderFunctionArgs } from "@remix-run/node";
import { accountData } from "#app/domain/people/account-data.server";
import { jsonPieces } from "#app/domain/values/json-pieces";
import { allowReading } from "#app/http/limits/rate-limit.server";
import { asFile } from "#app/http/pages/as-file.server";
import { inPieces } from "#app/http/pages/in-pieces.server";
import { onward } from "#app/http/pages/private-page.server";
import { requireUser } from "#app/http/sign-in/require-user.server";
import { accountPaths } from "#app/paths";

/** A file with all the data of the signed-in user, read as it is sent. */
export async function loader({ request, context }: LoaderFunctionArgs) {
  const { account } = await requireUser(request, context);
  const { store } = context.services;
  const now = new Date();
  const allowance = await allowReading(context, now, ["dataDownloads", account.uid]);
  if (!allowance.ok) return onward(accountPaths.failed("data"));
  const bytes = inPieces(jsonPieces(await accountData(store.read, allowance.asked, account, now)));
  return asFile({ bytes, type: "application/json; charset=utf-8", name: "my-data.json", isSaved: true });
}
