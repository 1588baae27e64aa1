import { allCountries, countryNamed, serveCountry } from "#app/domain/price-tables/country-changes.server";
import { UsageError } from "../../domain/values/usage-error";
import { list } from "../answer";
import type { Command } from "../command";
import { act } from "../desk.server";
import { didYouMean } from "../did-you-mean";
import { nothingMore, yesFrom } from "../words";

export const changeCountry: Command = {
  name: "change country",
  right: "manager",
  takes: "<country> --served <yes|no>",
  summary: "send parcels to a country, or stop doing so, at once",
  more: [
    "Pages and prices follow at once; it has no first day. Saved quotes keep their price. list countries shows all.",
  ],
  examples: ["change country Botswana --served no", 'change country "Côte d\'Ivoire" --served yes'],
  options: { served: { type: "string", value: "yes|no", help: "whether we go there (required)" } },
  async run({ words, option }, desk) {
    const typed = words.join(" ").trim();
    if (!typed) throw new UsageError("Which country? For example: change country Botswana --served no");
    const answer = option("served");
    if (!answer) throw new UsageError("Do we go there? Use --served yes or --served no.");
    const served = yesFrom(answer, "served");
    return act(desk, async (tx) => {
      const country = await countryNamed(tx, typed);
      if (!country) {
        const names = (await allCountries(tx)).map(({ name }) => name.toLowerCase());
        return { ok: false, why: [`There is no country "${typed}".${didYouMean(typed, names)}`] };
      }
      const inWords = served ? "served" : "not served";
      if (country.served === served)
        return { ok: true, output: [`${country.name} is ${inWords} already.`], actions: [] };
      await serveCountry(tx, country.iso2, served);
      const action = { action: "changed country", subject: `country ${country.name}`, details: inWords };
      return { ok: true, output: [`${country.name} is ${inWords} from now on.`], actions: [action] };
    });
  },
};

export const listCountries: Command = {
  name: "list countries",
  right: "reader",
  takes: "",
  summary: "countries abroad, and whether we go there",
  more: [],
  examples: ["list countries"],
  options: {},
  async run({ words }, { store }) {
    nothingMore(words);
    const rows = (await allCountries(store.read)).map(({ iso2, name, numericZone, served }) => ({
      country: name,
      code: iso2,
      zone: numericZone,
      served,
    }));
    return list(rows, "There are no countries.");
  },
};
