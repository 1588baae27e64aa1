import { MINUTES, SECONDS } from "#app/durations";
import { type Answer, Browser, type Form } from "./browser";
import { REFUSING } from "./mail-server";
import type { World } from "./world";

/** After so many tries without an answer a person gives up. */
const MOST_TRIES = 12;

/**
 * A patient person with a phone. Everything that they type contains their number, to show whether anybody else sees it.
 */
export class Person {
  private static readonly sign = /Person(\d+)\b/g;
  readonly name: string;
  email: string;
  readonly phone: Browser;

  constructor(
    readonly world: World,
    readonly number: number,
    phone?: Browser,
  ) {
    // The first name says nothing: receivers read that of their driver.
    this.name = `Thandi Person${number}`;
    this.email = `person${number}@mail${number % 3}.example`;
    this.phone = phone ?? Person.phoneOf(world, number, () => number);
  }

  /** @param user who holds the phone at the moment */
  static phoneOf(world: World, number: number, user: () => number): Browser {
    return new Browser(world.network, `10.1.${number >> 8}.${number & 255}`, `phone ${number}`, ({ text }, path) => {
      for (const [, shown] of text.matchAll(Person.sign)) {
        if (Number(shown) !== user()) world.fail(`${path} showed Person${user()} what Person${shown} had typed`);
      }
    });
  }

  get(path: string, phone = this.phone): Promise<Answer | null> {
    return this.insist(() => phone.get(path));
  }

  post(path: string, form: Form = {}, phone = this.phone): Promise<Answer | null> {
    return this.insist(() => phone.post(path, form));
  }

  /** What a program of theirs asks. It repeats what failed, under the same key. */
  call(
    method: "GET" | "POST",
    path: string,
    headers: Record<string, string>,
    body?: unknown,
    phone = this.phone,
  ): Promise<Answer | null> {
    const json: Record<string, string> = body === undefined ? {} : { "Content-Type": "application/json" };
    return this.insist(() =>
      phone.call(method, path, { ...headers, ...json }, body === undefined ? undefined : JSON.stringify(body)),
    );
  }

  /** Their answers to the first step. */
  addresses(toPostal: string): Form {
    const to = {
      toName: this.name,
      toEmail: `to-${this.number}@${this.number % 8 === 5 ? REFUSING : "mail1.example"}`,
      toPhone: "073 555 0101",
      toCity: "Soweto",
      toPostal,
    };
    const from = { fromName: this.name, fromEmail: this.email, fromPhone: "082 123 4567", fromCity: "Germiston" };
    const places = {
      fromPostal: "1431",
      fromAddressLine: `Stand Person${this.number}`,
      toAddressLine: "12 Ncome Crescent",
    };
    return {
      ...from,
      ...to,
      ...places,
      fromSuburb: "Katlehong",
      toSuburb: "Orlando East",
      fromLandmark: "",
      toLandmark: "",
    };
  }

  /** Repeats a request until the answer isn't "later"; null after many tries. */
  private async insist(ask: () => Promise<Answer | null>): Promise<Answer | null> {
    for (let tries = 0; tries < MOST_TRIES; tries += 1) {
      const answer = await ask();
      if (answer && answer.status < 500 && answer.status !== 429) return answer;
      await this.world.pause(answer ? 2 * MINUTES : 10 * SECONDS);
    }
    return null;
  }
}
