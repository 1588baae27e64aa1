import { describe, expect, test } from "vitest";
import { decimal } from "#app/domain/values/decimal";
import { isEmail, mailboxOf, normaliseEmail } from "#app/domain/values/email";
import { figure } from "#app/domain/values/figure";
import { apostrophes, folded } from "#app/domain/values/folded-text";
import { newId } from "#app/domain/values/ids.server";
import { normalisePhone, phoneAsShown } from "#app/domain/values/phone.server";
import { isPostalCode, postalDigits } from "#app/domain/values/postal-code";

describe("a phone number", () => {
  test.each([
    "082 123 4567",
    "082-123-4567",
    "(082) 123 4567",
    "+27 82 123 4567",
    "+27 (0)82 123 4567",
    "0027821234567",
    "27821234567",
    " 0821234567 ",
  ])("typed as %j is the same phone", (typed) => {
    expect(normalisePhone(typed)).toBe("+27821234567");
  });

  test.each([
    "082 123 4567 x4",
    "082 123 4567 ext. 12",
    "082 123 4567#9",
    "0821234567; 0835550188",
    "0821234567;ext=4",
  ])("%j has more than one phone's digits, and nothing of it is left out", (typed) => {
    expect(normalisePhone(typed)).toBeNull();
  });

  test("a brand-new prefix is still a phone", () => {
    expect(normalisePhone("069 999 9999")).toBe("+27699999999");
  });

  test("abroad needs its plus", () => {
    expect(normalisePhone("+55 11 91234 5678")).toBe("+5511912345678");
    expect(normalisePhone("+44 20 7946 0958")).toBe("+442079460958");
  });

  test.each(["", "082 123", "12345", "no phone", "082 123 4567 890", "call 082 123 4567"])(
    "%j rings nowhere",
    (typed) => {
      expect(normalisePhone(typed)).toBeNull();
    },
  );
});

test.each([
  ["+27821234567", "082 123 4567"],
  ["+442079460000", "+44 20 7946 0000"],
  ["no phone", "no phone"],
])("the stored phone %s is shown as %s", (stored, shown) => {
  expect(phoneAsShown(stored)).toBe(shown);
});

test("a South African number of another length is refused, though other countries have such", () => {
  expect(normalisePhone("+27 82 123 45")).toBeNull();
  expect(normalisePhone("+27 800 123 4567")).toBeNull();
});

test("names are found without accents, capitals or double spaces", () => {
  expect(folded("  Côte   d’Ivoire ")).toBe("cote d'ivoire");
  expect(folded("‘São Tomé’")).toBe("'sao tome'");
  expect(apostrophes.map((sign) => folded(`O${sign}Brien`))).toEqual(apostrophes.map(() => "o'brien"));
});

test("a number has a decimal comma", () => {
  expect(decimal(1.5)).toBe("1,5");
});

test("a figure of one number has one value", () => {
  expect(figure("bookings", "Bookings", 3)).toEqual({ name: "bookings", help: "Bookings", values: [{ value: 3 }] });
});

describe("a postal code", () => {
  test("is stripped to digits and cut to four, and keeps its zeros", () => {
    expect(postalDigits(" 00 02 ")).toBe("0002");
    expect(postalDigits("SA-1459-2")).toBe("1459");
    expect(postalDigits("abc")).toBe("");
  });

  test("has exactly four digits", () => {
    expect(["1459", "0001"].every(isPostalCode)).toBe(true);
    expect(["145", "14590", "14 59", "", "١٤٥٩"].some(isPostalCode)).toBe(false);
  });
});

describe("an email address", () => {
  test("looks like x@y.z", () => {
    expect(["thandi@example.co.za", "a+b@c.d"].every(isEmail)).toBe(true);
    expect(
      ["thandi", "a@b", "a@b.", "a@.b", "@b.c", "a b@c.d", "a@b@c.d", `${"a".repeat(250)}@b.co`].some(isEmail),
    ).toBe(false);
  });

  test("has at most 254 characters", () => {
    const domain = "example.co.za";
    expect(isEmail(`${"a".repeat(254 - 1 - domain.length)}@${domain}`)).toBe(true);
    expect(isEmail(`${"a".repeat(255 - 1 - domain.length)}@${domain}`)).toBe(false);
  });

  test("has no space or second @ anywhere", () => {
    for (const wrong of ["a@b.c d", "a@b c.d", "a@b.c@d", " a@b.cd", "a@b..c", "a@b.c.", "x a@b.cd", "a@b.c\n"])
      expect(isEmail(wrong)).toBe(false);
    expect(isEmail("thandi@mail.example.co.za")).toBe(true);
  });

  test("in capitals is the same person", () => {
    expect(normaliseEmail("  Thandi@Example.CO.ZA ")).toBe("thandi@example.co.za");
  });
});

describe("an id", () => {
  test("is 22 characters that are safe in a link, and never the same twice", () => {
    const ids = Array.from({ length: 500 }, newId);
    expect(ids.every((id) => /^[\w-]{22}$/.test(id))).toBe(true);
    expect(new Set(ids).size).toBe(500);
  });
});

test.each([
  ["Thandi+parcels@Example.co.za", "thandi@example.co.za"],
  ["+@example.co.za", "+@example.co.za"],
  ["t.h.andi+1@googlemail.com", "thandi@gmail.com"],
  ["t.handi@example.co.za", "t.handi@example.co.za"],
  ["t.handi@gmail.com", "thandi@gmail.com"],
  ["thandi+1+2@example.co.za", "thandi@example.co.za"],
])("an email to %s reaches the mailbox of %s", (address, mailbox) => {
  expect(mailboxOf(address)).toBe(mailbox);
});
