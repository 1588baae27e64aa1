import { type ActionFunctionArgs, json, type LoaderFunctionArgs, type MetaFunction } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { contact } from "#app/contact";
import { disownWish } from "#app/domain/drivers/take-wish.server";
import { wishInWords } from "#app/domain/drivers/wish-emails";
import { wishesOf } from "#app/domain/drivers/wishes.server";
import { waybillOfQuote } from "#app/domain/parcels/issue-waybill.server";
import { quoteById } from "#app/domain/parcels/quotes/saved-quotes.server";
import { spokenWaybillNumber } from "#app/domain/parcels/waybill-number";
import { refuseOtherSites } from "#app/http/forms/same-site.server";
import { onward, privately } from "#app/http/pages/private-page.server";
import { allowedByLink, keyIn } from "#app/http/sign-in/allowed-by-link.server";
import { paths } from "#app/paths";
import { services } from "#app/services.server";
import { Button, ButtonRow } from "#app/ui/forms/button";
import { Notice } from "#app/ui/notice";
import { privatePageMeta } from "#app/ui/shell/page-meta";
import { SiteShell } from "#app/ui/shell/site-shell";
import { useThisAddress } from "#app/ui/shell/this-page";

export const meta: MetaFunction = () => privatePageMeta("This wasn't me");

/** For the receiver, by the link in the email about a wish. Opening it changes nothing: mail programs open links too. */
export async function loader({ request, params }: LoaderFunctionArgs) {
  const { wish } = await wishOf(request, params);
  const page = {
    words: wishInWords(wish),
    shownNo: spokenWaybillNumber(wish.waybillNo),
    isDone: wish.endedBy === "not the receiver",
    isEnded: wish.endedAt !== null,
    phone: contact().phoneShown,
  };
  return json(page, privately());
}

/** Takes the wish back and closes the link for wishes. Doing it again changes nothing. */
export async function action({ request, params }: ActionFunctionArgs) {
  refuseOtherSites(request);
  const { quote, wish } = await wishOf(request, params);
  const { store, sendEmails } = await services();
  await store.tx((tx) => disownWish(tx, quote, wish, new Date()));
  sendEmails();
  return onward(paths.notMyWish(quote.id, wish.id, { key: keyIn(request) }));
}

export default function NotMyWish() {
  const { words, shownNo, isDone, isEnded, phone } = useLoaderData<typeof loader>();
  const here = useThisAddress();
  return (
    <SiteShell shortFooter>
      <h1>This wasn't me</h1>
      {isDone ? (
        <Notice tone="good">
          <p>Thank you. It doesn't hold any more, and nobody can ask for something by that link again.</p>
          <p>We look into it. If the driver is on the way already, phone us at {phone}.</p>
        </Notice>
      ) : (
        <form method="post" action={here} className="form">
          <p>
            Waybill <b className="nowrap">{shownNo}.</b> Somebody with the link to this parcel asked for: <b>{words}</b>
            .{isEnded ? " It was taken back already." : null}
          </p>
          <p>If it wasn't you, we take it back, and the link takes no more wishes. Our office hears of it.</p>
          <ButtonRow>
            <Button danger name="not" value="me">
              This wasn't me
            </Button>
          </ButtonRow>
        </form>
      )}
    </SiteShell>
  );
}

/** Only with the link of this wish. Not found for anybody else. */
async function wishOf(request: Request, { quoteId = "", wishId = "" }: { quoteId?: string; wishId?: string }) {
  const { store } = await services();
  const booking = await quoteById(store.read, quoteId);
  const allowed = await allowedByLink(request, paths.notMyWish(quoteId, wishId), booking);
  const quote = allowed === "all" ? booking : null;
  const waybill = quote && (await waybillOfQuote(store.read, quote.id));
  const wish = waybill && (await wishesOf(store.read, waybill.waybillNo)).find(({ id }) => id === wishId);
  if (!quote || !wish) throw new Response("Not Found", { status: 404 });
  return { quote, wish };
}
