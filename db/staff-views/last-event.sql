-- Keeps a parcel's last event on its waybill, whoever adds it, so that parcels under way are found quickly among
-- hundreds of thousands that have arrived. Events of some of the pieces don't count while others are missing
-- (`overallEvent` in app/domain/waybills/pieces.ts does the same).
CREATE TRIGGER staff_last_event_new AFTER INSERT ON tracking_events
BEGIN
  UPDATE waybills SET (last_event, last_event_at) = (
    SELECT kind, happened_at FROM tracking_events AS event
    WHERE waybill_no = NEW.waybill_no AND kind <> 'reported'
    ORDER BY event.kind IN ('collected', 'delivered', 'returned') AND (
      SELECT sum(coalesce(done.pieces, waybills.pieces, quotes.quantity)) < max(coalesce(waybills.pieces, quotes.quantity))
      FROM tracking_events AS done JOIN quotes ON quotes.id = waybills.quote_id
      WHERE done.waybill_no = waybills.waybill_no AND (done.kind = 'collected') = (event.kind = 'collected')
        AND done.kind IN ('collected', 'delivered', 'returned')
    ) IS TRUE, happened_at DESC, rowid DESC LIMIT 1
  ) WHERE waybill_no = NEW.waybill_no;
END;

CREATE TRIGGER staff_last_event_corrected AFTER UPDATE OF kind, happened_at, pieces ON tracking_events
BEGIN
  UPDATE waybills SET (last_event, last_event_at) = (
    SELECT kind, happened_at FROM tracking_events AS event
    WHERE waybill_no = NEW.waybill_no AND kind <> 'reported'
    ORDER BY event.kind IN ('collected', 'delivered', 'returned') AND (
      SELECT sum(coalesce(done.pieces, waybills.pieces, quotes.quantity)) < max(coalesce(waybills.pieces, quotes.quantity))
      FROM tracking_events AS done JOIN quotes ON quotes.id = waybills.quote_id
      WHERE done.waybill_no = waybills.waybill_no AND (done.kind = 'collected') = (event.kind = 'collected')
        AND done.kind IN ('collected', 'delivered', 'returned')
    ) IS TRUE, happened_at DESC, rowid DESC LIMIT 1
  ) WHERE waybill_no = NEW.waybill_no;
END;

CREATE TRIGGER staff_last_event_taken_back AFTER DELETE ON tracking_events
BEGIN
  UPDATE waybills SET (last_event, last_event_at) = (
    SELECT kind, happened_at FROM tracking_events AS event
    WHERE waybill_no = OLD.waybill_no AND kind <> 'reported'
    ORDER BY event.kind IN ('collected', 'delivered', 'returned') AND (
      SELECT sum(coalesce(done.pieces, waybills.pieces, quotes.quantity)) < max(coalesce(waybills.pieces, quotes.quantity))
      FROM tracking_events AS done JOIN quotes ON quotes.id = waybills.quote_id
      WHERE done.waybill_no = waybills.waybill_no AND (done.kind = 'collected') = (event.kind = 'collected')
        AND done.kind IN ('collected', 'delivered', 'returned')
    ) IS TRUE, happened_at DESC, rowid DESC LIMIT 1
  ) WHERE waybill_no = OLD.waybill_no;
END;
