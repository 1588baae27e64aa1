import { type ActionFunctionArgs, json, type LoaderFunctionArgs, type MetaFunction } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { withPhonesAsShown } from "#app/domain/form/contacts.server";
import { carriedValue } from "#app/http/forms/forms.server";
import { typedForm, typedQuery } from "#app/http/forms/typed-form.server";
import { onward, privately } from "#app/http/pages/private-page.server";
import { publicQuote } from "#app/http/wizard/journey";
import { forgetOne, rememberedOn } from "#app/http/wizard/remembered-addresses.server";
import { paths } from "#app/paths";
import { Button } from "#app/ui/forms/button";
import { HiddenFields } from "#app/ui/forms/hidden-fields";
import { privatePageMeta } from "#app/ui/shell/page-meta";
import { AddressCard } from "#app/ui/shipments/address-card";
import { ForgetMe } from "#app/ui/shipments/next-parcel";

const stepHref = publicQuote.steps.addresses.path;

export const handle = { enhance: true };
export const meta: MetaFunction = () => privatePageMeta("Addresses on this phone");

/** The addresses that a guest asked this phone to remember. No other page shows them. */
export function loader({ request, context }: LoaderFunctionArgs) {
  const query = typedQuery(request);
  const chosen = { from: query.get("from")?.slice(0, 40), to: query.get("to")?.slice(0, 40) };
  const addresses = rememberedOn(request, context.settings).map((each) => ({
    ...each,
    address: withPhonesAsShown(each.address),
  }));
  return json({ addresses, chosen }, privately());
}

/** Removes one of them. */
export async function action({ request, context }: ActionFunctionArgs) {
  const id = carriedValue(await typedForm(request), "id");
  return onward(paths.remembered(), [forgetOne(request, context.settings, id)]);
}

export default function RememberedAddresses() {
  const { addresses, chosen } = useLoaderData<typeof loader>();
  const hrefWith = (choice: { from?: string; to?: string }) => {
    const filled = Object.entries({ ...chosen, ...choice }).filter((entry): entry is [string, string] => !!entry[1]);
    return `${stepHref}?${new URLSearchParams(filled)}`;
  };
  return (
    <>
      <h1>Addresses on this phone</h1>
      {addresses.length === 0 ? <p>This phone remembers no address.</p> : null}
      <ul className="stack">
        {addresses.map(({ id, address }) => (
          <AddressCard key={id} title={address.Name} address={address}>
            <a href={hrefWith({ from: id })}>Send from here</a> <a href={hrefWith({ to: id })}>Send to here</a>{" "}
            <form method="post">
              <HiddenFields fields={{ id }} />
              <Button quiet>Remove</Button>
            </form>
          </AddressCard>
        ))}
      </ul>
      <p>
        <a href={stepHref}>Back to the addresses of your parcel</a>
      </p>
      <ForgetMe />
    </>
  );
}
