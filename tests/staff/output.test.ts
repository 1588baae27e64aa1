import { describe, expect, test } from "vitest";
import { csv } from "#app/domain/values/csv";
import { readTable } from "#app/domain/values/delimited-text";
import { nearest } from "#app/domain/values/edit-distance";
import { done, list, refused } from "#app/staff/answer";
import { fitTable } from "#app/staff/fit-table";
import { clean, written } from "#app/staff/output";
import { parseCsv } from "#db/csv";

const ESCAPE = "\u001b";

describe("CSV", () => {
  test.each(["=HYPERLINK(1)", "+27821234567", "-1+1", "@SUM(A1)", "\tx", "\rx", "\nx", "＝1+1", "＋1", "－1", "＠x"])(
    "a customer's %j is no formula in a spreadsheet",
    (typed) => {
      const [, cell] = csv(["note"], [{ note: typed }], "program").split(/\r\n(?!x)/);
      expect(cell).toMatch(/^"?'/);
    },
  );

  test.each(["Ring;=1+1;x", 'a; "=1+1"', ";+27", "x\t@SUM(A1)", "one\n-2", "one\r\n=2", 'say "";=2', ";;＝1"])(
    "nor is a piece of %j where cells are parted at semicolons or tabs, as South Africa's settings have it",
    (typed) => {
      const written = csv(["note", "more"], [{ note: "x", more: typed }], "program");
      const pieces = written.split(/[;\t\r\n]/).map((piece) => piece.replace(/^[" ]+/, ""));
      expect(pieces.filter((piece) => /^[=+\-@＝＋－＠]/.test(piece))).toEqual([]);
      expect(written.replace(/["']/g, "")).toContain(typed.replaceAll('"', ""));
    },
  );

  test("begins with a byte order mark for Excel, and ends every line as in RFC 4180", () => {
    expect(csv(["name"], [{ name: "Zoë" }], "program")).toBe("\uFEFFname\r\nZoë\r\n");
  });

  test("quotes commas, quotes and line breaks, so that every reader finds the same fields", () => {
    const rows = [{ a: 'She said "now", twice', b: "x;y" }];
    expect(csv(["a", "b"], rows, "program")).toBe('\uFEFFa,b\r\n"She said ""now"", twice","x;y"\r\n');
    expect(parseCsv(csv(["a", "b"], rows, "program"))).toEqual(rows);
    expect(csv(["a"], [{ a: "one\r\ntwo" }], "program")).toBe('\uFEFFa\r\n"one\r\ntwo"\r\n');
  });

  test("leaves numbers as numbers, also negative ones", () => {
    expect(csv(["fee", "paid", "none"], [{ fee: -2.5, paid: 80.62, none: null }], "program")).toContain(
      "\r\n-2.5,80.62,\r\n",
    );
  });

  test("for a South African spreadsheet has semicolons and decimal commas, and no formula where another would part it", () => {
    const row = { kg: -2.5, count: 3, note: "a,=1+1", more: "x;y", name: 'Zoë "Z"' };
    expect(csv(Object.keys(row), [row], "spreadsheet")).toBe(
      '\uFEFFkg;count;note;more;name\r\n-2,5;3;"a,\'=1+1";"x;y";"Zoë ""Z"""\r\n',
    );
    const table = readTable(csv(Object.keys(row), [row], "spreadsheet"));
    expect(table).toMatchObject({ lines: [{ fields: { kg: "-2,5", count: "3", more: "x;y", name: 'Zoë "Z"' } }] });
  });

  test("for such a spreadsheet has both decimals of an amount, which a program gets as a number", () => {
    const row = { net: 71.1, paid_back_rand: -0.05, revenue_rand_a_year_before: 12, rand: 1234.5, count: 7, fee: null };
    const written = csv(Object.keys(row), [row], "spreadsheet").split("\r\n")[1];
    expect(written).toBe("71,10;-0,05;12,00;1234,50;7;");
    expect(csv(Object.keys(row), [row], "program")).toContain("\r\n71.1,-0.05,12,1234.5,7,\r\n");
  });

  test("defuses column names, too", () => {
    expect(csv(["=x"], [], "program")).toBe("\uFEFF'=x\r\n");
  });
});

describe("text for a terminal", () => {
  test("contains no control characters, and no extra lines or columns", () => {
    const row = { name: `${ESCAPE}]0;owned\u0007Sipho\n\tDlamini\u009b2J`, note: "a\u202Eb" };
    const text = written(list([row], ""), "text");
    expect(text).toBe("name\tnote\n ]0;owned Sipho Dlamini 2J\tab\n");
  });

  test("is in columns for people, and separated by tabs for programs", () => {
    const rows = [
      { kind: "zone", rand: 30 },
      { kind: "international", rand: null },
    ];
    expect(written(list(rows, ""), "aligned")).toBe("kind           rand\nzone           30\ninternational\n");
    expect(written(list(rows, ""), "text")).toBe("kind\trand\nzone\t30\ninternational\t\n");
  });

  test("is written row by row without blanks if it is wider than the terminal and everything is asked for, or is one row", () => {
    const rows = [
      { quote_no: "Q1", why: "far" },
      { quote_no: "Q2", why: "" },
    ];
    expect(written(list(rows, ""), "aligned", 13, true)).toBe("quote_no  why\nQ1        far\nQ2\n");
    expect(written(list(rows, ""), "aligned", 12, true)).toBe("quote_no  Q1\nwhy       far\n\nquote_no  Q2\n\n");
    expect(written(list(rows.slice(0, 1), ""), "aligned", 12)).toBe("quote_no  Q1\nwhy       far\n\n");
  });

  test.each([80, 100])(
    "of many columns fits %i of the terminal, a line for each row, blank columns left out",
    (width) => {
      const long = {
        sender: "Thandi Nkosi".repeat(4),
        collect_from: "Stand 1423, Mphuti Street, behind the church",
        blank: "",
      };
      const rows = ["TH4701569556", "TH4821093753"].map((waybill_no) => ({
        waybill_no,
        ...long,
        ...long,
        city: "Germiston",
        mode: "live",
      }));
      const text = written(list(rows, ""), "aligned", width);
      const printed = text.trimEnd().split("\n");
      expect(printed).toHaveLength(5);
      expect(Math.max(...printed.slice(0, 3).map((line) => line.length))).toBeLessThanOrEqual(width);
      expect(printed[1]).toMatch(/^TH4701569556 .*…/);
      expect(printed[0]).not.toContain("blank");
      expect(printed[4]).toContain("--full");
    },
  );

  test("writes yes and no", () => {
    expect(written(list([{ served: true, read: false }], ""), "text")).toBe("served\tread\nyes\tno\n");
  });

  test("an empty list has its columns", () => {
    expect(written(list([], "Nobody.", ["quote_no"]), "text")).toBe("quote_no\n");
  });

  test.each(["\u2028", "\u0085", "\u001b", "\u007f"])("%j is a space", (mark) => {
    expect(clean(`a${mark}b`)).toBe("a b");
  });
});

test("JSON keeps everything as it is", () => {
  const row = { name: "a\tb", served: true, rand: 1.5, none: null };
  expect(JSON.parse(written(list([row], ""), "json"))).toEqual([row]);
  expect(JSON.parse(written(done("Done."), "json"))).toEqual({ done: true, said: ["Done."] });
  expect(JSON.parse(written(refused("No."), "json"))).toEqual({ done: false, why: ["No."] });
});

test.each([
  ["deliverd", ["delivered"]],
  ["quote", ["quotes"]],
  ["xyzzy", []],
])("for %j we think of %j", (typed, thought) => {
  expect(nearest(typed, ["collected", "delivered", "quotes"])).toEqual(thought);
});

describe("a table in a terminal", () => {
  const TABLE = [
    ["quote", "name", "note", "street"],
    ["Q1", "Thandi Nkosi of Katlehong", "", "Stand 1423, Mphuti Street"],
    ["Q2", "Sipho", "", "12 Ncome Crescent"],
  ];

  test("leaves out blank columns, and cuts nothing where there is room", () => {
    expect(fitTable(TABLE, 80)).toEqual({
      isCut: false,
      lines: [
        "quote  name                       street",
        "Q1     Thandi Nkosi of Katlehong  Stand 1423, Mphuti Street",
        "Q2     Sipho                      12 Ncome Crescent",
      ],
    });
  });

  test("cuts the longest columns first, and says so", () => {
    expect(fitTable(TABLE, 39)).toEqual({
      isCut: true,
      lines: [
        "quote  name             street",
        "Q1     Thandi Nkosi o…  Stand 1423, Mp…",
        "Q2     Sipho            12 Ncome Cresc…",
      ],
    });
  });

  test("too narrow for all, leaves out the last columns; the first is always there", () => {
    const many = ["a", "b", "c", "d", "e", "f", "g", "h", "i", "j"];
    const cells = many.map((letter) => letter.repeat(10));
    expect(fitTable([many, cells], 59)).toEqual({
      isCut: true,
      lines: [many, cells].map((all) =>
        all
          .slice(0, 5)
          .map((each) => each.padEnd(10))
          .join("  ")
          .trimEnd(),
      ),
    });
    expect(fitTable(TABLE, 31).lines[1]).toBe("Q1     Thandi Nko…  Stand 1423…");
    expect(fitTable(TABLE, 20).lines).toEqual(["quote", "Q1", "Q2"]);
    expect(fitTable(TABLE, 4)).toEqual({ isCut: true, lines: ["quo…", "Q1", "Q2"] });
    expect(fitTable([["a"], ["b"]], 80)).toEqual({ isCut: false, lines: ["a", "b"] });
    expect(fitTable([], 80).lines).toEqual([]);
  });
});
