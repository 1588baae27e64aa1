import { amounts, cells, layouts, namesInAnyWriting, namesInUnicode, noLists, spoiledCells, writings } from "./files";
import { postBoxes } from "./shops.mjs";

/** What a field means. A door tries what it has fields for. */
export type Meaning =
  | "line"
  | "phone"
  | "email"
  | "postal"
  | "cell"
  | "amount"
  | "weight"
  | "day"
  | "place"
  | "number"
  | "search"
  | "place abroad"
  | "sender"
  | "file"
  | "quantity"
  | "sought phone";

/** What a door makes of it: a text that is kept, or words that refuse it or ask. */
export type Comes = { kept: string } | { words: string };

/** What somebody types, pastes or sends, and what should come of it at every door. */
export type TypedRow = { kind: string; meaning: Meaning; typed: string; comes: Comes; column?: string };

const rows = (kind: string, meaning: Meaning, given: Record<string, string>): TypedRow[] =>
  Object.entries(given).map(([typed, kept]) => ({ kind, meaning, typed, comes: { kept } }));
const asTyped = (kind: string, meaning: Meaning, ...inputs: string[]) =>
  rows(kind, meaning, Object.fromEntries(inputs.map((input) => [input, input])));
const refused = (kind: string, meaning: Meaning, words: string, ...inputs: string[]): TypedRow[] =>
  inputs.map((typed) => ({ kind, meaning, typed, comes: { words } }));

const lines: TypedRow[] = [
  ...rows("signs that nobody sees", "line", {
    "Lindiwe\u2060 Mthembu": "Lindiwe Mthembu",
    "Bongani\u2062Sithole": "BonganiSithole",
    "\u2066Kagiso Molefe\u2069": "Kagiso Molefe",
    "Yusuf\u061c Patel": "Yusuf Patel",
    "Tshepo\u180e Mabaso": "Tshepo Mabaso",
    "Nobu\ufeffhle Cele": "Nobuhle Cele",
    "Mam\u00ador\u00adena Khoza": "Mamorena Khoza",
    "Andile\u{e0001}\u{e007f} Zungu": "Andile Zungu",
    "Palesa\ufe0e Mofokeng\ufe0f": "Palesa Mofokeng",
    "Sizwe\u1160\u115f Dube": "Sizwe Dube",
    "Nandi\u206a\u206f Ngcobo": "Nandi Ngcobo",
    "Vusi\uffa0 Shabalala": "Vusi Shabalala",
    "\u200f\u200eKarabo Motaung\u202c": "Karabo Motaung",
    "Ayanda\u{1d173} Gumede": "Ayanda Gumede",
    "Refilwe\ufff9 Tau": "Refilwe Tau",
    "Jabulani\ufffc Nene": "Jabulani Nene",
  }),
  ...rows("spaces", "line", {
    "Lerato\u2003Modise": "Lerato Modise",
    "Dumisani\u2007Khanyile": "Dumisani Khanyile",
    "Zanele\u205fMajola": "Zanele Majola",
    "Pieter\u3000Botha": "Pieter Botha",
    "Nosipho\t\tMbatha": "Nosipho Mbatha",
    "  Mpho   Letsoalo  ": "Mpho Letsoalo",
    "Thulani\u1680Mkhize": "Thulani Mkhize",
    "Busisiwe\u2800Nkabinde": "Busisiwe Nkabinde",
    "\u00a0Sanele\u00a0\u00a0Hadebe\u00a0": "Sanele Hadebe",
    "Fikile\u200aNdaba": "Fikile Ndaba",
    "Gift\r\nMaluleke": "Gift Maluleke",
    "Neo\u2029Sebego": "Neo Sebego",
    "Wandile\u0085Msimang": "Wandile Msimang",
  }),
  ...rows("digits of other scripts", "line", {
    "Stand ١٢ Mphuti": "Stand 12 Mphuti",
    "House ۴۵ Zone": "House 45 Zone",
    "Shop ७८ Main Road": "Shop 78 Main Road",
    "Shop ১৯ Main Road": "Shop 19 Main Road",
    "Unit ૩૪ Market": "Unit 34 Market",
    "Unit ੫੬ Market": "Unit 56 Market",
    "Flat ௭௮ Hillbrow": "Flat 78 Hillbrow",
    "Flat ๑๒ Hillbrow": "Flat 12 Hillbrow",
    "Room ៣៤ Depot": "Room 34 Depot",
    "Room ၅၆ Depot": "Room 56 Depot",
    "Erf １０２ Tembisa": "Erf 102 Tembisa",
    "Erf 𝟗𝟖 Tembisa": "Erf 98 Tembisa",
    "Plot ߁߂ Farm": "Plot 12 Farm",
  }),
  ...asTyped(
    "joiners between letters",
    "line",
    ...["نمی\u200cدانم خان", "کتاب\u200cها فروشی", "श्\u200dयाम शर्मा", "राज\u0947श\u094d\u200cवर", "ক্\u200cষমা দাস"],
    ...["ක්\u200dරිස්තෝපර්", "ര്\u200dമ്മ നായര്", "ಅರ್\u200cಪಿತಾ", "ప్\u200cరియ రావు", "ક્\u200dષમા પટેલ", "ଶ୍\u200dରୀ ଦାସ"],
  ),
  ...rows("joiners elsewhere", "line", {
    "Nom\u200dsa Zwane": "Nomsa Zwane",
    "Si\u200cpho Langa": "Sipho Langa",
    "\u200dThabiso Moloi": "Thabiso Moloi",
    "Ntsiki\u200c Biko": "Ntsiki Biko",
    "陈\u200d伟 超市": "陈伟 超市",
    "ሰላም\u200c ተስፋዬ": "ሰላም ተስፋዬ",
    "علی\u200c رضا": "علی رضا",
    "Shop\u200d متجر": "Shop متجر",
    "12\u200c4 Main": "124 Main",
    "Иван\u200d Петров": "Иван Петров",
  }),
  ...rows("letters in two parts", "line", {
    "Rene\u0301e Mare\u0301": "Renée Maré",
    "Chloe\u0308 Bru\u0308mmer": "Chloë Brümmer",
    "T\u032dhilidzi Ḽavhelesani": "Ṱhilidzi Ḽavhelesani",
    "Mmas\u030cela Ts\u030chabalala": "Mmašela Tšhabalala",
    "A\u030age Sørensen": "Åge Sørensen",
    "\u212bke Lindqvist": "Åke Lindqvist",
    "O\u0323la\u0301 E\u0323gbe": "Ọlá Ẹgbe",
    "Nguye\u0302\u0303n An": "Nguyễn An",
    "\u1112\u1161\u11ab\u1100\u1173\u11af Mart": "한글 Mart",
    "Jose\u0301 Concei\u0063\u0327a\u0303o": "José Conceição",
    "e\u0301\u0323va Novak": "ẹ\u0301va Novak",
    "か\u3099ん Store": "がん Store",
  }),
  ...asTyped(
    "names in every script",
    "line",
    ...[...namesInAnyWriting, ...namesInUnicode].filter((name) => name !== "Nkosi 🎉"),
    ...["ተስፋዬ ገብረ", "李小龍 商店", "রফিকুল ইসলাম", "فاطمة الزهراء", "Олена Коваль", "Νίκος Γεωργίου", "सुनीता देवी"],
    ...["ਹਰਪ੍ਰੀਤ ਕੌਰ", "தமிழ்ச்செல்வி", "สมหญิง ใจดี", "이지은", "דוד כהן", "N||n|ǂe ǃKung", "Đặng Văn Lâm"],
  ),
];

const TWO = "takes one number";
const EXTENSION = "without an extension";
const NO_PHONE = "may only have digits";
const phones: TypedRow[] = [
  ...rows("phones", "phone", {
    "082 555 0199": "082 555 0199",
    "082\u2013555\u20130199": "082-555-0199",
    "(082) 555\u20110199": "(082) 555-0199",
    "+27 (0)82 555 0199": "+27 (0)82 555 0199",
    "0027 82 555 0199": "0027 82 555 0199",
    "０８２５５５０１９９": "0825550199",
    "٠٨٢ ٥٥٥ ٠١٩٩": "082 555 0199",
    "\u202a+27 82 555 0199\u202c": "+27 82 555 0199",
    "082\u00a0555\u20090199": "082 555 0199",
    "082.555.0199": "082.555.0199",
    "082/555/0199": "082/555/0199",
    "082\u2212555\u22120199": "082-555-0199",
    "＋27 82 555 0199": "+27 82 555 0199",
    "+254 712 345678": "+254 712 345678",
    "\u200e0825550199\u200f": "0825550199",
  }),
  ...refused("two phones", "phone", TWO, "082 555 0199 / 083 555 0188", "082 555 0199 or 083 555 0188"),
  ...refused("two phones", "phone", TWO, "0825550199,0835550188", "0825550199; 0835550188", "0825550199 0835550188"),
  ...refused("two phones", "phone", TWO, "082 555 0199 & 083 555 0188", "082 555 0199 of 083 555 0188"),
  ...refused("two phones", "phone", TWO, "082 555 0199 en 083 555 0188", "011 555 0199/98", "(011) 555-0199/200"),
  ...refused("two phones", "phone", TWO, "082-555-0199 | 083-555-0188", "082 555 0199 and +27 83 555 0188"),
  ...refused("an extension", "phone", EXTENSION, "011 555 0199 x4", "011 555 0199 ext 4", "011 555 0199 ext. 12"),
  ...refused("an extension", "phone", EXTENSION, "0115550199 extension 7", "011 555 0199 uitb. 12", "011 555 0199#12"),
  ...refused("an extension", "phone", EXTENSION, "011-555-0199 X31", "(011) 555 0199 Ext 999", "+27 11 555 0199 x 5"),
  ...refused("an extension", "phone", EXTENSION, "011\u2013555\u20130199 ext.4"),
  ...refused("no phones", "phone", NO_PHONE, "tel: 082 555 0199", "zero eight two", "082 555 O199", "082_555_0199"),
  ...refused("no phones", "phone", NO_PHONE, "082 555 0199 (Sipho)", "n/a none", "wa.me/27825550199", "082*555*0199"),
  ...refused("no phones", "phone", NO_PHONE, "ask at the shop", "082 555 0l99"),
  ...refused("no phones", "phone", NO_PHONE, "WhatsApp 082 555 0199", "phone my mother 082 555 0199"),
];

const NO_EMAIL = "must look like";
const emails: TypedRow[] = [
  ...rows("emails", "email", {
    "thandi+shop@example.co.za": "thandi+shop@example.co.za",
    "o'brien@example.com": "o'brien@example.com",
    "sales@kasi.africa": "sales@kasi.africa",
    "ｚｏｌａ＠example.com": "zola@example.com",
    "\u200bnomsa@example.org\u00a0": "nomsa@example.org",
    "a_b-c@mail.shop.example.org": "a_b-c@mail.shop.example.org",
    "1@2.example": "1@2.example",
    "sipho.j.dube@example.co.za": "sipho.j.dube@example.co.za",
    "lindi\u2011we@example.com": "lindi-we@example.com",
    "\u2068themba@example.com\u2069": "themba@example.com",
    "x@xn--caf-dma.example": "x@xn--caf-dma.example",
    "x@shop.xn--p1ai": "x@shop.xn--p1ai",
    [`x@${"y".repeat(63)}.example`]: `x@${"y".repeat(63)}.example`,
  }),
  ...refused("no emails", "email", NO_EMAIL, "zola..m@example.com", ".zola@example.com", "zola.@example.com"),
  ...refused("no emails", "email", NO_EMAIL, "zola@-example.com", "zola@example-.com", "zola@example", "zola@@x.com"),
  ...refused("no emails", "email", NO_EMAIL, "zola m@example.com", "zola,m@example.com", "zola@example..com"),
  ...refused("no emails", "email", NO_EMAIL, "zola@.example.com", "zola@example.com.", "<zola@example.com>"),
  ...refused("no emails", "email", NO_EMAIL, "Zola <zola@example.com>", "mailto:zola@example.com", "zola@example,com"),
  ...refused("no emails", "email", NO_EMAIL, "zola@mail.123", "zola@1.2.3.4", "zola@example.c", "zola@example.c0m"),
  ...refused("no emails", "email", NO_EMAIL, `zola@${"x".repeat(64)}.com`, "zola@example.xn--", "zola@example.xn--a-"),
  ...refused("no emails", "email", NO_EMAIL, "zöla@example.com", "zola@exämple.com", `${"z".repeat(65)}@example.com`),
];

const FOUR_DIGITS = "must have 4 digits";
const ITS_ZERO = "has dropped its first 0";
const postals: TypedRow[] = [
  ...rows("postal codes", "postal", {
    "18 04": "1804",
    "\u200e1804": "1804",
    "１８０４": "1804",
    "١٨٠٤": "1804",
    "१८०४": "1804",
    "1804\u00a0": "1804",
    "1 8 0 4": "1804",
    "\ufeff1804": "1804",
    "1\u200b804": "1804",
    "𝟣𝟪𝟢𝟦": "1804",
    "\t1804": "1804",
  }),
  ...refused(
    "codes that lost a 0",
    "postal",
    ITS_ZERO,
    "182",
    "183",
    "187",
    "157",
    "46",
    "81",
    "7",
    "9",
    "699",
    "１８２",
  ),
  ...refused("no postal codes", "postal", FOUR_DIGITS, "18045", "18O4", "I804", "1804-1431", "1,804", "18/04"),
  ...refused("no postal codes", "postal", FOUR_DIGITS, "00", "0", "18.04", "1804/5"),
];

const NO_AMOUNT = "must be an amount in rand";
const money: TypedRow[] = amounts
  .filter(([, typed, cents]) => typed !== "" && (cents === null || (cents > 0 && cents < 1_000_000_00)))
  .map(([, typed, cents]) => ({
    kind: cents === null ? "no amounts" : "amounts",
    meaning: "amount",
    typed,
    comes: cents === null ? { words: NO_AMOUNT } : { kept: String(cents) },
  }));

const NO_WEIGHT = "Weight must be greater than 0";
const kilograms: TypedRow[] = [
  ...rows("weights", "weight", {
    "0,5": "0.5",
    "0.75": "0.75",
    ",25": "0.25",
    ".5 kg": "0.5",
    "0,5kg": "0.5",
    "0.4 KGS": "0.4",
    "0,30 kilos": "0.3",
    "０．６": "0.6",
    "0\u00a0,7": "0.7",
    "٠٫٨": "0.8",
    "1.": "1",
    "0.90 kilogram": "0.9",
    "500 g": "0.5",
    "0,900 g": "0.9",
  }),
  ...refused("no weights", "weight", NO_WEIGHT, "light", "0", "-1", "2 or 3", "1e3", "1;5", "1 kg 200", "2-3", "?"),
];

const quantities: TypedRow[] = [
  ...rows("quantities", "quantity", {
    "２": "2",
    " 2 ": "2",
    "٢": "2",
    "2,0": "2",
    "2.0": "2",
    "2 parcels": "2",
    "2 pieces": "2",
    "2 boxes": "2",
    "2\u00a0Pieces": "2",
    "\u200e2": "2",
    "+2": "2",
  }),
  ...refused(
    "no quantities",
    "quantity",
    "Quantity",
    "0x2",
    "1e1",
    "two",
    "0",
    "101",
    "1,5",
    "-1",
    "2 or 3",
    "II",
    "2-3",
  ),
];

const cellRows: TypedRow[] = [
  ...cells.map(([, column, typed, kept]): TypedRow => {
    return { kind: "cells of spreadsheets", meaning: "cell", typed, column, comes: { kept } };
  }),
  ...spoiledCells.map(([, column, typed, words]): TypedRow => {
    return { kind: "cells of spreadsheets", meaning: "cell", typed, column, comes: { words } };
  }),
];

const places: TypedRow[] = postBoxes.flatMap(([[street, suburb], isAlone]) =>
  suburb === "" && street.length > 1 && !street.includes("&nbsp;")
    ? {
        ...{ kind: isAlone ? "post boxes" : "streets like post boxes", meaning: "place", typed: street },
        comes: isAlone ? { words: "needs a place with a door" } : { kept: street },
      }
    : [],
);

const abroad = places
  .filter(({ kind }) => kind === "post boxes")
  .map(
    ({ typed }): TypedRow => ({ kind: "post boxes abroad", meaning: "place abroad", typed, comes: { kept: typed } }),
  );

const senders: TypedRow[] = [
  ...asTyped(
    "senders' names",
    "sender",
    ...[
      "Mokoena & Daughters",
      "1-Stop Tyres",
      "Shop 12, Ext. 4",
      "A&B Cellular (Pty) Ltd",
      "Café 24",
      "Mama's Kitchen #2",
    ],
    ...[
      "B. B. Cash Store",
      "Khoza, Dineo",
      "7 Eleven Spaza",
      "Bra Zakes' Spares CC",
      "C+C Traders",
      "陈伟 超市",
      "50% Off!",
    ],
    ...["“Just Shoes”", "R5 Store / R10 Store", "No. 1 Hair", "Ntate Modise ★"],
  ),
  ...rows("senders' names", "sender", {
    "T.K.Mokoena Traders": "T. K. Mokoena Traders",
    "Nkosi\u200b Bros": "Nkosi Bros",
    "win.example.com": "win. example. com",
    "https://win.example": "Somebody",
    "me@win.example": "Somebody",
    "win.example/now": "Somebody",
    "Mrs.Radebe's Shop": "Mrs. Radebe's Shop",
    "Cellular @ Mall": "Cellular at Mall",
    "Phone 082 555 0199": "Somebody",
    "go to bit.ly/x1": "Somebody",
    "win.e\u0301xample": "win. éxample",
  }),
];

/** A shop's list in every writing and layout, as bytes in a text of Latin-1; and files that are no list. */
const files: TypedRow[] = [
  ...writings.flatMap((writing) =>
    layouts.map((layout, at): TypedRow => {
      const name = namesInAnyWriting[at % namesInAnyWriting.length] ?? "";
      const heading = [
        "fromAddressLine",
        "fromCity",
        "fromPostal",
        "toName",
        "toEmail",
        "toPhone",
        "toAddressLine",
        "toCity",
      ];
      const line = [
        "12 Shop Street",
        "Germiston",
        "1431",
        name,
        "z@example.com",
        "082 123 4567",
        "9 Vilakazi Street",
        "Soweto",
      ];
      const list = layout.text([
        [...heading, "toPostal", "selectedBoxId"],
        [...line, "1804", "flyer-bag"],
      ]);
      return { kind: "files", meaning: "file", typed: writing.bytes(list).toString("latin1"), comes: { kept: name } };
    }),
  ),
  ...noLists.map(({ bytes, words }): TypedRow => {
    return { kind: "no lists", meaning: "file", typed: bytes.toString("latin1"), comes: { words } };
  }),
];

/** What is typed, pasted or sent. Days and our own numbers depend on the day and on what is booked. */
export const typedRows: readonly TypedRow[] = [
  ...[
    ...lines,
    ...phones,
    ...emails,
    ...postals,
    ...money,
    ...kilograms,
    ...quantities,
    ...cellRows,
    ...places,
    ...abroad,
  ],
  ...[...senders, ...files],
];

/** A day on which we collect, as people, spreadsheets and programs write it. Another reading of it is no such day. */
export function dayRows(day: string): TypedRow[] {
  const [year = "", month = "", date = ""] = day.split("-");
  const at = new Date(`${day}T12:00:00Z`);
  const name = (length: "short" | "long") => at.toLocaleDateString("en-ZA", { month: length, timeZone: "UTC" });
  const weekday = at.toLocaleDateString("en-ZA", { weekday: "long", timeZone: "UTC" });
  const serial = Math.round((Date.parse(day) - Date.parse("1899-12-30")) / 86_400_000);
  const written = [
    ...[day, `${year}/${month}/${date}`, `${year}.${month}.${date}`, `${year}${month}${date}`],
    ...[`${Number(date)} ${name("long")} ${year}`, `${date}-${name("short")}-${year.slice(2)}`],
    ...[`${name("long")} ${Number(date)}, ${year}`, `${weekday}, ${Number(date)} ${name("long")} ${year}`],
    ...[
      `${weekday} ${Number(date)} ${name("short")}`,
      String(serial),
      `${serial},0`,
      `${year}\u2011${month}\u2011${date}`,
    ],
    ...[`\u200e${year}/${month}/${date}`, `${day} 00:00:00`, `${year}／${month}／${date}`, `${day}T00:00:00+02:00`],
    ...[`${Number(date)}\u00a0${name("long")}`, `${Number(date)}th of ${name("long")} ${year}`],
  ];
  return [
    ...rows("days", "day", Object.fromEntries(written.map((each) => [each, day]))),
    ...refused(
      "no days",
      "day",
      "ollection day must be",
      "soon",
      "2019-02-30",
      "31/02/2027",
      "Christmas",
      "tomorrow or later",
    ),
    ...refused("no days", "day", "ollection day must be", "2020-01-06", "13/13", "Monday", "08:00", "12345678"),
  ];
}

/** A number of ours, as people write it, say it, copy it and scan it. @param spoken as we print it */
export function numberRows(no: string, spoken: string, kind: string): TypedRow[] {
  const [, prefix = "", digits = ""] = /^([A-Z]+)(\d+)$/.exec(no) ?? [];
  const inScript = (zero: number) => digits.replace(/\d/g, (digit) => String.fromCodePoint(zero + Number(digit)));
  const written = [
    ...[no, spoken, no.toLowerCase(), `${prefix} ${digits}`, `${prefix}-${digits}`, `${prefix}: ${digits}`],
    ...[`#${no}`, `“${spoken}”`, `${spoken}.`, `*${no}*`, `Number:${no}`, `Re: ${spoken}, please phone`],
    ...[`${prefix}\u00a0${digits}`, `\u2068${no}\u2069`, `\ufeff${no}`, `${prefix}${inScript(0xff10)}`],
    ...[`${prefix} ${inScript(0x660)}`, `${prefix}${digits.replaceAll("0", "O").replaceAll("1", "I")}`],
    ...[`${prefix}${[...digits].join("\u2013")}`, `${prefix}${[...digits].join(" ")}`],
  ];
  return rows(kind, "number", Object.fromEntries(written.map((each) => [each, no])));
}

/** A waybill's number, which people write with its piece, copy from a link, and scan too. */
export function waybillRows(no: string, spoken: string): TypedRow[] {
  const written = [
    ...[
      `${spoken} / 1`,
      `${no}/1`,
      `${spoken} piece 1`,
      `]C0${no}/1`,
      `${no.slice(2)}`,
      `${spoken.slice(3)}`,
      `${no.slice(2).replaceAll("0", "O").replaceAll("1", "l")}`,
    ],
    ...[`https://thuma.example/t/${no}?key=4f2`, `thuma.example/tracking?no=${no}`, `Hi\nmy parcel ${spoken}\nThandi`],
    ...[`Parcel ${spoken} is on its way.`, `${spoken} (082 555 0199)`, `${no.replace(/(\d{5})/, "$1\n")}`],
  ];
  return [
    ...numberRows(no, spoken, "waybill numbers"),
    ...rows("waybill numbers", "number", Object.fromEntries(written.map((each) => [each, no]))),
  ];
}

/** Receivers of a shop, whose names no other row has, and what the office and the shop search for to find each. */
export const searchRows = Object.entries({
  "Siobhán O'Connor": ["oconnor", "O’Connor", "siobhan", "SIOBHÁN", "o'connor siobhán", "Sio\u200bbhán"],
  "Aïda Grünewald-Pienaar": [
    "aida",
    "grunewald",
    "Ai\u0308da",
    "pienaar",
    "grünewald pienaar",
    "Grünewald\u2011Pienaar",
  ],
  "N’wamitwa D’Almeida": ["dalmeida", "nwamitwa", "N'wamitwa", "d’almeida"],
  "Ṱhanyani Ṋetshiungani": ["thanyani", "Ṱhanyani", "ṋetshiungani", "T\u032dhanyani"],
  赵一鸣: ["赵一鸣", "赵一\u200d鸣"],
  "Quinton de Kock & Sons": ["de kock", "kock\u00a0sons", "quinton & sons", "KOCK"],
}).flatMap(([kept, typed]) =>
  typed.map((each) => ({ kind: "search words", meaning: "search" as const, typed: each, comes: { kept } })),
);

/** How somebody types the phone of one of them, who has it from a call. */
export const SOUGHT = { fromName: "Kock Traders", toName: "Quinton de Kock & Sons", toPhone: "071 555 0177" };
export const soughtRows: TypedRow[] = rows(
  "phones sought",
  "sought phone",
  Object.fromEntries(
    [
      ...[
        "071 555 0177",
        "071\u2013555\u20130177",
        "(071) 555\u20110177",
        "+27 71 555 0177",
        "0027715550177",
        "71 555 0177",
      ],
      ...["\u202a+27715550177\u202c", "０７１５５５０１７７", "071.555/0177", "٠٧١٥٥٥٠١٧٧", "071\u22125550177"],
    ].map((each) => [each, SOUGHT.fromName]),
  ),
);
