-- Who in the office changed what, the latest first.
CREATE VIEW staff_history AS
SELECT
  strftime('%Y-%m-%d %H:%M', at, '+2 hours') AS done_at,
  who,
  action,
  subject,
  details
FROM staff_actions
ORDER BY strftime('%Y-%m-%d %H:%M', at, '+2 hours') DESC, at DESC;
