import type { AppLoadContext } from "@remix-run/node";
import { type ActionFunctionArgs, json, type LoaderFunctionArgs, type MetaFunction } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { addressesOf, allowMessages, type Reached, stopMessages } from "#app/domain/messages/opt-out.server";
import type { Person } from "#app/domain/messages/who-is-notified";
import { quoteById } from "#app/domain/parcels/quotes/saved-quotes.server";
import { carriedValue } from "#app/http/forms/forms.server";
import { refuseOtherSites } from "#app/http/forms/same-site.server";
import { typedForm } from "#app/http/forms/typed-form.server";
import { onward, privately } from "#app/http/pages/private-page.server";
import { type Allowed, allowedByLink, keyIn } from "#app/http/sign-in/allowed-by-link.server";
import { catalogue } from "#app/language/language";
import { plainText } from "#app/language/plain-text";
import { paths } from "#app/paths";
import { Button, ButtonRow } from "#app/ui/forms/button";
import { Notice, ShortNotice } from "#app/ui/notice";
import { oldLink } from "#app/ui/shell/old-link";
import { privatePageMeta } from "#app/ui/shell/page-meta";
import { SiteShell } from "#app/ui/shell/site-shell";
import { useThisAddress } from "#app/ui/shell/this-page";
import { inBold, shown } from "#app/ui/words";

export const meta: MetaFunction = () => privatePageMeta(plainText(catalogue().stopMessages.title));

/**
 * For the person whose message contained the link. Opening it changes nothing, because mail programs open links too.
 */
export async function loader({ request, params, context }: LoaderFunctionArgs) {
  const { person, reached, allowed } = await personOf(request, context, params);
  const ways = reached.map(({ way, shown, stoppedAt, isForGood = false }) => ({
    ...{ way, shown, isForGood, isStopped: stoppedAt !== null },
  }));
  return json({ ways, isReceiver: person === "receiver", isOldLink: allowed === "reading" }, privately());
}

/** Doing it twice changes nothing. A link of an earlier release stops messages, and does nothing else. */
export async function action({ request, params, context }: ActionFunctionArgs) {
  refuseOtherSites(request, context.settings);
  const { person, reached, allowed, ...booking } = await personOf(request, context, params);
  const form = await typedForm(request);
  if (allowed === "reading" && !carriedValue(form, "stop")) throw new Response(oldLink(), { status: 403 });
  const { store } = context.services;
  await store.tx(async (tx) => {
    for (const { way, address, quoteId } of reached) {
      if (carriedValue(form, "stop") === way) await stopMessages(tx, way, address, new Date(), quoteId);
      if (allowed === "all" && carriedValue(form, "allow") === way) await allowMessages(tx, way, address, quoteId);
    }
  });
  return onward(paths.stopMessages(booking.quoteId, person, { key: keyIn(request) }));
}

export default function StopMessages() {
  const { ways, isReceiver, isOldLink } = useLoaderData<typeof loader>();
  const here = useThisAddress();
  const words = catalogue().stopMessages;
  return (
    <SiteShell shortFooter>
      <h1>{shown(words.title)}</h1>
      <p>
        {shown(words.when)} {isReceiver ? null : shown(words.always)}
      </p>
      {ways.length === 0 ? <ShortNotice tone="info" words={plainText(words.nowhere)} /> : null}
      {isOldLink ? <ShortNotice tone="info" words={plainText(words.onlyStops())} /> : null}
      <form method="post" action={here} className="form">
        {ways.map(({ way, shown: to, isStopped, isForGood }) => (
          <Notice key={way} tone={isStopped ? "good" : "info"}>
            <p>
              {shown((isForGood ? words.sms.stoppedForGood : words[way][isStopped ? "stopped" : "sent"])(to), inBold)}
            </p>
            {way === "sms" ? <p>{shown(isForGood ? words.pinComesForGood() : words.pinComes())}</p> : null}
            {isForGood || (isOldLink && isStopped) ? null : (
              <ButtonRow>
                <Button plain name={isStopped ? "allow" : "stop"} value={way}>
                  {shown(words[way][isStopped ? "allow" : "stop"])}
                </Button>
              </ButtonRow>
            )}
          </Notice>
        ))}
      </form>
    </SiteShell>
  );
}

const people: readonly string[] = ["sender", "receiver", "account"] satisfies Person[];

/** Whoever has a person's link may choose for them. Not found for anybody else. */
async function personOf(
  request: Request,
  context: AppLoadContext,
  { quoteId = "", person = "" }: { quoteId?: string; person?: string },
): Promise<{ quoteId: string; person: Person; reached: Reached[]; allowed: Allowed }> {
  const { store } = context.services;
  const quote = await quoteById(store.read, quoteId);
  const allowed = isPerson(person)
    ? await allowedByLink(request, context, paths.stopMessages(quoteId, person), quote)
    : null;
  if (!quote || !isPerson(person) || !allowed) throw new Response("Not Found", { status: 404 });
  return { quoteId, person, reached: await addressesOf(store.read, quote, person), allowed };
}

function isPerson(person: string): person is Person {
  return people.includes(person);
}
