import { allCountries, countryNamed, serveCountry } from "#app/domain/prices/country-changes.server";
import { commandNamed, field, say } from "#app/language/say";
import { list } from "../answer";
import { command } from "../command";
import { act, did, notDone } from "../desk.server";
import { didYouMean } from "../did-you-mean";

export const changeCountry = command({
  name: "change country",
  page: "check first",
  right: "manager",
  also: "abroad, overseas, international, embargo",
  summary: "send parcels to a country, or stop doing so, at once",
  more: say`It applies to pages and prices at once, and has no first day. Saved quotes keep their price.
    ${commandNamed("list countries")} shows all.`,
  examples: ["change country Botswana --served no", 'change country "Côte d\'Ivoire" --served yes'],
  arguments: {
    name: {
      kind: "words",
      shown: "country",
      label: "country",
      required: "Which country? For example: Botswana.",
    },
  },
  options: {
    served: {
      kind: "yes or no",
      label: "whether we go there",
      required: say`Do we go there? Use ${field("served")}: yes or no.`,
    },
  },
  async run({ name: typed, served }, desk) {
    return act(desk, async (tx) => {
      const country = await countryNamed(tx, typed);
      if (!country) {
        const names = (await allCountries(tx)).map(({ name }) => name.toLowerCase());
        return notDone(say`There is no country "${typed}".${didYouMean(typed, names)}`);
      }
      const inWords = served ? "served" : "not served";
      if (country.served === served) return did(null, say`${country.name} is ${inWords} already.`);
      await serveCountry(tx, country.iso2, served);
      const action = { action: "changed country", subject: `country ${country.name}`, details: inWords };
      return did(action, say`${country.name} is ${inWords} from now on.`);
    });
  },
});

export const listCountries = command({
  name: "list countries",
  page: { button: "Show the countries", reads: "few rows" },
  right: "reader",
  also: "abroad, overseas, international",
  summary: "countries abroad, and whether we go there",
  async run(_, { store }) {
    const rows = (await allCountries(store.read)).map(({ iso2, name, numericZone, served }) => ({
      country: name,
      code: iso2,
      zone: numericZone,
      served,
    }));
    return list(rows, "There are no countries.");
  },
});
