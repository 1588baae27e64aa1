import type { Config } from "#app/config.server";
import { partyOf } from "#app/domain/form/party-address";
import { type PartyAddress, readPartyAddress } from "#app/domain/form/saved-form";
import { fingerprint } from "#app/domain/parcels/quotes/fingerprint.server";
import { signedCookie } from "#app/http/cookies/signed-cookie.server";
import { wizardPaths } from "#app/paths";

/** Counted from the last change. */
export const REMEMBERED_DAYS = 90;
/** They are sent with every page of the wizard. */
const MOST_REMEMBERED = 6;

/** An address stored on this phone, and its id in links. */
export type Remembered = { id: string; address: PartyAddress };

/** Addresses that a guest asked this phone to remember, newest first. */
const remembered = signedCookie<PartyAddress[]>("remembered", {
  path: wizardPaths.publicQuote,
  days: REMEMBERED_DAYS,
  accept: (stored) => (Array.isArray(stored) ? stored.map(readPartyAddress) : null),
});

export function rememberedOn(request: Request, settings: Config): Remembered[] {
  return (remembered.read(request, settings) ?? []).map((address) => ({ id: fingerprint(address), address }));
}

/** The `Set-Cookie` line that adds both addresses of a form. The oldest are dropped if there isn't room for all. */
export function rememberBoth(request: Request, settings: Config, fields: Record<string, string>): string {
  const both = (["from", "to"] as const).map((party) => partyOf(party, fields));
  const ids = both.map(fingerprint);
  const others = rememberedOn(request, settings).filter(({ id }) => !ids.includes(id));
  return keep(settings, [...both, ...others.map(({ address }) => address)]);
}

/** The `Set-Cookie` line that removes one. */
export function forgetOne(request: Request, settings: Config, id: string): string {
  return keep(
    settings,
    rememberedOn(request, settings).flatMap((each) => (each.id === id ? [] : [each.address])),
  );
}

/** The `Set-Cookie` line that removes all. */
export const forgetRemembered = remembered.clear;

function keep(settings: Config, addresses: PartyAddress[]): string {
  for (let count = Math.min(addresses.length, MOST_REMEMBERED); count > 0; count -= 1) {
    const kept = addresses.slice(0, count).map(withoutBlanks);
    if (remembered.holds(settings, kept)) return remembered.write(settings, kept);
  }
  return remembered.clear(settings);
}

/** Blank fields need not be stored. */
function withoutBlanks(address: PartyAddress): PartyAddress {
  return Object.fromEntries(Object.entries(address).filter(([, answer]) => answer !== "")) as PartyAddress;
}
