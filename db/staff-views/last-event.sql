-- Keeps on each waybill what happened to its parcel last, whoever writes it down: what is under way is found among
-- hundreds of thousands that have arrived.
CREATE TRIGGER staff_last_event_new AFTER INSERT ON tracking_events
BEGIN
  UPDATE waybills SET (last_event, last_event_at) = (
    SELECT kind, happened_at FROM tracking_events
    WHERE waybill_no = NEW.waybill_no ORDER BY happened_at DESC, rowid DESC LIMIT 1
  ) WHERE waybill_no = NEW.waybill_no;
END;

CREATE TRIGGER staff_last_event_corrected AFTER UPDATE OF kind, happened_at ON tracking_events
BEGIN
  UPDATE waybills SET (last_event, last_event_at) = (
    SELECT kind, happened_at FROM tracking_events
    WHERE waybill_no = NEW.waybill_no ORDER BY happened_at DESC, rowid DESC LIMIT 1
  ) WHERE waybill_no = NEW.waybill_no;
END;

CREATE TRIGGER staff_last_event_taken_back AFTER DELETE ON tracking_events
BEGIN
  UPDATE waybills SET (last_event, last_event_at) = (
    SELECT kind, happened_at FROM tracking_events
    WHERE waybill_no = OLD.waybill_no ORDER BY happened_at DESC, rowid DESC LIMIT 1
  ) WHERE waybill_no = OLD.waybill_no;
END;
