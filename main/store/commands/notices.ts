/**
 * Which incoming messages a person is told of, decided where they are written and in the same transaction.
 *
 *   decideNotices ─► due ─► takeNotices ─► told
 *                     └──► withdrawn: read, muted or gone before anybody was told
 *
 * NOTICES-1 Each message is decided once, by its key, and given out once; a crash in between neither doubles nor loses it.
 * NOTICES-2 Ids at or below the floor are no news. The floor of the cache is the sync mark `notices.floor`.
 * NOTICES-3 `owned.db` knows up to which id things were decided and told before any of it is given out. Only a cache that
 *           is read anew goes by that: of a living one, its own rows are right.
 */
import type { Message } from '#shared/domain/entities.ts';
import { toChatId, toMessageKey } from '#shared/domain/ids.ts';
import type { PhoneKey } from '#shared/domain/ids.ts';
import type { DueNotice } from '../api/notices.ts';
import type { WriteDb } from '../open.ts';
import { toMessage } from '../rows/message-row.ts';
import type { MessageRow } from '../rows/message-row.ts';
import type { CacheCommand, WriteContext } from './command.ts';
import { findFloor, findHighestDecided, findKeptFloor, keepFloor, raiseFloor } from './notice-floor.ts';
import { deservesWord } from './notice-rules.ts';
import { refreshUnread } from './unread.ts';

/** What was told longer ago is forgotten; the floor stands in for it. */
const KEPT_MS = 30 * 86_400_000;

const DECIDE = `
  INSERT INTO notices (key, inbound_id, phone, at, state, decided_at) VALUES (?, ?, ?, ?, ?, ?)
  ON CONFLICT (key) DO NOTHING`;
const SETTLE = `UPDATE notices SET state = ?, decided_at = ? WHERE key = ? AND state = 'due'`;
/** For the query-plan test too. */
export const LIST_DUE = `
  SELECT inbound_id, phone FROM notices INDEXED BY notices_due WHERE state = 'due' ORDER BY inbound_id`;
const FIND_MESSAGE = `SELECT * FROM messages WHERE sequence = 'in' AND kind = 'text' AND id = ?`;
const LIST_ABOVE = `SELECT * FROM messages WHERE sequence = 'in' AND kind = 'text' AND id > ? ORDER BY id`;

interface DueRow {
  readonly inbound_id: number;
  readonly phone: PhoneKey;
}

/** For messages that are in the cache for the first time. Before `openNotices` nothing is news. */
export function decideNotices(context: WriteContext, inserted: readonly Message[]): void {
  const floor = findFloor(context.cache);
  if (floor === null) return;
  for (const message of inserted) {
    if (message.direction !== 'in' || message.kind !== 'text' || message.id <= floor) continue;
    const state = deservesWord(context, message.phone) ? 'due' : 'withdrawn';
    context.cache.run(DECIDE, [message.key, message.id, message.phone, message.at, state, context.now]);
  }
}

export const openNotices: CacheCommand<'openNotices'> = {
  file: 'cache',
  prepare: ({ owned, cache }) => {
    if (findKeptFloor(owned) === null) keepFloor(owned, findHighestDecided(cache));
  },
  run: (context) => {
    const { cache, owned } = context;
    if (findFloor(cache) !== null) return;
    raiseFloor(cache, findKeptFloor(owned) ?? findHighestDecided(cache));
    // A cache that was lost is here again, and with it what came meanwhile.
    const missed = cache.all<MessageRow>(LIST_ABOVE, [findFloor(cache)]).map(toMessage);
    decideNotices(context, missed);
    refreshUnread(
      context,
      missed.map(({ phone }) => phone),
    );
  },
};

export const takeNotices: CacheCommand<'takeNotices'> = {
  file: 'cache',
  prepare: (context, { limit }) => {
    const { owned, cache } = context;
    if (findFloor(cache) === null) return;
    const { next } = planTaking(context, limit);
    // What stays due must not lie below: with the cache lost it would never be told.
    const floor = next === null ? findHighestDecided(cache) : next.inbound_id - 1;
    if (floor > (findKeptFloor(owned) ?? -1)) keepFloor(owned, floor);
  },
  run: (context, { limit }) => {
    const { cache, now } = context;
    const { taken, unfit } = planTaking(context, limit);
    for (const { id } of taken) cache.run(SETTLE, ['told', now, toMessageKey('in', id)]);
    for (const id of unfit) cache.run(SETTLE, ['withdrawn', now, toMessageKey('in', id)]);
    forgetOld(context);
    return taken.map((message) => describe(cache, message));
  },
};

/** What is given out now, what need not be told any more, and the first that has to wait. Oldest first. */
function planTaking(
  context: WriteContext,
  limit: number,
): { readonly taken: readonly MessageRow[]; readonly unfit: readonly number[]; readonly next: DueRow | null } {
  const taken: MessageRow[] = [];
  const unfit: number[] = [];
  for (const due of context.cache.all<DueRow>(LIST_DUE)) {
    if (taken.length >= limit) return { taken, unfit, next: due };
    const message = context.cache.get<MessageRow>(FIND_MESSAGE, [due.inbound_id]);
    if (message === undefined || !deservesWord(context, due.phone)) unfit.push(due.inbound_id);
    else taken.push(message);
  }
  return { taken, unfit, next: null };
}

const CHAT_OF = 'SELECT id FROM chats WHERE phone = ? AND id > 0 ORDER BY shelf, sort_at DESC, id LIMIT 1';

function describe(cache: WriteDb, row: MessageRow): DueNotice {
  const { key, phone, text, at, files } = toMessage(row);
  const fileTypes = files.map(({ mimeType }) => mimeType);
  const chat = cache.get<{ id: number }>(CHAT_OF, [phone]);
  const person = cache.get<{ name: string }>('SELECT name FROM people WHERE phone = ?', [phone]);
  const said = { key, phone, text, fileTypes, at };
  return { ...said, chatId: chat === undefined ? null : toChatId(chat.id), name: person?.name ?? '' };
}

/** The guarantee of what is forgotten goes over to the floor. */
function forgetOld({ cache, now }: WriteContext): void {
  const old = `state <> 'due' AND decided_at < ?`;
  const { id } = cache.get<{ id: number | null }>(`SELECT max(inbound_id) AS id FROM notices WHERE ${old}`, [
    now - KEPT_MS,
  ]) ?? { id: null };
  if (id === null) return;
  raiseFloor(cache, id);
  cache.run(`DELETE FROM notices WHERE ${old}`, [now - KEPT_MS]);
}
