const caretaker = "Unit 12, Sunset Mews, 4th floor, ask for the caretaker at the second gate and then ring twice";
const long = (words) => Array.from({ length: words }, (_, at) => `word${at}`).join(" ");

/** What a shop's order may say, and what of it is booked. `tests/plugins/` tries each in the plug-in. */
export const orderRows = [
  ...[
    "Please phone before you come, gate code 4321",
    "Skakel my asseblief eers, die hond byt",
    "Ngicela ungishayele ucingo ngaphambi kokuthi ufike",
    "Leave it with the neighbour at no. 14 🏠",
    "Line one\nLine two",
  ].map((note) => ({
    kind: "customer's note",
    order: { customer_note: note },
    booked: { specialInstructions: note },
  })),
  {
    kind: "customer's note",
    order: { customer_note: `${"a".repeat(299)}bcd` },
    booked: { specialInstructions: `${"a".repeat(299)}b` },
  },
  {
    kind: "customer's note",
    order: { customer_note: `${"a".repeat(290)}${"🚚".repeat(10)}` },
    booked: { specialInstructions: `${"a".repeat(290)}` },
  },
  { kind: "customer's note", order: { customer_note: "   " }, booked: { specialInstructions: "" } },
  ...Object.entries({
    "Khumalo & Sons": "Zodwa Khumalo, Khumalo & Sons",
    "Bra Joe's Spares (Pty) Ltd": "Zodwa Khumalo, Bra Joe's Spares (Pty) Ltd",
    "24/7 Cellular": "Zodwa Khumalo, 24/7 Cellular",
    "zodwa khumalo": "Zodwa Khumalo, zodwa khumalo",
    "Zodwa Khumalo": "Zodwa Khumalo",
    "": "Zodwa Khumalo",
  }).map(([company, name]) => ({ kind: "company", order: { company }, booked: { name } })),
  ...["Ubuntu Crèche", "A1 Muffler & Tow Bar", "Spaza 12"].map((company) => ({
    kind: "company",
    order: { first_name: "", last_name: "", company },
    booked: { name: company },
  })),
  {
    kind: "company",
    order: { company: "The Orlando West Extension Community Development Forum NPC" },
    booked: { name: "Zodwa Khumalo", landmark: "The Orlando West Extension Community Development Forum NPC" },
  },
  ...Object.entries({
    "Orlando West": "9 Vilakazi Street, Orlando West",
    "Unit 4": "9 Vilakazi Street, Unit 4",
    "Flat 3, Second Floor": "9 Vilakazi Street, Flat 3, Second Floor",
    "9 Vilakazi Street": "9 Vilakazi Street",
    "behind Shoprite": "9 Vilakazi Street, behind Shoprite",
    12: "9 Vilakazi Street, 12",
    " ": "9 Vilakazi Street",
  }).map(([address_2, addressLine]) => ({
    kind: "second line",
    order: { address_2 },
    booked: { addressLine, city: "Soweto", postal: "1868", landmark: "" },
  })),
  {
    kind: "second line",
    order: { address_2: caretaker },
    booked: { addressLine: "9 Vilakazi Street", landmark: caretaker },
  },
  {
    kind: "second line",
    order: { address_2: caretaker, landmark: "Blue gate opposite the taxi rank" },
    booked: { landmark: "Blue gate opposite the taxi rank", specialInstructions: caretaker },
  },
  {
    kind: "second line",
    order: { address_2: caretaker, landmark: "Blue gate opposite the taxi rank", customer_note: "Phone first" },
    booked: { specialInstructions: `${caretaker}\nPhone first` },
  },
  {
    kind: "second line",
    order: { address_2: caretaker, company: "Sunset Mews Body Corporate and Residents" },
    booked: { name: "Zodwa Khumalo, Sunset Mews Body Corporate and Residents", landmark: caretaker },
  },
  ...Object.entries({
    "Tom &amp; Jerry mug": "Tom & Jerry mug",
    "Zoë&#8217;s 5&quot; pot": 'Zoë’s 5" pot',
    "Caf&eacute; &amp;amp; bar sign": "Café & bar sign",
    "Shirt &#8211; blue &ndash; L": "Shirt – blue – L",
    "Ma&#039;s koeksisters": "Ma's koeksisters",
    "3 &lt; 4 puzzle": "3 < 4 puzzle",
    "<b>Bold</b> shoes": "Bold shoes",
    "AT&T phone": "AT&T phone",
    "R&D &copy; book": "R&D © book",
    "Kwa&nbsp;Zulu  map": "Kwa Zulu map",
  }).map(([product, parcelDesc]) => ({ kind: "entities", order: {}, product, booked: { parcelDesc } })),
  ...["last_name", "city", "address_1", "landmark", "customer_note"].map((field) => {
    const names = { last_name: "name", address_1: "addressLine", customer_note: "specialInstructions" };
    const booked = field in names ? names[field] : field;
    const value = field === "last_name" ? "Zodwa O’Brien & Sons" : "O’Brien & Sons";
    return { kind: "entities", order: { [field]: "O&rsquo;Brien &amp; Sons" }, booked: { [booked]: value } };
  }),
  {
    kind: "too long",
    order: { address_1: `${long(15)} street`, address_2: "Soweto" },
    booked: {
      addressLine: long(15).slice(0, long(15).indexOf(" word14") + " word14".length),
      landmark: "street, Soweto",
    },
  },
  {
    kind: "too long",
    order: { address_1: "x".repeat(130) },
    booked: { addressLine: "x".repeat(100), landmark: "x".repeat(30) },
  },
  {
    kind: "too long",
    order: { first_name: "Nomvula Thandeka Nokuthula", last_name: "Mkhize-van der Westhuizen born Dlamini-Zulu" },
    booked: { name: "Nomvula Thandeka Nokuthula Mkhize-van der Westhuizen born", landmark: "Dlamini-Zulu" },
  },
  ...Object.entries({
    "Nomvula\u200b\u2060 Thandeka": "Nomvula Thandeka Khumalo",
    "\u202aZodwa\u202c": "Zodwa Khumalo",
    "Zod\u00adwa": "Zodwa Khumalo",
    "\ufeffZodwa": "Zodwa Khumalo",
    "Zodwa\ufe0f": "Zodwa Khumalo",
    "Zodwa\u3164": "Zodwa Khumalo",
    "Zodwa\ufffc": "Zodwa Khumalo",
    "Zod\u034fwa": "Zodwa Khumalo",
    "\u{e0041}Zodwa": "Zodwa Khumalo",
    "می\u200cنا": "می\u200cنا Khumalo",
  }).map(([first_name, name]) => ({ kind: "signs that nobody sees", order: { first_name }, booked: { name } })),
  {
    kind: "signs that nobody sees",
    order: { first_name: `Nomvula${"\u200b".repeat(60)} Thandeka`, company: "Khumalo & Sons" },
    booked: { name: "Nomvula Thandeka Khumalo, Khumalo & Sons", landmark: "" },
  },
  {
    kind: "signs that nobody sees",
    order: { address_1: `${"\u2066".repeat(99)}9 Vilakazi Street`, address_2: "Orlando West" },
    booked: { addressLine: "9 Vilakazi Street, Orlando West", landmark: "" },
  },
  {
    kind: "several spaces",
    order: { first_name: " Zodwa\u00a0 ", last_name: "\tKhumalo\n", city: " Soweto  South " },
    booked: { name: "Zodwa Khumalo", city: "Soweto South" },
  },
];

/** The lines of an address, and whether a driver finds no door there. */
export const postBoxes = [
  ...[
    ...["PO Box 123", "P.O. Box 45", "P O Box 7", "POBox 12", "P.O.Box 9", "po box 88", "GPO Box 12", "P.O. 123"],
    ...["PO 44", "Post Box 5", "Post Office Box 6", "P.O.BOX NO. 12", "p.o box 1 Giyani", "Box 45", "PO Box"],
    ...["Private Bag X12", "Private Bag 3", "P/Bag X1", "Pvt Bag X5", "P Bag X12", "Bag X3", "Lockbag 3", "Mailbox 4"],
    ...["Privaatsak X5", "Privaatsak 22", "PRIVAATSAK X 22", "Posbus 77", "POSBUS 1", "Postbus 12", "Bus 12"],
    ...["Poste Restante", "Poste Restante Soweto", "PostNet Suite 12, Private Bag X9", "P.O&nbsp;Box&nbsp;6"],
    ...[
      "ＰＯ Ｂｏｘ 12",
      "PMB 4",
      "P0 Box 12",
      "PO Bx 12",
      "P.O.B. 12",
      "POB 7",
      "Postbag 9",
      "Possak 3",
      "Postfach 12",
    ],
    ...[
      "Private Mail Bag 4",
      "Private Postal Bag 2",
      "Private Post Bag X7",
      "Mailbag 3",
      "Mail-box 12",
      "Private Box 5",
    ],
    ...["Postrestant Kaapstad", "Posrestant", "Post Restant Durban", "Poste restante, Maun"],
    ...["Boîte Postale 12", "BOITE POSTALE 7", "Caixa Postal 3", "Cx. Postal 44", "Apartado 12", "Apartado Postal 9"],
    ...["Ibhokisi leposi 12", "Ibhokisi lePosi 3, Ulundi", "iBhokisi yeposi 8", "S.L.P. 45", "SLP 9"],
    ...["Bokise ya Poso 12", "Lebokose la poso 4", "Lebokoso la Poso 31", "Lepokisi la poso 6", "Bokisi ra poso 2"],
    ...["P.O. Box 123, 1804", "P.O Box 12 Ext 2", "PO Box 123, Zone 4, Meadowlands", "P.O. Box 12 Ext 2 Orlando"],
  ].map((line) => [[line, ""], true]),
  [["PO Box 12", "Orlando West"], true],
  [["ＰＯ Ｂｏｘ １２", "Orlando West"], true],
  [["Orlando West", "Posbus 77"], true],
  ...[
    ...["9 Vilakazi Street", "12 Box Street", "PO Box 123, 9 Vilakazi Street", "Posbus 77, Kerkstraat 5", "Polokwane"],
    ...["Private Bag X1, Chris Hani Hospital Road", "Stand 45, PO Box 3", "12 Postnet Avenue", "Ipopeng 12"],
    ...["Boxer Superstore, 3 Main Rd", "Unit 4 Polo Gardens", "7 Poplar Lane", "Shop 12", "House 8, Zone 4"],
    ...["Bagshot Road 5", "1 Posthouse Link", "Po Street 3", "PO Box 3, next to the clinic", "12 Busby Close"],
    ...["Edendale, PMB 3201", "12 Apartado Avenue", "Apartado", "Mailbag Lane 3", "BP Garage", "Posbank 4", "Pozo 12"],
    ...["9 Postfach Road", "Slipway 12", "Bokisi 12", "Pobe 3", "Ibhokisi Street 3", "Caixa 12", "Restante Close 2"],
    ...["9 Ｖｉｌａｋａｚｉ Ｓｔｒｅｅｔ", "Ｓｈｏｐ 12"],
    ...["1234 Zone 6", "22 Bag Lane", "Box Hill 12 Church Str", "Portion 3 Farm Bospoort, P.O. Box 77", "4 Po Road"],
  ].map((line) => [[line, ""], false]),
  [["PO Box 1", "9 Main Road"], false],
  [["PO Box 1", "９ Ｍａｉｎ Ｒｏａｄ"], false],
  [["", ""], false],
];
