/** One thing that happened, newest first: when people read it, when machines do, and plain words. */
export type TrackingEvent = { at: string; iso: string; text: string };

/** What happened to a waybill. Nothing personal: anyone with the number can see it. */
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
