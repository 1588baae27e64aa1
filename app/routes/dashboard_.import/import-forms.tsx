import type { ToldBefore } from "#app/domain/bookings/charges/account-in-words.server";
import type { ImportColumn } from "#app/domain/bookings/import-columns";
import type { WrongEntry } from "#app/domain/bookings/import-list.server";
import type { FormState } from "#app/domain/values/form-state";
import { paths } from "#app/paths";
import { Aside } from "../../ui/aside";
import { Button, ButtonRow } from "../../ui/forms/button";
import { Checkbox } from "../../ui/forms/checkbox";
import { ErrorSummary } from "../../ui/forms/error-summary";
import { describedBy, Field } from "../../ui/forms/field";
import { fieldState } from "../../ui/forms/field-state";
import { HiddenFields } from "../../ui/forms/hidden-fields";
import { Notice } from "../../ui/notice";
import { BeforeItIsBooked } from "../../ui/shipments/on-account";
import styles from "../../ui/styles/import.css";

/** A list that was read and priced, and has to be confirmed. */
export type ImportReview = {
  parcels: {
    place: number;
    to: string;
    price: string;
    /** What may be wrong with the line, which booking it answers. */
    questions: string[];
  }[];
  total: string;
  /** Of an account that pays by month. */
  onAccount: ToldBefore | null;
  /** The sum in cents. If the price differs from it, the page asks again. */
  agreed: string;
  /** The ticket of a form that has to wait. */
  waited: string;
  /** What looks odd in some lines. Booking the parcels answers it. */
  notes: string[];
};

type Props = { state: FormState; hidden: Record<string, string> };

/** `paysByMonth`: its account does, while there is room. */
type ImportProps = Props & { most: number; wrong: WrongEntry[]; paysByMonth: boolean };

/** Takes a list of parcels, as a file or pasted. Works without scripts, and in browsers that can't upload files. */
export function ImportForm({ state, hidden, most, wrong, paysByMonth }: ImportProps) {
  const { value, error } = fieldState(state, "list");
  const hint = `A heading, then one line for each parcel, ${most} at most.`;
  return (
    <form method="post" action={paths.importParcels} className="form" encType="multipart/form-data" noValidate>
      <ErrorSummary errors={state.errors} />
      {wrong.length > 0 ? <WrongEntries entries={wrong} /> : null}
      <ol>
        <li>
          <a className="edit" href={paths.exampleList} download>
            Download an example list
          </a>
          .{" "}
          <span>
            To send again what you have sent before, take its lines from{" "}
            <a href={paths.bookedList} data-stays="true">
              the list of your bookings
            </a>
            .
          </span>
        </li>
        <li>Put your parcels into its lines, in any spreadsheet, and save it as CSV.</li>
        <li>
          Send it here. We check every line, and show you the price.{" "}
          {paysByMonth
            ? "It goes on your account while there is room. Otherwise you pay once for all parcels."
            : "You pay once for all parcels."}
        </li>
      </ol>
      <HiddenFields fields={hidden} />
      <Field name="file" label="CSV file">
        <input id="file" name="file" type="file" accept=".csv,text/csv,text/plain" />
      </Field>
      <Field name="list" label="Or paste the list" hint={hint} error={error}>
        <textarea
          id="list"
          name="list"
          rows={8}
          spellCheck={false}
          defaultValue={value}
          {...describedBy("list", hint, error)}
        />
      </Field>
      <ButtonRow>
        <Button name="intent" value="check" busyLabel="Checking…">
          Check the list
        </Button>
      </ButtonRow>
    </form>
  );
}

/** What is wrong in a list, an entry a row. On a narrow screen a row is a card, whose cells say what they are. */
function WrongEntries({ entries }: { entries: WrongEntry[] }) {
  return (
    <table className="wrong-entries">
      <caption>What to change in your list</caption>
      <thead>
        <tr>
          <th scope="col">Line</th>
          <th scope="col">Column</th>
          <th scope="col">You wrote</th>
          <th scope="col">What to write</th>
        </tr>
      </thead>
      <tbody>
        {entries.map(({ line, column, wrote, write }) => (
          <tr key={`${line}${column}${write}`}>
            <th scope="row" data-label="Line">
              {line}
            </th>
            <td data-label="Column">{column ?? "The whole line"}</td>
            <td data-label="You wrote">{wrote ? <bdi>{wrote}</bdi> : <span className="soft">Nothing</span>}</td>
            <td data-label="Write">{`${write.charAt(0).toUpperCase()}${write.slice(1)}.`}</td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}

/** The columns of a list. */
export function WhatAListNeeds({ columns, ofSender }: { columns: ImportColumn[]; ofSender: string[] }) {
  return (
    <Aside title="What the list needs">
      <link rel="stylesheet" href={styles} />
      <p>The columns can be in any order. Leave out those that you don't use. All parcels must stay in South Africa.</p>
      <table className="columns" aria-label="Columns of a list">
        <thead>
          <tr>
            <th scope="col">Column</th>
            <th scope="col">Example</th>
          </tr>
        </thead>
        <Columns title="Needed" columns={columns.filter(({ isNeeded }) => isNeeded)} />
        <Columns title="Not needed" columns={columns.filter(({ isNeeded }) => !isNeeded)} />
      </table>
      <p>Without a sender you are the sender, where you last sent from. For another sender, add these columns:</p>
      <p className="soft">{ofSender.join(", ")}.</p>
    </Aside>
  );
}

function Columns({ title, columns }: { title: string; columns: ImportColumn[] }) {
  return (
    <tbody>
      <tr>
        <th colSpan={2} scope="rowgroup">
          {title}
        </th>
      </tr>
      {columns.map(({ heading, example }) => (
        <tr key={heading}>
          <th scope="row">{heading}</th>
          <td>{example}</td>
        </tr>
      ))}
    </tbody>
  );
}

/** Shows what a list costs and asks to confirm it. The list is included, and can be edited. */
export function ReviewedImport({ review, state, hidden }: Props & { review: ImportReview }) {
  const { parcels, total, onAccount, agreed, waited, notes } = review;
  const count = parcels.length === 1 ? "this parcel" : `these ${parcels.length} parcels`;
  return (
    <form method="post" action={paths.importParcels} className="form" noValidate>
      <ErrorSummary errors={state.errors} />
      {notes.length > 0 ? (
        <Notice tone="info" title="Please check these lines. If they are right, go on.">
          {notes.map((note) => (
            <p key={note}>{note}</p>
          ))}
        </Notice>
      ) : null}
      <section className="card sign">
        <dl className="facts">
          {parcels.map(({ place, to, price, questions }) => (
            <div key={place}>
              <dt>
                {to}
                {questions.map((question) => (
                  <p key={question} className="hint">
                    {question}
                  </p>
                ))}
              </dt>
              <dd>{price}</dd>
            </div>
          ))}
          <div>
            <dt>Total, all included</dt>
            <dd>
              <b>{total}</b>
            </dd>
          </div>
        </dl>
      </section>
      <BeforeItIsBooked told={onAccount} />
      <HiddenFields fields={{ ...hidden, list: state.values.list ?? "", agreed, ...(waited ? { waited } : {}) }} />
      <Checkbox name="confirm" state={state} required>
        I confirm the details above are correct and accept that final charges may vary based on operational checks.
      </Checkbox>
      <p className="hint">
        Our <a href={paths.terms}>terms</a> apply to these bookings.
      </p>
      <ButtonRow>
        <Button name="intent" value="book" busyLabel="Booking…">
          Book {count}
        </Button>
        <Button plain name="intent" value="change">
          Change the list
        </Button>
      </ButtonRow>
    </form>
  );
}
