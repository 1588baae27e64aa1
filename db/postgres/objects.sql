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
CREATE OR REPLACE TRIGGER count_changes AFTER INSERT OR UPDATE OR DELETE ON delays
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

-- What the views of db/staff-views use of SQLite, so that their text is the same in both databases. Indexes use some of
-- it, and PostgreSQL analyses tables without a search path: such functions are parsed here (RETURN), not when they run.

CREATE OR REPLACE FUNCTION moment_moved(moment timestamp, modifiers text[]) RETURNS timestamp
LANGUAGE plpgsql IMMUTABLE AS $$
DECLARE modifier text;
BEGIN
  FOREACH modifier IN ARRAY modifiers LOOP
    moment := CASE modifier
      WHEN 'start of month' THEN date_trunc('month', moment)
      WHEN 'weekday 0' THEN moment + (7 - extract(dow FROM moment)::integer) % 7 * interval '1 day'
      ELSE moment + modifier::interval
    END;
  END LOOP;
  RETURN moment;
END $$;

-- The formats that the views use; null for any other.
CREATE OR REPLACE FUNCTION moment_written(format text, moment timestamp) RETURNS text IMMUTABLE
RETURN CASE format
  WHEN '%Y-%m' THEN to_char(moment, 'YYYY-MM')
  WHEN '%Y-%m-%d' THEN to_char(moment, 'YYYY-MM-DD')
  WHEN '%Y-%m-%d %H:%M' THEN to_char(moment, 'YYYY-MM-DD HH24:MI')
  WHEN '%Y-%m-%d %H:%M:%S' THEN to_char(moment, 'YYYY-MM-DD HH24:MI:SS')
  WHEN '%Y-%m-%dT%H:%M:%fZ' THEN to_char(moment, 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')
  WHEN '%s' THEN floor(extract(epoch FROM moment))::bigint::text
END;

CREATE OR REPLACE FUNCTION strftime(format text, moment timestamptz, VARIADIC modifiers text[] DEFAULT '{}')
RETURNS text IMMUTABLE RETURN moment_written(format, moment_moved(moment AT TIME ZONE 'UTC', modifiers));

-- Of a written moment, or of 'now'.
CREATE OR REPLACE FUNCTION strftime(format text, moment text, VARIADIC modifiers text[] DEFAULT '{}')
RETURNS text STABLE RETURN moment_written(format, moment_moved(
  CASE moment WHEN 'now' THEN now() AT TIME ZONE 'UTC' ELSE moment::timestamp END, modifiers
));

CREATE OR REPLACE FUNCTION date(moment timestamptz, VARIADIC modifiers text[])
RETURNS text IMMUTABLE RETURN strftime('%Y-%m-%d', moment, VARIADIC modifiers);

CREATE OR REPLACE FUNCTION date(moment text, VARIADIC modifiers text[])
RETURNS text STABLE RETURN strftime('%Y-%m-%d', moment, VARIADIC modifiers);

-- A moment is compared with what strftime writes.
CREATE OR REPLACE FUNCTION before(moment timestamptz, written text)
RETURNS boolean STABLE RETURN moment < written::timestamptz;
CREATE OR REPLACE FUNCTION after(moment timestamptz, written text)
RETURNS boolean STABLE RETURN moment > written::timestamptz;
CREATE OR REPLACE FUNCTION not_before(moment timestamptz, written text)
RETURNS boolean STABLE RETURN moment >= written::timestamptz;
CREATE OR REPLACE FUNCTION not_after(moment timestamptz, written text)
RETURNS boolean STABLE RETURN moment <= written::timestamptz;
DROP OPERATOR IF EXISTS < (timestamptz, text), > (timestamptz, text), >= (timestamptz, text), <= (timestamptz, text);
CREATE OPERATOR < (LEFTARG = timestamptz, RIGHTARG = text, FUNCTION = before);
CREATE OPERATOR > (LEFTARG = timestamptz, RIGHTARG = text, FUNCTION = after);
CREATE OPERATOR >= (LEFTARG = timestamptz, RIGHTARG = text, FUNCTION = not_before);
CREATE OPERATOR <= (LEFTARG = timestamptz, RIGHTARG = text, FUNCTION = not_after);

CREATE OR REPLACE FUNCTION json_extract(document json, path text)
RETURNS text IMMUTABLE RETURN document #>> string_to_array(substr(path, 3), '.');

CREATE OR REPLACE FUNCTION json_each(document text, OUT value text) RETURNS SETOF text LANGUAGE sql IMMUTABLE
AS $$ SELECT json_array_elements_text(document::json) $$;

CREATE OR REPLACE FUNCTION iif(condition boolean, yes text, no text)
RETURNS text IMMUTABLE RETURN CASE WHEN condition THEN yes ELSE no END;

CREATE OR REPLACE FUNCTION iif(condition boolean, yes bigint, no bigint)
RETURNS bigint IMMUTABLE RETURN CASE WHEN condition THEN yes ELSE no END;

CREATE OR REPLACE FUNCTION instr(words text, part text) RETURNS integer IMMUTABLE RETURN strpos(words, part);

CREATE OR REPLACE FUNCTION joined_by(sofar text, part text, sign text)
RETURNS text IMMUTABLE RETURN CASE WHEN part IS NULL THEN sofar ELSE coalesce(sofar || sign, '') || part END;

CREATE OR REPLACE AGGREGATE group_concat(part text, sign text) (SFUNC = joined_by, STYPE = text);
