import type { LoaderFunctionArgs } from "@remix-run/node";
import { accountData } from "#app/domain/people/account-data.server";
import { asFile } from "#app/http/pages/as-file.server";
import { requireUser } from "#app/http/sign-in/require-user.server";
import { services } from "#app/services.server";

/** A file with all the data of the signed-in user. */
export async function loader({ request }: LoaderFunctionArgs) {
  const { account } = await requireUser(request);
  const { store } = await services();
  const data = await accountData(store.read, account, new Date());
  const bytes = Buffer.from(JSON.stringify(data, null, 2));
  return asFile({ bytes, type: "application/json; charset=utf-8", name: "my-data.json", isSaved: true });
}
