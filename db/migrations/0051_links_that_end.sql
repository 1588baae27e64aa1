ALTER TABLE `quotes` ADD `sender_links` integer DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE `quotes` ADD `receiver_links` integer DEFAULT 0 NOT NULL;--> statement-breakpoint
-- Stored emails, and answers to shops and the office, lose the keys of their links. An email's links are signed when it is sent.
UPDATE `outgoing_mails` SET `text_body` = (
  WITH RECURSIVE `cut` (`done`, `rest`) AS (
    SELECT '', `text_body`
    UNION ALL
    SELECT
      `done` || CASE
        WHEN instr(`rest`, '?key=') = 0 THEN `rest`
        WHEN substr(`rest`, instr(`rest`, '?key=') + 5, 22) GLOB '[-_A-Za-z0-9][-_A-Za-z0-9][-_A-Za-z0-9][-_A-Za-z0-9][-_A-Za-z0-9][-_A-Za-z0-9][-_A-Za-z0-9][-_A-Za-z0-9][-_A-Za-z0-9][-_A-Za-z0-9][-_A-Za-z0-9][-_A-Za-z0-9][-_A-Za-z0-9][-_A-Za-z0-9][-_A-Za-z0-9][-_A-Za-z0-9][-_A-Za-z0-9][-_A-Za-z0-9][-_A-Za-z0-9][-_A-Za-z0-9][-_A-Za-z0-9][-_A-Za-z0-9]' THEN substr(`rest`, 1, instr(`rest`, '?key=') - 1) || '?signed'
        ELSE substr(`rest`, 1, instr(`rest`, '?key=') + 4)
      END,
      CASE
        WHEN instr(`rest`, '?key=') = 0 THEN ''
        WHEN substr(`rest`, instr(`rest`, '?key=') + 5, 22) GLOB '[-_A-Za-z0-9][-_A-Za-z0-9][-_A-Za-z0-9][-_A-Za-z0-9][-_A-Za-z0-9][-_A-Za-z0-9][-_A-Za-z0-9][-_A-Za-z0-9][-_A-Za-z0-9][-_A-Za-z0-9][-_A-Za-z0-9][-_A-Za-z0-9][-_A-Za-z0-9][-_A-Za-z0-9][-_A-Za-z0-9][-_A-Za-z0-9][-_A-Za-z0-9][-_A-Za-z0-9][-_A-Za-z0-9][-_A-Za-z0-9][-_A-Za-z0-9][-_A-Za-z0-9]' THEN substr(`rest`, instr(`rest`, '?key=') + 27)
        ELSE substr(`rest`, instr(`rest`, '?key=') + 5)
      END
    FROM `cut` WHERE `rest` <> ''
  )
  SELECT `done` FROM `cut` WHERE `rest` = ''
) WHERE instr(`text_body`, '?key=') > 0;--> statement-breakpoint
UPDATE `outgoing_mails` SET `html_body` = (
  WITH RECURSIVE `cut` (`done`, `rest`) AS (
    SELECT '', `html_body`
    UNION ALL
    SELECT
      `done` || CASE
        WHEN instr(`rest`, '?key=') = 0 THEN `rest`
        WHEN substr(`rest`, instr(`rest`, '?key=') + 5, 22) GLOB '[-_A-Za-z0-9][-_A-Za-z0-9][-_A-Za-z0-9][-_A-Za-z0-9][-_A-Za-z0-9][-_A-Za-z0-9][-_A-Za-z0-9][-_A-Za-z0-9][-_A-Za-z0-9][-_A-Za-z0-9][-_A-Za-z0-9][-_A-Za-z0-9][-_A-Za-z0-9][-_A-Za-z0-9][-_A-Za-z0-9][-_A-Za-z0-9][-_A-Za-z0-9][-_A-Za-z0-9][-_A-Za-z0-9][-_A-Za-z0-9][-_A-Za-z0-9][-_A-Za-z0-9]' THEN substr(`rest`, 1, instr(`rest`, '?key=') - 1) || '?signed'
        ELSE substr(`rest`, 1, instr(`rest`, '?key=') + 4)
      END,
      CASE
        WHEN instr(`rest`, '?key=') = 0 THEN ''
        WHEN substr(`rest`, instr(`rest`, '?key=') + 5, 22) GLOB '[-_A-Za-z0-9][-_A-Za-z0-9][-_A-Za-z0-9][-_A-Za-z0-9][-_A-Za-z0-9][-_A-Za-z0-9][-_A-Za-z0-9][-_A-Za-z0-9][-_A-Za-z0-9][-_A-Za-z0-9][-_A-Za-z0-9][-_A-Za-z0-9][-_A-Za-z0-9][-_A-Za-z0-9][-_A-Za-z0-9][-_A-Za-z0-9][-_A-Za-z0-9][-_A-Za-z0-9][-_A-Za-z0-9][-_A-Za-z0-9][-_A-Za-z0-9][-_A-Za-z0-9]' THEN substr(`rest`, instr(`rest`, '?key=') + 27)
        ELSE substr(`rest`, instr(`rest`, '?key=') + 5)
      END
    FROM `cut` WHERE `rest` <> ''
  )
  SELECT `done` FROM `cut` WHERE `rest` = ''
) WHERE instr(`html_body`, '?key=') > 0;--> statement-breakpoint
UPDATE `api_answers` SET `body` = (
  WITH RECURSIVE `cut` (`done`, `rest`) AS (
    SELECT '', `body`
    UNION ALL
    SELECT
      `done` || CASE
        WHEN instr(`rest`, '?key=') = 0 THEN `rest`
        WHEN substr(`rest`, instr(`rest`, '?key=') + 5, 22) GLOB '[-_A-Za-z0-9][-_A-Za-z0-9][-_A-Za-z0-9][-_A-Za-z0-9][-_A-Za-z0-9][-_A-Za-z0-9][-_A-Za-z0-9][-_A-Za-z0-9][-_A-Za-z0-9][-_A-Za-z0-9][-_A-Za-z0-9][-_A-Za-z0-9][-_A-Za-z0-9][-_A-Za-z0-9][-_A-Za-z0-9][-_A-Za-z0-9][-_A-Za-z0-9][-_A-Za-z0-9][-_A-Za-z0-9][-_A-Za-z0-9][-_A-Za-z0-9][-_A-Za-z0-9]' THEN substr(`rest`, 1, instr(`rest`, '?key=') - 1) || ''
        ELSE substr(`rest`, 1, instr(`rest`, '?key=') + 4)
      END,
      CASE
        WHEN instr(`rest`, '?key=') = 0 THEN ''
        WHEN substr(`rest`, instr(`rest`, '?key=') + 5, 22) GLOB '[-_A-Za-z0-9][-_A-Za-z0-9][-_A-Za-z0-9][-_A-Za-z0-9][-_A-Za-z0-9][-_A-Za-z0-9][-_A-Za-z0-9][-_A-Za-z0-9][-_A-Za-z0-9][-_A-Za-z0-9][-_A-Za-z0-9][-_A-Za-z0-9][-_A-Za-z0-9][-_A-Za-z0-9][-_A-Za-z0-9][-_A-Za-z0-9][-_A-Za-z0-9][-_A-Za-z0-9][-_A-Za-z0-9][-_A-Za-z0-9][-_A-Za-z0-9][-_A-Za-z0-9]' THEN substr(`rest`, instr(`rest`, '?key=') + 27)
        ELSE substr(`rest`, instr(`rest`, '?key=') + 5)
      END
    FROM `cut` WHERE `rest` <> ''
  )
  SELECT `done` FROM `cut` WHERE `rest` = ''
) WHERE instr(`body`, '?key=') > 0;--> statement-breakpoint
UPDATE `office_answers` SET `answer` = (
  WITH RECURSIVE `cut` (`done`, `rest`) AS (
    SELECT '', `answer`
    UNION ALL
    SELECT
      `done` || CASE
        WHEN instr(`rest`, '?key=') = 0 THEN `rest`
        WHEN substr(`rest`, instr(`rest`, '?key=') + 5, 22) GLOB '[-_A-Za-z0-9][-_A-Za-z0-9][-_A-Za-z0-9][-_A-Za-z0-9][-_A-Za-z0-9][-_A-Za-z0-9][-_A-Za-z0-9][-_A-Za-z0-9][-_A-Za-z0-9][-_A-Za-z0-9][-_A-Za-z0-9][-_A-Za-z0-9][-_A-Za-z0-9][-_A-Za-z0-9][-_A-Za-z0-9][-_A-Za-z0-9][-_A-Za-z0-9][-_A-Za-z0-9][-_A-Za-z0-9][-_A-Za-z0-9][-_A-Za-z0-9][-_A-Za-z0-9]' THEN substr(`rest`, 1, instr(`rest`, '?key=') - 1) || ''
        ELSE substr(`rest`, 1, instr(`rest`, '?key=') + 4)
      END,
      CASE
        WHEN instr(`rest`, '?key=') = 0 THEN ''
        WHEN substr(`rest`, instr(`rest`, '?key=') + 5, 22) GLOB '[-_A-Za-z0-9][-_A-Za-z0-9][-_A-Za-z0-9][-_A-Za-z0-9][-_A-Za-z0-9][-_A-Za-z0-9][-_A-Za-z0-9][-_A-Za-z0-9][-_A-Za-z0-9][-_A-Za-z0-9][-_A-Za-z0-9][-_A-Za-z0-9][-_A-Za-z0-9][-_A-Za-z0-9][-_A-Za-z0-9][-_A-Za-z0-9][-_A-Za-z0-9][-_A-Za-z0-9][-_A-Za-z0-9][-_A-Za-z0-9][-_A-Za-z0-9][-_A-Za-z0-9]' THEN substr(`rest`, instr(`rest`, '?key=') + 27)
        ELSE substr(`rest`, instr(`rest`, '?key=') + 5)
      END
    FROM `cut` WHERE `rest` <> ''
  )
  SELECT `done` FROM `cut` WHERE `rest` = ''
) WHERE instr(`answer`, '?key=') > 0;
