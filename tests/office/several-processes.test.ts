import { expect, onTestFinished, test } from "vitest";
import { addPerson } from "#app/domain/office/invitations.server";
import { officePaths } from "#app/paths";
import { joinStore } from "#db/store.server";
import { joinedBy, OFFICE_PASSWORD } from "../support/an-office-person";
import { severalSites } from "../support/several-sites";

test("guesses at a password and at a code are counted by all processes together, and a code is taken by one", async () => {
  const sites = await severalSites({ TRUST_PROXY: "1" });
  const [first, second] = await Promise.all([sites.start(), sites.start()]);
  const store = await joinStore(sites.place);
  onTestFinished(() => store.close());

  /** Somebody who has just joined; one of their recovery codes. */
  const joined = async (email: string) => {
    const invited = { name: "Thandi Nkosi", email, right: "clerk" as const };
    const { code } = await store.tx((tx) => addPerson(tx, invited, "Zanele", new Date()));
    const { recoveryCodes } = await joinedBy(first, officePaths.join(code));
    return recoveryCodes[0] ?? expect.fail("no recovery code");
  };
  /** Each from a network of its own, at each process in turn. */
  let guesses = 0;
  const guess = async (fields: Record<string, string>) => {
    guesses += 1;
    const { url } = guesses % 2 === 0 ? first : second;
    const headers = {
      "Content-Type": "application/x-www-form-urlencoded",
      "X-Forwarded-For": `198.51.100.${guesses}`,
    };
    const body = new URLSearchParams(fields).toString();
    const answer = await fetch(`${url}/office/sign-in`, { method: "POST", body, headers, redirect: "manual" });
    return { status: answer.status, html: await answer.text() };
  };
  const statuses = async (many: number, fields: (n: number) => Record<string, string>) => {
    const all: number[] = [];
    for (let n = 0; n < many; n += 1) all.push((await guess(fields(n))).status);
    return all;
  };
  const ticketOf = async (email: string) => {
    const { html } = await guess({ email, password: OFFICE_PASSWORD });
    return /name="ticket" value="([^"]+)"/.exec(html)?.[1] ?? expect.fail(html);
  };

  const code = await joined("once@office.example");
  const tickets = [await ticketOf("once@office.example"), await ticketOf("once@office.example")];
  const together = await Promise.all(tickets.map((ticket) => guess({ ticket, code })));
  expect(together.map(({ status }) => status).toSorted()).toEqual([303, 400]);

  await joined("guessed@office.example");
  const ticket = await ticketOf("guessed@office.example");
  const atCode = await statuses(9, (n) => ({ ticket, code: String(n).padStart(6, "0") }));
  expect(atCode).toEqual([...Array(5).fill(400), ...Array(4).fill(429)]);
  const atPassword = await statuses(14, (n) => ({ email: "nobody@office.example", password: `guess ${n}` }));
  expect(atPassword).toEqual([...Array(10).fill(400), ...Array(4).fill(429)]);
});
