import folder from "../build/brand.json";

/** The colours by their names in the style sheets; `light` has all, `dark` those that differ. */
export type Colour = keyof typeof colours.light;

export type Brand = {
  name: string;
  legalName: string;
  shortName: string;
  /** In the names of examples: `THUMA_KEY`, `thuma.php`. */
  slug: string;
  tagline: string;
  city: string;
  country: string;
  /** Reaches nobody, as `placeholders`. */
  address: string;
  /** The day from which its own words of the terms apply; null: it has none. */
  termsVersion: string | null;
  /** The footer says so: Level 1 B-BBEE. */
  isExemptMicroEnterprise: boolean;
  /** When the phone and the chat are answered, Monday to Friday. */
  workingHours: { from: string; until: string };
  itemNames: { publicQuote: string; local: string; international: string };
  example: {
    /** What the home page prices: two well-known townships. */
    route: { from: string; fromPostal: string; to: string; toPostal: string };
    /** Where programs' examples send from and to. */
    from: { addressLine: string; city: string; postal: string };
    to: { addressLine: string; suburb: string; city: string; postal: string };
  };
  /** Offered when no boxes can be loaded. The ids are those of the seeded boxes, so these can still be priced. */
  fallbackBoxes: {
    id: string;
    name: string;
    dimensions: { l: number; w: number; h: number };
    maxWeightKg: number;
    costCents: number;
  }[];
  /** What settings are where the environment says nothing. */
  settings: Record<string, string>;
  /** Other words for sentences, by ours: `language/say.ts`. */
  texts: Record<string, string>;
  /** Of headings and buttons: fonts that systems have. Each that one doesn't have costs a slow phone time before the first text. */
  letters: string;
  colours: { light: Record<Colour, string>; dark: Partial<Record<Colour, string>> };
  /** The content of an SVG of 36 × 36. `currentColor` is the colour of the text beside it. */
  mark: string;
  /** A letter on the bakkie of the home page, as a path. */
  onBakkie: string;
  /** The folder that it was built from; null: our own. */
  folder: string | null;
};

/** Painted shop fronts: cream wall, black board, one pot of taxi yellow. */
const colours = {
  light: {
    ink: "#1d1410",
    soft: "#62503f",
    paper: "#fff6e4",
    card: "#fffdf8",
    edge: "#1d1410",
    hair: "#dcc9a8",
    board: "#1d1410",
    chalk: "#fff6e4",
    seam: "#5d4a3c",
    sun: "#ffb612",
    "on-sun": "#1d1410",
    "beside-sun": "#ffd36b",
    pale: "#fffdf8",
    wall: "#ffb612",
    "on-wall": "#1d1410",
    bad: "#a81b10",
    good: "#0a6236",
    drop: "#1d1410",
  },
  dark: {
    ink: "#fbeed7",
    soft: "#cdb798",
    paper: "#1a120d",
    card: "#271c15",
    edge: "#a48a6c",
    hair: "#4d3b2c",
    board: "#0d0806",
    wall: "#2f2115",
    "on-wall": "#ffb612",
    bad: "#ff9c8b",
    good: "#7fd8a4",
    drop: "#805a08",
  },
};

export const thuma: Brand = {
  name: "Thuma Couriers",
  legalName: "Thuma Couriers (Pty) Ltd",
  shortName: "Thuma",
  slug: "thuma",
  tagline: "Courier from kasi to kasi",
  city: "Germiston",
  country: "South Africa",
  address: "12 Odendaal Street, Germiston South, Germiston 1401",
  termsVersion: null,
  isExemptMicroEnterprise: true,
  workingHours: { from: "08:00", until: "17:00" },
  itemNames: {
    publicQuote: "Thuma Shipment",
    local: "Thuma Local Shipment",
    international: "Thuma International Shipment",
  },
  example: {
    route: { from: "Katlehong", fromPostal: "1431", to: "Soweto", toPostal: "1804" },
    from: { addressLine: "12 Shop Street", city: "Germiston", postal: "1459" },
    to: { addressLine: "9 Vilakazi Street", suburb: "Orlando West", city: "Soweto", postal: "1868" },
  },
  fallbackBoxes: [
    { id: "flyer-bag", name: "Flyer bag", dimensions: { l: 31, w: 45, h: 45 }, maxWeightKg: 1, costCents: 410 },
    { id: "stock-3", name: "Stock 3", dimensions: { l: 25, w: 15, h: 25 }, maxWeightKg: 5, costCents: 510 },
    { id: "stock-2", name: "Stock 2", dimensions: { l: 23, w: 15, h: 15 }, maxWeightKg: 3, costCents: 394 },
  ],
  settings: {},
  texts: {},
  // For Android, iOS and others.
  letters: '"sans-serif-condensed", "Avenir Next Condensed", "Arial Narrow", system-ui, sans-serif',
  colours,
  // A moving parcel whose tape is a T.
  mark: `<path d="M1 12h6M0 19h7M2 26h5" stroke="currentColor" stroke-width="2.5" stroke-linecap="round"/><path d="M11 4h21l3 28H8z" fill="${colours.light.sun}"/><path d="M10.6 9h21.9l.5 5.5h-8.4l.7 17.5h-7.6l.7-17.5h-8.4z" fill="${colours.light["on-sun"]}"/>`,
  onBakkie: "M334 80h36v8h-13l2 22h-14l2-22h-13z",
  folder: null,
};

/**
 * The company's name and what goes with it: ours, or another courier's (`BRAND_DIR`), which the build has checked. How
 * people reach it comes from the settings: `contact.ts`.
 */
export const brand: Brand = { ...thuma, ...(folder as Partial<Brand>) };

/** `Monday to Friday, 08:00 to 17:00` */
export const workingHours = `Monday to Friday, ${brand.workingHours.from} to ${brand.workingHours.until}`;

/** Reaches nobody: for a site that takes no real money. Only the settings read it, and live refuses it. */
export const placeholders = {
  phone: "+27100000000",
  address: brand.address,
  email: {
    contact: `hello@${brand.slug}.example`,
    quotes: `quotes@${brand.slug}.example`,
    payments: `payments@${brand.slug}.example`,
    privacy: `privacy@${brand.slug}.example`,
    security: `security@${brand.slug}.example`,
  },
  sender: `no-reply@${brand.slug}.example`,
  chat: {
    messenger: `https://m.me/${brand.slug}.example`,
    instagram: `https://ig.me/m/${brand.slug}.example`,
    whatsapp: null,
  },
  social: {
    facebook: `https://www.facebook.com/${brand.slug}.example`,
    instagram: `https://www.instagram.com/${brand.slug}.example`,
  },
};

/** The variable that holds a shop's key in examples. */
export const KEY_VARIABLE = `${brand.slug.toUpperCase()}_KEY`;

/** A text written in our name, such as a plug-in's file, in the brand's. What programs rely on stays: `thuma_couriers_…`. */
export const inOurName = (text: string): string =>
  text.replace(/\bThuma Couriers\b/g, () => brand.name).replace(/\bThuma\b/g, () => brand.shortName);

/** A program to copy whose names begin with ours, with the brand's. */
export const withOurNames = (program: string): string =>
  program.replaceAll("thuma", brand.slug).replaceAll("THUMA", brand.slug.toUpperCase());
