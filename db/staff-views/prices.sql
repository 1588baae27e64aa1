-- The rates in force today and those that start later. Excluding VAT.
CREATE VIEW staff_rates AS
SELECT
  CASE kind
    WHEN 'zone' THEN 'Each end of a local route'
    WHEN 'linehaul' THEN 'Between two regions'
    WHEN 'pickup' THEN 'Collection of a parcel that goes abroad'
    WHEN 'international' THEN 'To a zone abroad'
    WHEN 'fuel' THEN 'Fuel'
    WHEN 'vat' THEN 'VAT'
    WHEN 'days' THEN 'Working days from collection to delivery'
  END AS rate,
  rate_key AS for_what,
  valid_from,
  CASE WHEN valid_from <= date('now', '+2 hours') THEN 'Applies today' ELSE 'Not yet' END AS status,
  amount_cents / 100.0 AS rand,
  basis_points / 100.0 AS percent,
  least_days,
  most_days
FROM rates
WHERE valid_from >= coalesce((
  SELECT max(latest.valid_from) FROM rates AS latest
  WHERE latest.kind = rates.kind AND latest.rate_key = rates.rate_key AND latest.valid_from <= date('now', '+2 hours')
), '')
ORDER BY kind, rate_key, valid_from;

-- The areas that we serve and don't serve today. Ranges nest: the narrowest one that contains a postal code describes
-- it.
CREATE VIEW staff_areas AS
SELECT
  from_code,
  to_code,
  town,
  province,
  upper(substr(zone, 1, 1)) || substr(zone, 2) AS zone,
  CASE WHEN served THEN 'We go there' ELSE 'We do not go there' END AS status,
  valid_from
FROM postal_areas
WHERE valid_from <= date('now', '+2 hours') AND NOT EXISTS (
  SELECT 1 FROM postal_areas AS newer
  WHERE newer.id = postal_areas.id AND newer.valid_from > postal_areas.valid_from
    AND newer.valid_from <= date('now', '+2 hours')
)
ORDER BY from_code, to_code DESC;

-- Delays: where we can't come for some days, the newest first.
CREATE VIEW staff_delays AS
SELECT
  CASE WHEN from_code IS NULL THEN 'everywhere' WHEN from_code = to_code THEN from_code ELSE from_code || '-' || to_code END
    AS postal_codes,
  place,
  from_day,
  until_day,
  because,
  CASE
    WHEN ended_at IS NOT NULL THEN 'Taken back'
    WHEN until_day < date('now', '+2 hours') THEN 'Over'
    WHEN from_day > date('now', '+2 hours') THEN 'To come'
    ELSE 'Nobody comes'
  END AS status,
  (SELECT count(*) FROM waybills WHERE delayed_by = delays.id) AS parcels_told,
  who,
  strftime('%Y-%m-%d %H:%M', at, '+2 hours') AS made_at,
  strftime('%Y-%m-%d %H:%M', ended_at, '+2 hours') AS ended_at
FROM delays
ORDER BY at DESC;
