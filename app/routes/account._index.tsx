import { type ActionFunctionArgs, json, type LoaderFunctionArgs, type MetaFunction } from "@remix-run/node";
import { useActionData, useLoaderData } from "@remix-run/react";
import { isVerified } from "#app/domain/accounts/account";
import { changeDetails } from "#app/domain/accounts/accounts.server";
import { DetailsSchema } from "#app/domain/accounts/forms";
import { accountInWords, type StatementOwed } from "#app/domain/bookings/charges/account-in-words.server";
import { monthAfter, monthInWords, saMonth } from "#app/domain/values/calendar-month";
import { phoneAsShown } from "#app/domain/values/phone.server";
import { checkForm, typedValues } from "#app/http/forms/forms.server";
import { typedQuery } from "#app/http/forms/typed-form.server";
import { unlessUnwritable } from "#app/http/forms/unwritable.server";
import { onward, privately, wordsOfDone } from "#app/http/pages/private-page.server";
import { withoutSecrets } from "#app/http/sign-in/auth.server";
import { requireUser, requireUserForm } from "#app/http/sign-in/require-user.server";
import { messagesCatalogue } from "#app/language/messages.server";
import { plainText } from "#app/language/plain-text";
import { accountPaths, paths } from "#app/paths";
import { EachApart } from "#app/ui/apart";
import { StepForm } from "#app/ui/forms/step-form";
import { TextField } from "#app/ui/forms/text-field";
import { ShortNotice } from "#app/ui/notice";
import { privatePageMeta } from "#app/ui/shell/page-meta";
import { FactList } from "#app/ui/shipments/summary-card";

const DONE: Record<string, string> = {
  details: "Your details were saved.",
  password: "Your password was changed. All your other browsers have been logged out.",
  email: "We've emailed a link to your new address. Your email address changes when you use the link.",
  sessions: "Logged out.",
};

const FAILED: Record<string, string> = {
  data: "You have downloaded your data six times since yesterday. Please try again tomorrow.",
  signOut: "Sign out failed. You are still logged in on this phone: please press Logout again.",
};

export const handle = { enhance: true };
export const meta: MetaFunction = () => privatePageMeta("My account");

export async function loader({ request, context }: LoaderFunctionArgs) {
  const { account, formToken } = await requireUser(request, context);
  const query = typedQuery(request);
  const page = {
    values: { name: account.name, phone: phoneAsShown(account.phone) },
    email: account.email,
    isVerified: isVerified(account),
    done: wordsOfDone(DONE, query.get("done")),
    failed: wordsOfDone(FAILED, query.get("failed")),
    statements: statementLinks(new Date()),
    onAccount: await accountInWords(context.services.store.read, account.uid, new Date()),
    formToken,
  };
  return json(page, privately());
}

/** This month's statement and the last one's, which lead to all others. */
function statementLinks(now: Date) {
  const month = saMonth(now);
  return [month, monthAfter(month, -1)].map((each) => ({
    href: accountPaths.statement(each),
    words: plainText(messagesCatalogue().statement.title(monthInWords(each))),
  }));
}

/** Changes name and phone. */
export async function action({ request, context }: ActionFunctionArgs) {
  const { account, form } = await requireUserForm(request, context);
  const checked = checkForm(form, DetailsSchema);
  if (!checked.ok) return json(withoutSecrets(checked.state), privately(400));
  const change = async () => {
    const { store } = context.services;
    await store.tx((tx) => changeDetails(tx, account.uid, checked.answers, new Date()));
    return onward(accountPaths.done("details"));
  };
  return unlessUnwritable(change, (words, how) =>
    json(withoutSecrets({ values: typedValues(form), errors: { "": [words] } }), how),
  );
}

export default function AccountOverview() {
  const { values, email, isVerified, done, failed, statements, onAccount, formToken } = useLoaderData<typeof loader>();
  const state = useActionData<typeof action>() ?? { values, errors: {} };
  return (
    <>
      <h1>My account</h1>
      <ShortNotice tone="good" words={done} />
      <ShortNotice tone="bad" words={failed} />
      <div className="wide pair">
        <StepForm
          state={state}
          submit="Save"
          busyLabel="Saving…"
          hidden={{ token: formToken }}
          action="/account?index"
          capitalize
        >
          <TextField name="name" label="Full name" state={state} autoComplete="name" />
          <TextField name="phone" label="Phone" type="tel" state={state} autoComplete="tel" enterKeyHint="go" />
        </StepForm>
        <div className="stack">
          <section className="card">
            <h2>Logging in</h2>
            <FactList
              facts={[
                { label: "Email address", value: email },
                { label: "Status", value: isVerified ? "Verified" : "Pending" },
              ]}
            />
            <p className="links">
              <EachApart>
                <a href={accountPaths.email}>Change email address</a>{" "}
                <a href={accountPaths.password}>Change password</a>
                <a href={accountPaths.sessions}>Where I am logged in</a>
                <a href={accountPaths.shop()}>My shop: keys, webhooks, Shopify</a>
              </EachApart>
            </p>
          </section>
          {onAccount ? (
            <section className="card">
              <h2>Paying by month</h2>
              <FactList facts={onAccount.facts} />
              {onAccount.sentences.map((sentence) => (
                <p key={sentence}>{sentence}</p>
              ))}
              <StatementsOwed statements={onAccount.statements} />
            </section>
          ) : null}
          <section className="card">
            <h2>My invoices</h2>
            <p className="links">
              <EachApart>
                {statements.map(({ href, words }) => (
                  <a key={href} href={href}>
                    {words}
                  </a>
                ))}
              </EachApart>
            </p>
          </section>
          <section className="card">
            <h2>My data</h2>
            <p>
              What we store and why is on the <a href={paths.privacy}>privacy page</a>.
            </p>
            <p className="links">
              <EachApart>
                <a href={accountPaths.data} data-stays="true">
                  Download my data
                </a>
                <a href={accountPaths.delete}>Delete my account</a>
              </EachApart>
            </p>
          </section>
        </div>
      </div>
    </>
  );
}

/** What is open, each with the statement that pays it. */
function StatementsOwed({ statements }: { statements: StatementOwed[] }) {
  if (statements.length === 0) return null;
  return (
    <ul>
      {statements.map(({ href, title, words }) => (
        <li key={href}>
          <a href={href}>{title}</a>: {words}
        </li>
      ))}
    </ul>
  );
}
