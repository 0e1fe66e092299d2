/**
 * After rows of a damaged file were saved: files of texts, and texts whose own row was lost, from what the ledger and the
 * history still say of them. Nobody can tell any more how far such a text got: it is looked for like one whose answer got
 * lost, and never leaves by itself.
 */
import type { WriteDb } from './open.ts';

/** Without its files a text would leave as another one. Those that are there stay as they are. */
const RESTORE_FILES = `
  WITH said AS (
    SELECT id, created_at, coalesce(
      (SELECT files FROM ledger WHERE send_id = sends.id AND json_valid(files)),
      (SELECT json_extract(detail, '$.files') FROM send_events
        WHERE send_id = sends.id AND json_valid(detail) ORDER BY seq LIMIT 1)) AS files
    FROM sends WHERE state <> 'accepted')
  INSERT OR IGNORE INTO files (id, phone, send_id, position, name, mime_type, size_bytes, href, created_at)
  SELECT json_extract(value, '$.id'), NULL, said.id, key, json_extract(value, '$.name'), json_extract(value, '$.mimeType'),
    json_extract(value, '$.sizeBytes'), json_extract(value, '$.href'), created_at
  FROM said, json_each(said.files)`;

const LOST = `
  SELECT send_id FROM ledger
  WHERE outcome IN ('open', 'checking', 'stopped') AND send_id NOT IN (SELECT id FROM sends) ORDER BY created_at, send_id`;
/** `create_chat`: whether the number has a chat is not known here, and one that has gets no second one. */
const RESTORE_SEND = `
  INSERT INTO sends (id, phone, text, sent_text, own_reference, sender, create_chat, state, created_at, placed_at,
    attempted_at, attempts, due_at, session_id, problem, parts_predicted, price_predicted)
  SELECT send_id, phone, text, sent_text, own_reference, sender, 1, 'checking', created_at, created_at,
    left_at, attempts, created_at, session_id, problem, parts_predicted, price_predicted
  FROM ledger WHERE send_id = ?`;
const CHECK_ENTRY = `
  UPDATE ledger SET state = 'checking', outcome = 'checking', check_evidence = NULL WHERE send_id = ?`;
const EVENT = `INSERT INTO send_events (send_id, at, state, detail) VALUES (?, ?, 'checking', '{}')`;

export function restoreFiles(owned: WriteDb): void {
  owned.run(RESTORE_FILES);
}

/** Every text that the ledger knows as open has a row of its own afterwards. `now` is the moment of the rescue. */
export function restoreSends(owned: WriteDb, now: number): void {
  for (const { send_id: id } of owned.all<{ send_id: string }>(LOST)) {
    owned.run(RESTORE_SEND, [id]);
    owned.run(CHECK_ENTRY, [id]);
    owned.run(EVENT, [id, now]);
  }
}
