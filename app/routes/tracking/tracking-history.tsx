/** One event: its time for people, its time for programs, and a text. */
export type TrackingEvent = { at: string; iso: string; text: string };

/** A waybill's history, newest first. Nothing personal: anyone with the number can see it. */
export function TrackingHistory({ events }: { events: TrackingEvent[] }) {
  return (
    <ol className="history">
      {events.map((event) => (
        <li key={event.iso + event.text}>
          <b>{event.text}</b> <time dateTime={event.iso}>{event.at}</time>
        </li>
      ))}
    </ol>
  );
}
