import { type ActionFunctionArgs, json, type LoaderFunctionArgs, type MetaFunction } from "@remix-run/node";
import { useActionData, useLoaderData } from "@remix-run/react";
import { addressBook, deleteAddress, saveAddress, savedAddress } from "#app/domain/accounts/address-book.server";
import { HOME_COUNTRY } from "#app/domain/form/addresses";
import { withPhonesAsShown } from "#app/domain/form/contacts.server";
import { NamedAddressSchema, partyOf } from "#app/domain/form/party-address";
import { formKeyOf } from "#app/domain/limits/done-once.server";
import { limits } from "#app/domain/limits/limits";
import { pickedAddresses, usedAddresses } from "#app/domain/parcels/quotes/used-addresses.server";
import type { FormState } from "#app/domain/values/form-state";
import { newId } from "#app/domain/values/ids.server";
import { carriedValue, checkForm, typedValues } from "#app/http/forms/forms.server";
import { type AskedLandmark, askedPlaces, settleLandmarks } from "#app/http/forms/landmarks.server";
import { latinToAsk } from "#app/http/forms/latin-letters.server";
import { typedQuery } from "#app/http/forms/typed-form.server";
import { unlessUnwritable } from "#app/http/forms/unwritable.server";
import { onward, privately, wordsOfDone } from "#app/http/pages/private-page.server";
import { isBookedHere } from "#app/http/sign-in/booked-here.server";
import { requireUser, requireUserForm } from "#app/http/sign-in/require-user.server";
import { paths, wizardPaths } from "#app/paths";
import { AddressBookFields } from "#app/routes/address-book/address-book-fields";
import { Button } from "#app/ui/forms/button";
import { HiddenFields } from "#app/ui/forms/hidden-fields";
import { StepForm } from "#app/ui/forms/step-form";
import { ShortNotice } from "#app/ui/notice";
import { AccountShell } from "#app/ui/shell/account-shell";
import { privatePageMeta } from "#app/ui/shell/page-meta";
import { AddressCard } from "#app/ui/shipments/address-card";
import { LandmarkQuestions } from "#app/ui/shipments/landmark-questions";
import { LatinQuestion } from "#app/ui/shipments/latin-question";
import { UsedAddresses } from "#app/ui/shipments/used-addresses";

const FULL = `An address book holds ${limits.savedAddresses.points} addresses. Delete one first.`;
const DONE: Record<string, string> = { saved: "The address was saved.", deleted: "The address was deleted." };

export const handle = { enhance: true };
export const meta: MetaFunction = () => privatePageMeta("Address book");

/** The account's saved addresses; one of them in the form (`?edit=`), or one used before (`?from=`, `?to=`). */
export async function loader({ request, context }: LoaderFunctionArgs) {
  const { account, formToken } = await requireUser(request, context);
  const { store } = context.services;
  const query = typedQuery(request);
  const edited = await savedAddress(store.read, account.uid, query.get("edit") ?? "");
  const picked = await pickedAddresses(store.read, account.uid, query, {
    isOwn: (quote) => isBookedHere(quote, request, context),
    remembered: [],
  });
  const used = partyOf(picked.chosen.from ? "from" : "to", picked.fields);
  const page = {
    addresses: (await addressBook(store.read, account.uid)).map((each) => ({
      ...each,
      address: withPhonesAsShown(each.address),
    })),
    used: await usedAddresses(store.read, account.uid, {}),
    values: edited ? { label: edited.label, ...edited.address } : { label: "", ...used },
    isEdited: edited !== null,
    keys: { id: edited?.id ?? newId(), token: formToken },
    done: wordsOfDone(DONE, query.get("done")),
  };
  return json(page, privately());
}

/** Saves a new or changed address, or deletes one. */
export async function action({ request, context }: ActionFunctionArgs) {
  const { account, form } = await requireUserForm(request, context);
  const { uid } = account;
  const id = carriedValue(form, "id");
  const { store } = context.services;
  const values = typedValues(form);
  const refused = (errors: FormState["errors"], asked: AskedLandmark[] = [], latin: string[] = []) => ({
    ...{ errors, asked, latin },
    values: asked.length > 0 ? { ...values, askedPlaces: askedPlaces(form, asked) } : values,
  });
  const write = async () => {
    if (form.get("intent") === "delete") {
      await store.tx((tx) => deleteAddress(tx, uid, id));
      return onward(paths.addressBook({ done: "deleted" }));
    }
    const address = { postal: carriedValue(form, "Postal"), country: carriedValue(form, "Country") || HOME_COUNTRY };
    const asked = await settleLandmarks(context.services, form, [{ field: "Landmark", ...address }]);
    const checked = checkForm(form, NamedAddressSchema);
    if (!checked.ok) return json(refused(checked.state.errors), privately(400));
    const latin = latinToAsk(form, checked.answers, "");
    if (asked.length + latin.length > 0) return json(refused({}, asked, latin), privately(400));
    const { label, ...answers } = checked.answers;
    const isKnown = (await savedAddress(store.read, uid, id)) !== null;
    const key = isKnown ? id : formKeyOf([uid, id || newId()], [label, answers]);
    const saved = { id: key, uid, label, address: answers };
    const isSaved = await store.tx((tx) => saveAddress(tx, saved, new Date()));
    return isSaved ? onward(paths.addressBook({ done: "saved" })) : json(refused({ "": [FULL] }), privately(409));
  };
  return unlessUnwritable(write, (words, how) => json(refused({ "": [words] }), how));
}

export default function AddressBook() {
  const { addresses, used, values, isEdited, keys, done } = useLoaderData<typeof loader>();
  const answer = useActionData<typeof action>();
  const state = answer ?? { values, errors: {} };
  return (
    <AccountShell backHref={paths.dashboard} formToken={keys.token}>
      <h1>Address book</h1>
      <ShortNotice tone="good" words={done} />
      {addresses.length === 0 ? (
        <p>No addresses yet. Save some here to use them again: “Home”, “Gogo Soweto”.</p>
      ) : null}
      <ul className="stack wide pair">
        {addresses.map(({ id, label, address }) => (
          <AddressCard key={id} title={label} address={address}>
            <a href={`${wizardPaths.local}/addresses?from=${id}`}>Send from here</a>{" "}
            <a href={`${wizardOf(address)}/addresses?to=${id}`}>Send to here</a>{" "}
            <a href={`${paths.addressBook({ edit: id })}#change`}>Change</a>{" "}
            <form method="post" action={paths.addressBook()}>
              <HiddenFields fields={{ id, token: keys.token }} />
              <Button quiet name="intent" value="delete">
                Delete
              </Button>
            </form>
          </AddressCard>
        ))}
      </ul>
      <h2 id="change">{isEdited ? "Change this address" : "Add an address"}</h2>
      {isEdited ? null : <UsedAddresses addresses={used} stepHref={paths.addressBook()} />}
      <StepForm
        state={state}
        submit="Save address"
        busyLabel="Saving…"
        hidden={keys}
        action={paths.addressBook()}
        sideBySide
        early={
          answer && answer.asked.length + answer.latin.length > 0 ? (
            <>
              <LandmarkQuestions asked={answer.asked} submit="Save address" />
              <LatinQuestion fields={answer.latin} submit="Save address" />
            </>
          ) : null
        }
        capitalize
      >
        <AddressBookFields state={state} />
      </StepForm>
    </AccountShell>
  );
}

function wizardOf({ Country }: { Country: string }): string {
  return Country === "" || Country === HOME_COUNTRY ? wizardPaths.local : wizardPaths.international;
}
