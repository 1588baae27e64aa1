import { expect } from "vitest";
import { type Page, Visitor } from "./visitor";

/** A clerk's browser without scripts, which counts the pages that it is shown. */
export class Clerk extends Visitor {
  pages = 0;

  override async follow(answer: Response): Promise<Page> {
    this.pages += 1;
    return super.follow(answer);
  }

  /** Types into the box that is on every page. */
  find(words: string): Promise<Page> {
    return this.press("Search", { find: words });
  }

  /** Follows what is to be done about a line of Today, which is open already. */
  async today(work: string): Promise<Page> {
    const { document, text } = await this.open("/office");
    this.pages -= 1;
    const verbs = document.querySelectorAll("a.verb");
    const verb = verbs.find((link) => link.getAttribute("aria-label")?.endsWith(`: ${work}`));
    return this.open(verb?.getAttribute("href") ?? expect.fail(`“${work}” isn't in ${text}`));
  }

  check(answers: Record<string, string>): Promise<Page> {
    return this.press("Check", answers);
  }

  async do(answers: Record<string, string>): Promise<Page> {
    await this.check(answers);
    return this.press("Do it");
  }

  /** Sends the last message to somebody again, from the page of what it is about. */
  async sendAgain(to: string): Promise<Page> {
    const links = this.page?.document.querySelectorAll("a[aria-label^='Send again']") ?? [];
    const link = links.findLast((each) => each.getAttribute("aria-label")?.endsWith(`to ${to}`));
    await this.open(link?.getAttribute("href") ?? expect.fail(`nothing to ${to} on ${this.page?.text}`));
    return this.press("Do it");
  }

  /** What a button opens or saves instead of a page. */
  async given(button: string, answers: Record<string, string> = {}): Promise<string> {
    this.pages += 1;
    return (await this.pressOnce(button, answers)).text();
  }
}
