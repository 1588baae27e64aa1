import { type ActionFunctionArgs, type LoaderFunctionArgs, redirect } from "@remix-run/node";
import { endSession } from "#app/domain/accounts/sessions.server";
import { refuseForeignForm } from "#app/http/forms/same-site.server";
import { typedForm } from "#app/http/forms/typed-form.server";
import { onward, privately } from "#app/http/pages/private-page.server";
import { signedIn } from "#app/http/sign-in/session.server";
import { signedOut } from "#app/http/sign-in/sign-out.server";
import { log } from "#app/log.server";
import { accountPaths, paths } from "#app/paths";

/** Opening the address only shows the button, which ends the session. */
export async function loader({ request, context }: LoaderFunctionArgs) {
  const customer = await signedIn(request, context);
  return redirect(customer ? accountPaths.overview : paths.login, privately(302));
}

/** Ends this session, and deletes what it stored on the phone. */
export async function action({ request, context }: ActionFunctionArgs) {
  const customer = await signedIn(request, context);
  if (customer) {
    refuseForeignForm(request, context.settings, await typedForm(request), customer.session.id);
    const { store } = context.services;
    try {
      await store.tx((tx) => endSession(tx, "customer", customer.account.uid, customer.session.id));
    } catch (error) {
      log.error({ err: error, reference: context.reference }, "a sign-out failed");
      return onward(accountPaths.failed("signOut"));
    }
  }
  return signedOut(request, context.settings, paths.login);
}
