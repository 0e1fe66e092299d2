/** Rows of messages: one look for all that a batch names, then one statement for each row that it writes. */
import type { Message } from '#shared/domain/entities.ts';
import { toMessageKey } from '#shared/domain/ids.ts';
import type { MessageKey } from '#shared/domain/ids.ts';
import { toKeyParts } from '../core/line-key.ts';
import { SLOTS_PER_MS, toFirstSequence } from '../core/sequence.ts';
import type { WriteDb } from '../open.ts';
import { MESSAGE_COLUMNS, toMessageColumns } from '../rows/message-row.ts';
import type { MessageColumns, MessageRow } from '../rows/message-row.ts';
import { toPlaces, toUpdate } from '../rows/sql.ts';

/** For the query-plan test too. */
export const FIND_ALL = `
  SELECT messages.* FROM json_each(@ids) AS wanted
  CROSS JOIN messages ON messages.sequence = @sequence AND messages.id = wanted.value`;
/** Calls and notes had the keys of messages before they had sequences of their own. */
const FIND_FORMER = `
  SELECT * FROM messages WHERE sequence = @direction AND id = @id AND kind = @kind AND phone = @phone`;
/** Behind those of the same millisecond. */
const INSERT = `
  INSERT INTO messages (seq, ${MESSAGE_COLUMNS.join(', ')})
  VALUES (coalesce((SELECT max(seq) + 1 FROM messages WHERE seq >= ? AND seq < ?), ?), ${toPlaces(MESSAGE_COLUMNS)})
  ON CONFLICT (seq) DO NOTHING`;
const INSERT_AT = `
  INSERT INTO messages (seq, ${MESSAGE_COLUMNS.join(', ')}) VALUES (?, ${toPlaces(MESSAGE_COLUMNS)})`;
const UPDATE = toUpdate('messages', ['seq', ...MESSAGE_COLUMNS], 'seq = @former');

const FIND = 'SELECT * FROM messages WHERE sequence = ? AND id = ?';

/** The rows of these messages, as far as the cache has them. */
export class MessageRows {
  readonly #cache: WriteDb;
  readonly #known = new Map<MessageKey, MessageRow>();
  /** Those that are otherwise by now: where a message comes twice. */
  readonly #written = new Set<MessageKey>();

  constructor(cache: WriteDb, messages: readonly Message[]) {
    this.#cache = cache;
    const bySequence = Map.groupBy(messages, ({ key }) => toKeyParts(key).sequence);
    for (const [sequence, group] of bySequence) {
      const keys = new Map(group.map(({ id, key }) => [id, key]));
      const rows = cache.all<MessageRow>(FIND_ALL, { sequence, ids: JSON.stringify([...keys.keys()]) });
      for (const row of rows) {
        const key = keys.get(row.id);
        if (key !== undefined) this.#known.set(key, row);
      }
    }
  }

  find({ key, direction, id, kind, phone }: Message): MessageRow | undefined {
    const { sequence } = toKeyParts(key);
    const known = this.#written.has(key) ? this.#cache.get<MessageRow>(FIND, [sequence, id]) : this.#known.get(key);
    if (known !== undefined || sequence === direction) return known;
    return this.#cache.get<MessageRow>(FIND_FORMER, { direction, id, kind, phone });
  }

  /** The row id of the new row. */
  insert(message: Message): number {
    const columns = toMessageColumns(message);
    const values = MESSAGE_COLUMNS.map((column) => columns[column]);
    const first = toFirstSequence(message.at);
    const { changes, lastId } = this.#cache.run(INSERT, [first, first + SLOTS_PER_MS, first, ...values]);
    const seq = changes === 1 ? lastId : findFreeSequence(this.#cache, message.at);
    if (changes === 0) this.#cache.run(INSERT_AT, [seq, ...values]);
    this.#written.add(message.key);
    return seq;
  }

  /** The row id afterwards: another one where the message is of another time. */
  update(known: MessageRow, key: MessageKey, columns: MessageColumns): number {
    const seq = columns.at === known.at ? known.seq : findFreeSequence(this.#cache, columns.at);
    this.#cache.run(UPDATE, { ...columns, seq, former: known.seq });
    this.#written.add(key).add(toMessageKey(known.sequence, known.id));
    return seq;
  }
}

/** The next row id of that instant; when a millisecond is full, the next one after it. */
function findFreeSequence(cache: WriteDb, at: number): number {
  const first = toFirstSequence(at);
  const sql = 'SELECT max(seq) AS last FROM messages WHERE seq >= ? AND seq < ?';
  for (let slots = SLOTS_PER_MS; ; slots *= SLOTS_PER_MS) {
    const last = cache.get<{ last: number | null }>(sql, [first, first + slots])?.last ?? null;
    const next = last === null ? first : last + 1;
    if (next < first + slots) return next;
  }
}
