import path from "node:path";
import { createServer } from "vite";

export const root = path.resolve(import.meta.dirname, "../..");

/** The site's own modules. `close` stops the compiler that loads them. */
export async function openSite() {
  const vite = await createServer({
    root,
    configFile: false,
    logLevel: "error",
    server: { middlewareMode: true, hmr: false, ws: false, watch: null },
    appType: "custom",
    resolve: {
      alias: [
        { find: /^#app\//, replacement: `${root}/app/` },
        { find: /^#db\//, replacement: `${root}/db/` },
      ],
    },
  });
  const load = (file) => vite.ssrLoadModule(file);
  return { load, close: () => vite.close() };
}

const townships = [
  "1431",
  "1804",
  "7784",
  "2090",
  "1868",
  "1632",
  "0122",
  "4031",
  "6205",
  "9323",
  "0152",
  "1724",
  "5219",
  "3201",
  "0750",
];
const unserved = ["9100", "9250", "9050"];
const neighbours = ["Botswana", "Lesotho", "Namibia", "Zimbabwe", "Mozambique", "United Kingdom"];

/** Priced forms made by the site itself, some hundreds of routes and boxes, from which the database is filled. */
export async function templatesOf(load, store) {
  const { workOutPrice } = await load("/app/domain/parcels/quotes/price-draft.server.ts");
  const { embeddedPricing } = await load("/app/domain/prices/embedded.server.ts");
  const { addressesSchema } = await load("/app/domain/form/addresses.ts");
  const { parcelSchema } = await load("/app/domain/form/parcel.ts");
  const typed = await load("/demo/typed-answers.ts");
  const pricing = embeddedPricing(store, () => new Date());
  const boxes = await pricing.boxes();
  const addresses = addressesSchema("home", () => true).parse(typed.addresses);
  const parcel = parcelSchema("", () => true).parse(typed.parcel);

  const price = async (to, at) => {
    const box = boxes[at % boxes.length].id;
    const form = {
      addresses: { ...addresses, fromPostal: townships[at % townships.length], ...to },
      parcel: { ...parcel, selectedBoxId: box, quantity: at % 11 === 0 ? 3 : 1 },
    };
    const priced = await workOutPrice(pricing, to.toCountry ? "international" : "local", form);
    return { ...priced, request: JSON.stringify(priced.request), response: JSON.stringify(priced.response) };
  };
  const templates = [];
  for (let at = 0; at < 400; at += 1) {
    const isAbroad = at % 12 === 0;
    const to = isAbroad
      ? { toCountry: neighbours[at % neighbours.length], toPostal: "" }
      : { toPostal: townships[(at * 7 + 3) % townships.length] };
    templates.push(await price(to, at));
  }
  const bareTemplates = await Promise.all(unserved.map((toPostal, at) => price({ toPostal }, at)));
  const priced = templates.filter(({ grandTotalCents }) => grandTotalCents !== null);
  if (priced.length < 300 || bareTemplates.some(({ grandTotalCents }) => grandTotalCents !== null)) {
    throw new Error("the price tables no longer hold what this bench fills a database with");
  }
  return { templates: priced, bareTemplates };
}
