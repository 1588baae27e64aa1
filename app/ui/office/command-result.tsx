import { wordsOf } from "#app/language/said";
import { ButtonLink, ButtonRow } from "../forms/button";
import { Notice } from "../notice";
import { AnswerPanel, type ShownAnswer } from "./answer-panel";
import { SaidWords } from "./said";

/** What a command answered, or would do. */
export type Came = {
  kind: "given" | keyof typeof tones;
  title: string;
  answer: ShownAnswer;
  /** What stands above the answer, if something happened since Check. */
  now?: string;
  /** What happened since Check, and who did it. */
  since?: string[];
};

const tones = {
  preview: "info",
  changed: "bad",
  done: "good",
  unchanged: "info",
  looked: "info",
  refused: "bad",
} as const;

export function CommandResult({ result: { kind, title, now, answer, since = [] } }: { result: Came }) {
  if (kind === "given")
    return (
      <div className="wide">
        <AnswerPanel answer={answer} caption="What was found" />
      </div>
    );
  return (
    <Notice tone={tones[kind]} title={title}>
      {since.map((line) => (
        <p key={line}>{line}</p>
      ))}
      {now ? <h3>{now}</h3> : null}
      {answer.asks.map((line) => (
        <p key={wordsOf(line)}>
          <b>
            <SaidWords said={line} />
          </b>
        </p>
      ))}
      {answer.whose?.map((line) => (
        <p key={wordsOf(line)} className="whose">
          <SaidWords said={line} />
        </p>
      ))}
      <AnswerPanel answer={answer} caption="What would happen" />
      {answer.why.map((line) => (
        <p key={wordsOf(line)}>
          <SaidWords said={line} />
        </p>
      ))}
      {answer.next ? (
        <ButtonRow>
          <ButtonLink href={answer.next.href}>{answer.next.words}</ButtonLink>
        </ButtonRow>
      ) : null}
      <Messages messages={answer.messages ?? []} />
    </Notice>
  );
}

/** So many messages are open at first: a phone shows them on one page or two. */
const OPEN_AT_FIRST = 2;

/** What would be sent, word for word, each as it is read: the shortest first, which says it all. */
function Messages({ messages }: { messages: NonNullable<ShownAnswer["messages"]> }) {
  if (messages.length === 0) return null;
  return (
    <div className="messages">
      {messages.toSorted(shortestFirst).map(({ heading, words, alike }, at) => (
        <details key={heading} open={at < OPEN_AT_FIRST}>
          <summary>{heading}</summary>
          <p className="words">{words}</p>
          {alike ? <p>{alike}</p> : null}
        </details>
      ))}
    </div>
  );
}

type Shown = NonNullable<ShownAnswer["messages"]>[number];
const shortestFirst = ({ words: one }: Shown, { words: other }: Shown) => one.length - other.length;
