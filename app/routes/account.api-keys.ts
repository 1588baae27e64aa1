import { type ActionFunctionArgs, type LoaderFunctionArgs, redirect } from "@remix-run/node";
import { privately } from "#app/http/pages/private-page.server";
import { requireUser } from "#app/http/sign-in/require-user.server";
import { accountPaths } from "#app/paths";

/** Where the keys were. A link from before leads to the shop's page, with what it names. */
export async function loader({ request, context }: LoaderFunctionArgs) {
  await requireUser(request, context);
  return redirect(accountPaths.shop() + new URL(request.url).search, privately(302));
}

/** A form of a page that was open before is sent there as it is. */
export async function action({ request, context }: ActionFunctionArgs) {
  await requireUser(request, context);
  return redirect(accountPaths.shop(), privately(307));
}
