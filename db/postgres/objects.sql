-- PostgreSQL's version of db/price-changes.server.ts and db/staff-views/last-event.sql. Run again whenever this file
-- has changed.

CREATE OR REPLACE FUNCTION count_price_change() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO price_changes (id, changes) VALUES (1, 1)
  ON CONFLICT (id) DO UPDATE SET changes = price_changes.changes + 1;
  RETURN NULL;
END $$;

CREATE OR REPLACE TRIGGER count_changes AFTER INSERT OR UPDATE OR DELETE ON boxes
  FOR EACH ROW EXECUTE FUNCTION count_price_change();
CREATE OR REPLACE TRIGGER count_changes AFTER INSERT OR UPDATE OR DELETE ON postal_areas
  FOR EACH ROW EXECUTE FUNCTION count_price_change();
CREATE OR REPLACE TRIGGER count_changes AFTER INSERT OR UPDATE OR DELETE ON countries
  FOR EACH ROW EXECUTE FUNCTION count_price_change();
CREATE OR REPLACE TRIGGER count_changes AFTER INSERT OR UPDATE OR DELETE ON rates
  FOR EACH ROW EXECUTE FUNCTION count_price_change();
CREATE OR REPLACE TRIGGER count_changes AFTER INSERT OR UPDATE OR DELETE ON proclaimed_holidays
  FOR EACH ROW EXECUTE FUNCTION count_price_change();

-- Stands in for SQLite's rowid: of two events of the same moment, the one written later counts.
ALTER TABLE tracking_events ADD COLUMN IF NOT EXISTS row_order bigserial;

CREATE OR REPLACE FUNCTION keep_last_event() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  UPDATE waybills SET (last_event, last_event_at) = (
    SELECT kind, happened_at FROM tracking_events AS event
    WHERE waybill_no = coalesce(NEW.waybill_no, OLD.waybill_no) AND kind <> 'reported'
    ORDER BY (event.kind IN ('collected', 'delivered', 'returned') AND (
      SELECT sum(coalesce(done.pieces, waybills.pieces, quotes.quantity)) < max(coalesce(waybills.pieces, quotes.quantity))
      FROM tracking_events AS done JOIN quotes ON quotes.id = waybills.quote_id
      WHERE done.waybill_no = waybills.waybill_no AND (done.kind = 'collected') = (event.kind = 'collected')
        AND done.kind IN ('collected', 'delivered', 'returned')
    ) IS TRUE), happened_at DESC, row_order DESC LIMIT 1
  ) WHERE waybill_no = coalesce(NEW.waybill_no, OLD.waybill_no);
  RETURN NULL;
END $$;

CREATE OR REPLACE TRIGGER last_event AFTER INSERT OR DELETE OR UPDATE OF kind, happened_at, pieces ON tracking_events
  FOR EACH ROW EXECUTE FUNCTION keep_last_event();

-- What `staff find` searches: the words of a row as SQLite's index has them, in small letters, without accents, an email
-- joined by underscores, and a phone backwards too, for its last digits (db/search-index.server.ts, whose indexes contain what this function says: a changed one needs
-- another name).
CREATE OR REPLACE FUNCTION staff_words(VARIADIC parts text[]) RETURNS tsvector
LANGUAGE sql IMMUTABLE PARALLEL SAFE COST 10000 AS $$
  SELECT coalesce(array_to_tsvector(array_agg(DISTINCT spelt)), ''::tsvector)
  FROM (SELECT string_agg(part, ' ') AS words FROM unnest(parts) AS part) AS joined, regexp_split_to_table(
    lower(regexp_replace(normalize(words, NFD), '[\u0300-\u036f]', '', 'g')),
    '([^[:alnum:]_\u00c0-\uffff]|[\u2000-\u206f\u3000])+'
  ) AS word, unnest(CASE WHEN word ~ '^[0-9]{9}$' THEN ARRAY[word, '~' || reverse(word)] ELSE ARRAY[word] END) AS spelt
  WHERE word <> '' AND octet_length(word) <= 250
$$;

-- All of these words; the last may be the beginning of one.
CREATE OR REPLACE FUNCTION staff_query(words text[], is_begun boolean) RETURNS tsquery
LANGUAGE sql IMMUTABLE PARALLEL SAFE AS $$
  SELECT string_agg(
    '''' || part || CASE WHEN is_begun AND place = array_length(words, 1) THEN ''':*' ELSE '''' END, ' & '
  )::tsquery
  FROM unnest(words) WITH ORDINALITY AS given (word, place), unnest(tsvector_to_array(staff_words(word))) AS part
$$;
