/** How one list may be written: what a test puts between its text and a door. */
export type Writing = { kind: string; bytes: (text: string) => Buffer };

const swapped = (text: string) => Buffer.from(text, "utf16le").swap16();
/** Only of letters that Windows-1252 has: its own 27 signs first. */
function windows1252(text: string): Buffer {
  const signs = "€\u0081‚ƒ„…†‡ˆ‰Š‹Œ\u008dŽ\u008f\u0090‘’“”•–—˜™š›œ\u009džŸ";
  return Buffer.from(
    [...text].map((letter) => (signs.includes(letter) ? 0x80 + signs.indexOf(letter) : letter.charCodeAt(0))),
  );
}

export const writings: Writing[] = [
  { kind: "UTF-8", bytes: (text) => Buffer.from(text) },
  { kind: "UTF-8 with its mark", bytes: (text) => Buffer.from(`\uFEFF${text}`) },
  { kind: "UTF-16 LE with its mark, as “Unicode Text”", bytes: (text) => Buffer.from(`\uFEFF${text}`, "utf16le") },
  { kind: "UTF-16 LE without a mark", bytes: (text) => Buffer.from(text, "utf16le") },
  { kind: "UTF-16 BE with its mark", bytes: (text) => swapped(`\uFEFF${text}`) },
  { kind: "UTF-16 BE without a mark", bytes: (text) => swapped(text) },
  { kind: "Windows-1252, as Excel's plain CSV", bytes: windows1252 },
];

/** Names that Windows-1252 can write too: of Afrikaans, Sepedi, Portuguese, French and typists. */
export const namesInAnyWriting = [
  "Zoë Müller",
  "Renée Côté",
  "André du Plessis – Kraaifontein",
  "Mmatšhaba Tšhwane",
  "O’Brien & Sons",
  "Conceição Simões",
  "CAMÕES LDA",
  "Žanna Šuša",
  "Bjørn Åse",
  "€ 5 Store",
  "Café “Noma” Soweto",
  "Señor Peña",
];

/** Names that only Unicode can write. */
export const namesInUnicode = [
  "አበበ በቀለ",
  "王小明",
  "আব্দুল করিম",
  "محمد علي",
  "Ṱhivhilaeli Ḽavhengwa",
  "!Xóõ ǂKhoe",
  "Nkosi 🎉",
];

/** How a table may be laid out; `[heading, ...lines]` are its cells. */
export type Layout = { kind: string; text: (rows: string[][]) => string };

const joined = (separator: string, end: string) => (rows: string[][]) =>
  rows.map((cells) => cells.map((cell) => quotedIn(cell, separator)).join(separator)).join(end) + end;
const quotedIn = (cell: string, separator: string) =>
  /["\r\n]/.test(cell) || cell.includes(separator) ? `"${cell.replaceAll('"', '""')}"` : cell;

export const layouts: Layout[] = [
  { kind: "commas, CRLF", text: joined(",", "\r\n") },
  { kind: "commas, LF", text: joined(",", "\n") },
  { kind: "commas, CR", text: joined(",", "\r") },
  { kind: "semicolons, CRLF", text: joined(";", "\r\n") },
  { kind: "semicolons, CR", text: joined(";", "\r") },
  { kind: "tabs, CRLF", text: joined("\t", "\r\n") },
  { kind: "sep=; and semicolons", text: (rows) => `sep=;\r\n${joined(";", "\r\n")(rows)}` },
  { kind: "sep=, and commas", text: (rows) => `sep=,\n${joined(",", "\n")(rows)}` },
  { kind: '"sep=;" and semicolons', text: (rows) => `"sep=;"\r\n${joined(";", "\r\n")(rows)}` },
  { kind: "SEP=tab and tabs, CR", text: (rows) => `SEP=\t\r${joined("\t", "\r")(rows)}` },
  { kind: "sep=| and bars", text: (rows) => `sep=|\r\n${joined("|", "\r\n")(rows)}` },
  {
    kind: "sep=; with a spreadsheet's own cells behind it",
    text: (rows) => `sep=;,,,\r\n${joined(";", "\r\n")(rows)}`,
  },
  { kind: "blank lines before the heading", text: (rows) => `\r\n\r\n${joined(";", "\r\n")(rows)}` },
];

/** Files that are no list, and the words that name them. */
export const noLists: { kind: string; bytes: Buffer; words: string }[] = [
  { kind: ".xlsx", bytes: zip("[Content_Types].xml"), words: "This is a workbook. Save it as CSV" },
  { kind: ".xlsx of LibreOffice", bytes: zip("_rels/.rels"), words: "This is a workbook. Save it as CSV" },
  { kind: ".ods", bytes: zip("mimetype"), words: "This is a workbook. Save it as CSV" },
  { kind: ".numbers", bytes: zip("Index/Document.iwa"), words: "This is a workbook. Save it as CSV" },
  {
    kind: ".xls",
    bytes: Buffer.from("d0cf11e0a1b11ae1000000000000", "hex"),
    words: "This is a workbook. Save it as CSV",
  },
  {
    kind: "XML spreadsheet",
    bytes: Buffer.from('<?xml version="1.0"?><Workbook xmlns="urn:schemas-microsoft-com:office:spreadsheet">'),
    words: "This is a workbook. Save it as CSV",
  },
  { kind: "a list in a zip file", bytes: zip("parcels.csv"), words: "This is a zip file. Unpack it first" },
  {
    kind: "HTML called .xls",
    bytes: Buffer.from("\uFEFF\r\n<table><tr><td>toName</td></tr></table>"),
    words: "This is a web page",
  },
  {
    kind: "a page of a sign-in",
    bytes: Buffer.from("<!DOCTYPE html><p>Please log in</p>"),
    words: "This is a web page",
  },
  { kind: "PDF", bytes: Buffer.from("%PDF-1.7\n1 0 obj"), words: "This is not a list" },
  { kind: "PNG", bytes: Buffer.from("89504e470d0a1a0a0000000d49484452", "hex"), words: "This is not a list" },
  { kind: "JPEG", bytes: Buffer.from("ffd8ffe000104a464946", "hex"), words: "This is not a list" },
  { kind: "RTF", bytes: Buffer.from("{\\rtf1\\ansi toName}"), words: "This is not a list" },
  {
    kind: "UTF-16 cut within a letter",
    bytes: Buffer.from("\uFEFFtoName,x\n", "utf16le").subarray(0, -1),
    words: "This is not a list",
  },
  { kind: "UTF-32", bytes: Buffer.from("fffe0000740000006f000000", "hex"), words: "This is not a list" },
  { kind: "zeros in UTF-8", bytes: Buffer.from("toName,toCity\nZo\0\0e,Soweto\n"), words: "This is not a list" },
  {
    kind: "UTF-8 cut within a letter",
    bytes: Buffer.from("toName\nRenée\nZoë").subarray(0, -1),
    words: "Some letters of this file",
  },
  {
    kind: "marked as UTF-8, written in Windows-1252",
    bytes: Buffer.from("\xef\xbb\xbftoName\nZo\xeb\n", "latin1"),
    words: "Some letters",
  },
  {
    kind: "UTF-8 and Windows-1252 in one",
    bytes: Buffer.from("toName\nZo\xc3\xab\nZo\xeb\n", "latin1"),
    words: "Some letters",
  },
  { kind: "the Macintosh's é", bytes: Buffer.from("toName\rRen\x8ee\r", "latin1"), words: "Some letters of this file" },
  { kind: "the Macintosh's ë", bytes: Buffer.from("toName\rZo\x91\r", "latin1"), words: "Some letters of this file" },
  { kind: "the Macintosh's ï", bytes: Buffer.from("toName\rAna\x95s\r", "latin1"), words: "Some letters of this file" },
  { kind: "MS-DOS's é", bytes: Buffer.from("toName\r\nRen\x82e\r\n", "latin1"), words: "Some letters of this file" },
  { kind: "MS-DOS's ü", bytes: Buffer.from("toName\r\nM\x81ller\r\n", "latin1"), words: "Some letters of this file" },
  { kind: "MS-DOS's ô", bytes: Buffer.from("toName\r\nC\x93t\x82\r\n", "latin1"), words: "Some letters of this file" },
];

/** The beginning of a zip file whose first entry has this name. */
function zip(name: string): Buffer {
  const header = Buffer.alloc(30);
  header.write("PK\x03\x04", "latin1");
  header.writeUInt16LE(name.length, 26);
  return Buffer.concat([header, Buffer.from(`${name}\0\0\x07`)]);
}

/** Amounts as people and spreadsheets write them, in cents; null: it isn't one, or it could be two. */
export const amounts: [kind: string, typed: string, cents: number | null][] = [
  ["both separators", "R1,234.50", 1_234_50],
  ["both separators", "R1.234,50", 1_234_50],
  ["both separators", "12,345.6", 12_345_60],
  ["both separators", "1.234.567,8", 1_234_567_80],
  ["both separators", "ZAR 22,574.02", 22_574_02],
  ["both separators", "-1,234.50", -1_234_50],
  ["groups alone", "1,234,567", 1_234_567_00],
  ["groups alone", "1.234.567", 1_234_567_00],
  ["groups of South Asia", "1,23,456.78", 123_456_78],
  ["groups of Switzerland", "R1'234.50", 1_234_50],
  ["spaces", "R 1 234,5", 1_234_50],
  ["a no-break space", "R\u00a0999,99", 999_99],
  ["the currency behind it", "500 rand", 500_00],
  ["the currency behind it", "350,00 ZAR", 350_00],
  ["the currency behind it", "12,5R", 12_50],
  ["the currency behind it", "1 Rand", 1_00],
  ["the currency in words before it", "rand 80.62", 80_62],
  ["cents behind a hyphen", "R500-00", 500_00],
  ["cents behind a hyphen", "R1,234-50", 1_234_50],
  ["cents behind a hyphen", "R1.234-50", 1_234_50],
  ["no cents", "R500,-", 500_00],
  ["no cents", "R 500.--", 500_00],
  ["a minus behind the R", "R-24,73", -24_73],
  ["another hyphen", "R500\u201300", 500_00],
  ["another minus", "\u221224,73", -24_73],
  ["full-width digits", "Ｒ１，２３４．５０", 1_234_50],
  ["two readings", "1,234", null],
  ["two readings", "R1.234", null],
  ["two readings", "12,345 rand", null],
  ["no amount", "", null],
  ["no amount", "free", null],
  ["no amount", "R", null],
  ["wrong groups", "1,2,3", null],
  ["wrong groups", "12,34.50", null],
  ["wrong groups", "1,234,56", null],
  ["too many decimals", "1,234.567", null],
  ["two signs", "-R-5", null],
  ["a range", "500-600", null],
  ["a shortened number", "1,5E+03", null],
  ["dollars", "$5", null],
];

/** Kilograms as people and spreadsheets write them. */
export const weights: [kind: string, typed: string, kg: number][] = [
  ["a comma", "2,5", 2.5],
  ["a point", "2.5", 2.5],
  ["three decimals", "1,250", 1.25],
  ["its unit", "2,5 kg", 2.5],
  ["its unit", "3kilos", 3],
  ["grams", "500 g", 0.5],
  ["grams", "1 250g", 1.25],
  ["grams", "2,5 Grams", 0.0025],
  ["grams in thousands", "1,500 g", 1.5],
  ["grams in thousands", "1.500 g", 1.5],
  ["grams in thousands", " 12,500grams", 12.5],
  ["grams in thousands", "１，５００ ｇ", 1.5],
  ["grams in thousands", "1,500.5 g", 1.5005],
  ["grams in thousands", "1.500,5 g", 1.5005],
  ["grams with decimals", "1500.125 g", 1.500125],
  ["grams with decimals", "500.25 g", 0.50025],
  ["groups and decimals", "1,000.00", 1000],
  ["groups and decimals", "1.000,00 kg", 1000],
  ["no digit before the comma", ",75", 0.75],
  ["a point behind it", "12.", 12],
  ["spaces", " 1 000 ", 1000],
];

/** Days on which we collect, in the tests of days. */
export const offeredDays = ["2026-11-30", "2026-12-01", "2026-12-02", "2026-12-03", "2026-12-10", "2027-01-12"];

/** Days as people, spreadsheets and programs write them, and the one on offer that is meant; null: none is. */
export const days: [kind: string, written: string, day: string | null][] = [
  ["as we print it", "2026-12-01", "2026-12-01"],
  ["South African Windows", "2026/12/01", "2026-12-01"],
  ["without its zeros", "2026/12/1", "2026-12-01"],
  ["points", "2026.12.01", "2026-12-01"],
  ["digits alone", "20261201", "2026-12-01"],
  ["the day first", "30/11/2026", "2026-11-30"],
  ["the day first", "2/12/2026", "2026-12-02"],
  ["the day first", "03-12-2026", "2026-12-03"],
  ["the day first", "3.12.26", "2026-12-03"],
  ["the month first", "11/30/2026", "2026-11-30"],
  ["the month first", "12/02/26", "2026-12-02"],
  ["the year first, with two digits", "26/12/01", "2026-12-01"],
  ["a spreadsheet's", "01-Dec-26", "2026-12-01"],
  ["a spreadsheet's, without its year", "02-Dec", "2026-12-02"],
  ["a spreadsheet's, without its year", "30/11", "2026-11-30"],
  ["a spreadsheet's number", "46357", "2026-12-01"],
  ["a spreadsheet's midnight", "2026/12/01 00:00:00", "2026-12-01"],
  ["a spreadsheet's midnight", "1/12/2026 0:00", "2026-12-01"],
  ["other hyphens", "2026\u201312\u201301", "2026-12-01"],
  ["a sign that nobody sees", "\u200e1/12/2026", "2026-12-01"],
  ["in words", "1 December 2026", "2026-12-01"],
  ["in words", "1st of December", "2026-12-01"],
  ["in words", "December 2, 2026", "2026-12-02"],
  ["in words", "Dec 3", "2026-12-03"],
  ["with its weekday", "Tuesday 1 December", "2026-12-01"],
  ["with its weekday", "Thu, 3 Dec 2026", "2026-12-03"],
  ["in Afrikaans", "1 Desember 2026", "2026-12-01"],
  ["in Afrikaans", "Maandag 30 Nov", "2026-11-30"],
  ["a program's moment", "2026-12-01T00:00:00.000Z", "2026-12-01"],
  ["midnight here, in a program's time", "2026-11-30T22:00:00.000Z", "2026-12-01"],
  ["another year", "01/12/2025", null],
  ["no day", "31/11/2026", null],
  ["no day", "soon", null],
  ["not offered", "2026-12-25", null],
  ["only a time", "09:00", null],
];

/** Cells of a list as spreadsheets spoil them: what is stored of them. */
export const cells: [kind: string, column: string, cell: string, stored: string][] = [
  ["a formula of text", "toPhone", '="0825550101"', "0825550101"],
  ["a formula of text", "toPhone", '="082 555 0101"', "082 555 0101"],
  ["a formula of text", "toPostal", '="1804"', "1804"],
  ["a formula of text", "toName", '="Zodwa ""Z"" Khumalo"', 'Zodwa "Z" Khumalo'],
  ["a formula of digits", "toPhone", "=+27825550101", "+27825550101"],
  ["an apostrophe", "toPhone", "'0825550101", "0825550101"],
  ["an apostrophe", "toPhone", "’+27825550101", "+27825550101"],
  ["an apostrophe", "toPostal", "'1804", "1804"],
  ["an apostrophe and a formula", "toPhone", `'="0825550101"`, "0825550101"],
  ["an apostrophe that is a name's", "toName", "'t Hooft", "'t Hooft"],
  ["a number with decimals", "toPhone", "825550101.0", "825550101"],
  ["a number with decimals", "toPostal", "1804,00", "1804"],
  ["a number with decimals", "toPostal", "1804.0", "1804"],
  ["capitals with an accent", "toName", "SÃO JOÃO", "SÃO JOÃO"],
  ["capitals with an accent", "toName", "CONCEIÇÃO LÂM", "CONCEIÇÃO LÂM"],
  ["capitals with an accent", "toName", "Âncora Ãngela", "Âncora Ãngela"],
  ["capitals with an accent", "toName", "IRMÃ – CAFÉ’S Å", "IRMÃ – CAFÉ’S Å"],
  ["capitals", "collectionTime", "Morning", "morning"],
  ["words of ours", "collectionTime", "in the afternoon", "afternoon"],
];

/** Cells that nobody can read for certain, and what a line says of them. */
export const spoiledCells: [kind: string, column: string, cell: string, words: string][] = [
  ["a shortened number", "toPhone", "8,21E+08", "Receiver phone was shortened by a spreadsheet"],
  ["a shortened number", "toPhone", "2.7825E+10", "Receiver phone was shortened by a spreadsheet"],
  ["a shortened number", "toCell", "8E+08", "Receiver cell was shortened by a spreadsheet"],
  ["lost letters", "toName", "Zo?", "Receiver full name “Zo?” has lost letters"],
  ["lost letters", "toName", "???? ????", "has lost letters"],
  ["lost letters", "toName", "Ren\ufffde", "has lost letters"],
  ["lost letters", "toAddressLine", "9 C?te Street", "has lost letters"],
  ["lost letters", "toCity", "Colign??", "has lost letters"],
  ["misread letters", "toName", "ZoÃ« Khumalo", "Receiver full name “ZoÃ« Khumalo” has letters that a program misread"],
  ["misread letters", "toName", "RenÃ©e", "a program misread"],
  ["misread letters", "toName", "Andrä Â–", "a program misread"],
  ["misread letters", "toName", "MarÃ\u00ada GarcÃ\u00ada", "a program misread"],
  ["misread letters", "toName", "Ã\u0081lex", "a program misread"],
  ["misread letters", "toName", "NkoÅ¡i", "a program misread"],
  ["misread letters", "toName", "á¹°hilidzi", "a program misread"],
  ["misread letters", "toName", "Oâ€™Brien", "a program misread"],
  ["misread letters", "toAddressLine", "9 CÃ´te Street", "a program misread"],
  ["misread letters", "toAddressLine", "12Â\u00a0Main Road", "a program misread"],
  ["misread letters", "toCity", "Ã‰vora", "a program misread"],
  ["misread letters", "parcelDesc", "CafÃ© sign", "a program misread"],
  ["lost letters", "parcelDesc", "Caf\ufffd", "What is inside “Caf\ufffd” has lost letters"],
  [
    "a code without its first 0, of another town",
    "toPostal",
    "181",
    "If a spreadsheet has dropped its first 0, it is 0181",
  ],
  ["a code with a digit too many", "toPostal", "18045", "Receiver postal code must have 4 digits."],
];
