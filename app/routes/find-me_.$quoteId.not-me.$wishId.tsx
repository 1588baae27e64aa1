import type { AppLoadContext } from "@remix-run/node";
import { type ActionFunctionArgs, json, type LoaderFunctionArgs, type MetaFunction } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { disownWish } from "#app/domain/drivers/take-wish.server";
import { wishesOf, wishInWords } from "#app/domain/drivers/wishes.server";
import { waybillOfQuote } from "#app/domain/parcels/issue-waybill.server";
import { quoteById } from "#app/domain/parcels/quotes/saved-quotes.server";
import { spokenWaybillNumber } from "#app/domain/parcels/waybill-number";
import { refuseOtherSites } from "#app/http/forms/same-site.server";
import { onward, privately } from "#app/http/pages/private-page.server";
import { allowedByLink, keyIn } from "#app/http/sign-in/allowed-by-link.server";
import { catalogue } from "#app/language/language";
import { plainText } from "#app/language/plain-text";
import { paths } from "#app/paths";
import { Button, ButtonRow } from "#app/ui/forms/button";
import { Notice } from "#app/ui/notice";
import { privatePageMeta } from "#app/ui/shell/page-meta";
import { SiteShell } from "#app/ui/shell/site-shell";
import { useThisAddress } from "#app/ui/shell/this-page";
import { inBold, shown } from "#app/ui/words";

export const meta: MetaFunction = () => privatePageMeta(plainText(catalogue().receiver.notMe.title));

/** For the receiver, by the link in the email about a wish. Opening it changes nothing: mail programs open links too. */
export async function loader({ request, params, context }: LoaderFunctionArgs) {
  const { wish } = await wishOf(request, context, params);
  const page = {
    words: plainText(wishInWords(wish)),
    shownNo: spokenWaybillNumber(wish.waybillNo),
    isDone: wish.endedBy === "not the receiver",
    isEnded: wish.endedAt !== null,
  };
  return json(page, privately());
}

/** Takes the wish back and closes the link for wishes. Doing it again changes nothing. */
export async function action({ request, params, context }: ActionFunctionArgs) {
  refuseOtherSites(request, context.settings);
  const { quote, wish } = await wishOf(request, context, params);
  const { store, sendEmails } = context.services;
  await store.tx((tx) => disownWish(tx, quote, wish, new Date()));
  sendEmails();
  return onward(paths.notMyWish(quote.id, wish.id, { key: keyIn(request) }));
}

export default function NotMyWish() {
  const { words: wish, shownNo, isDone, isEnded } = useLoaderData<typeof loader>();
  const here = useThisAddress();
  const words = catalogue().receiver.notMe;
  return (
    <SiteShell shortFooter>
      <h1>{shown(words.title)}</h1>
      {isDone ? (
        <Notice tone="good">
          <p>{shown(words.done)}</p>
          <p>{shown(words.onTheWay())}</p>
        </Notice>
      ) : (
        <form method="post" action={here} className="form">
          <p>
            {shown(words.askedFor(shownNo, wish), inBold)} {isEnded ? shown(words.wasTakenBack) : null}
          </p>
          <p>{shown(words.what)}</p>
          <ButtonRow>
            <Button danger name="not" value="me">
              {shown(words.title)}
            </Button>
          </ButtonRow>
        </form>
      )}
    </SiteShell>
  );
}

/** Only with the link of this wish. Not found for anybody else. */
async function wishOf(
  request: Request,
  context: AppLoadContext,
  { quoteId = "", wishId = "" }: { quoteId?: string; wishId?: string },
) {
  const { store } = context.services;
  const booking = await quoteById(store.read, quoteId);
  const allowed = await allowedByLink(request, context, paths.notMyWish(quoteId, wishId), booking);
  const quote = allowed === "all" ? booking : null;
  const waybill = quote && (await waybillOfQuote(store.read, quote.id));
  const wish = waybill && (await wishesOf(store.read, waybill.waybillNo)).find(({ id }) => id === wishId);
  if (!quote || !wish) throw new Response("Not Found", { status: 404 });
  return { quote, wish };
}
