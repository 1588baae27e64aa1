-- PostgreSQL's version of db/price-changes.server.ts. Run again whenever this file has changed.

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
