import { officePaths } from "#app/paths";

/** A kind of work that waits: how many, until when, about whom, and what is done. */
export type ShownWork = {
  count: number;
  words: string;
  due: { text: string; isOver: boolean } | null;
  people: { text: string; href?: string }[];
  /** How many there are besides these people. */
  more: number;
  /** The list of exactly these rows. */
  listHref: string;
  verb: { words: string; href: string };
};

/** `wrong`: what is wrong with the machine; `machine`: what is well. `isQuiet`: nobody waits for anything. */
export type ShownDay = {
  day: string;
  promises: { text: string; areOver: boolean } | null;
  wrong: string[];
  groups: { name: string; about: string; work: ShownWork[] }[];
  isQuiet: boolean;
  machine: string;
};

/** The office's day on one screen: what is promised leads. */
export function Today({ day, name }: { day: ShownDay; name: string }) {
  const { promises, wrong, groups, isQuiet, machine } = day;
  return (
    <>
      <h1>Today, {day.day}</h1>
      {promises ? <p className={promises.areOver ? "over" : undefined}>{promises.text}</p> : null}
      {wrong.map((words) => (
        <p key={words} className="over">
          {words}
        </p>
      ))}
      {isQuiet ? (
        <p>
          Nobody is waiting for us: there is no promise to keep now, nobody to phone and nothing to pay. Next, see{" "}
          <a href={officePaths.do("plan")}>stops without a driver</a>.
        </p>
      ) : null}
      {groups.map((group) => (
        <Group key={group.name} {...group} />
      ))}
      {isQuiet ? null : <p className="soft">Nothing else waits.</p>}
      <p className="soft">
        {machine} {name} · <a href={officePaths.signIn()}>Sign out</a>
      </p>
    </>
  );
}

function Group({ name, about, work }: ShownDay["groups"][number]) {
  const id = `work-${name.toLowerCase()}`;
  return (
    <section className="work" aria-labelledby={id}>
      <h2 id={id}>
        {name} <small>{about}</small>
      </h2>
      <ul>
        {work.map((each) => (
          <WorkLine key={each.words} {...each} />
        ))}
      </ul>
    </section>
  );
}

function WorkLine({ count, words, due, people, more, listHref, verb }: ShownWork) {
  return (
    <li>
      <b>{count}</b>{" "}
      <span>
        <a href={listHref}>{words}</a>
        {due ? <span className={due.isOver ? "due over" : "due"}> {due.text}</span> : null}
      </span>{" "}
      <span className="soft">
        {people.map(({ text, href }, at) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: two people may have one name, and they never move
          <span key={at}>
            {href ? <a href={href}>{text}</a> : text}
            {at < people.length - 1 || more > 0 ? " · " : null}
          </span>
        ))}
        {more > 0 ? <span className="together">{more} more</span> : null}
      </span>{" "}
      <a className="verb" href={verb.href} aria-label={`${verb.words}: ${words}`}>
        {verb.words}
      </a>
    </li>
  );
}
