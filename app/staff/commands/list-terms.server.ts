import { termsAgreedTo } from "#app/domain/parcels/quotes/terms-agreed-to.server";
import { TERMS_VERSION } from "#app/domain/parcels/quotes/terms-version";
import { saDay } from "#app/domain/values/sa-time";
import { commandNamed, listNamed, say } from "#app/language/say";
import { list } from "../answer";
import { command } from "../command";

export const listTerms = command({
  name: "list terms",
  page: { button: "Show the terms", reads: "many rows" },
  right: "reader",
  also: "terms and conditions, versions, what they agreed to",
  summary: "the versions of the terms: which one applies, and how many bookings were made under each",
  more: say`The words of the terms come with a release, and with them their version: the day from which they apply.
    ${commandNamed("history")} and ${listNamed("bookings")} say which version a customer agreed to.`,
  async run(_, { store }) {
    const agreed = await termsAgreedTo(store.read);
    const isNew = agreed.every(({ version }) => version !== TERMS_VERSION);
    const rows = [...(isNew ? [{ version: TERMS_VERSION, agreed: 0, first: null, last: null }] : []), ...agreed].map(
      ({ version, agreed, first, last }) => ({
        version,
        standing: version === TERMS_VERSION ? "applies" : "applied before",
        agreed,
        first_booked: first && saDay(first),
        last_booked: last && saDay(last),
      }),
    );
    return list(rows, "There are no terms.");
  },
});
