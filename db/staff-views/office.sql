-- Who may use the office in a browser, by name. Add or block them with add person and block person.
CREATE VIEW staff_office_people AS
SELECT
  name AS colleague,
  email AS colleague_email,
  office_right,
  CASE
    WHEN blocked_at IS NOT NULL THEN 'Blocked'
    WHEN NOT EXISTS (SELECT 1 FROM office_factors WHERE person_id = office_people.id) THEN 'Has not used the link yet'
    WHEN EXISTS (SELECT 1 FROM sessions WHERE who = office_people.id AND kind = 'office') THEN 'Signed in'
    ELSE 'Signed out'
  END AS status,
  strftime('%Y-%m-%d %H:%M', added_at, '+2 hours') AS added_at,
  strftime('%Y-%m-%d %H:%M', blocked_at, '+2 hours') AS blocked_at
FROM office_people
ORDER BY name, email;

-- What people of the office looked at, searched for and exported in the last year, the latest first. The words of a
-- search or a filter aren't kept. What they changed is in the history.
CREATE VIEW staff_office_looks AS
SELECT
  strftime('%Y-%m-%d %H:%M:%S', at, '+2 hours') AS done_at,
  who,
  what AS action,
  number AS subject,
  "view",
  asked,
  rows
FROM office_looks
ORDER BY strftime('%Y-%m-%d %H:%M:%S', at, '+2 hours') DESC, at DESC;
