/** A name or address as somebody writes it, and what our PDFs show of it: blank if they can show none of it. */
export type Printed = { kind: string; input: string; printed: string };

const rows = (kind: string, inputs: Record<string, string>): Printed[] =>
  Object.entries(inputs).map(([input, printed]) => ({ kind, input, printed }));
const same = (...inputs: string[]) => Object.fromEntries(inputs.map((input) => [input, input]));

/** Every kind of letter that people here write names with. */
export const printedTexts: readonly Printed[] = [
  ...rows("Latin letters", {
    ...same("Nomvula Radebe", "De Wet & Seuns (Edms) Bpk", "24/7 Airtime", "Renée Müller-Pienaar", "Kgalagadi #12B"),
    ...same("Aïcha N’Diaye", "João Conceição", "“Bra Zakes”", "Ñandú – Œuvre", "R 1 234,56"),
  }),
  ...rows("Latin letters with marks that are left out", {
    "Ṱhanyani Ḽuvhengo": "Thanyani Luvhengo",
    "Mudzuli wa Ṅwali": "Mudzuli wa Nwali",
    "Nguyễn Thị Hồng": "Nguyen Thi Hong",
    "Šárka Dvořáková": "Šárka Dvoráková",
    "Ọláyínká Adéṣọlá": "Oláyínká Adésolá",
    "İbrahim Yıldız": "Ibrahim Yildiz",
    "Þór Æsir": "Þór Æsir",
    "Łukasz Żółć": "Lukasz Zólc",
  }),
  ...rows("Latin letters of African languages", {
    "Ɓello Ɗanjuma Ƙasim": "Bello Danjuma Kasim",
    "Kɔfi Ɛdɛm": "Kofi Edem",
    "ǃXóõ ǂKhoe": "!Xóõ ‡Khoe",
    "Ju|ʼhoan ǀXam ǁAni": "Ju|’hoan |Xam ||Ani",
    Ŋaluuma: "Naluuma",
  }),
  ...rows("signs", {
    "Lindiwe 🌸": "Lindiwe",
    "Thabo ♥ Lerato": "Thabo Lerato",
    "12‑14 Market Street": "12-14 Market Street",
    "Ｕnit ７": "Unit 7",
    "Stall ⑫": "Stall 12",
    "٤٥ Main Road": "45 Main Road",
    "№ 5": "No 5",
    "co\u00adoperative": "cooperative",
  }),
  ...rows("Ethiopic", { "ሰላማዊት ተስፋዬ": "", "ፍቅር ሱቅ 14": "… 14", "Selam ሱቅ": "Selam …" }),
  ...rows("Chinese", { 陈伟: "", 李娜超市: "", "88 號 Main Road": "88 … Main Road", "陈伟 · Chen Wei": "Chen Wei" }),
  ...rows("Bengali", { "মোহাম্মদ রহিম": "", "রহিম স্টোর, Extension 4": "…, Extension 4" }),
  ...rows("Arabic and Urdu", { "عبد الرحمن": "", "حاجی اسٹور": "", "Shop متجر 3": "Shop … 3" }),
  ...rows("other scripts", {
    "Δημήτρης Παππάς": "",
    "Иван Петров": "",
    "राम सिंह": "",
    ਗੁਰਪ੍ਰੀਤ: "",
    გიორგი: "",
    박지성: "",
    สมชาย: "",
    ශ්‍රී: "",
    "ཚེ་རིང": "",
    שלום: "",
  }),
];
