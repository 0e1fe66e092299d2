/**
 * What an answer makes doubtful: messages that it should have had, and letters that it tells otherwise than the cache.
 * Nothing is done about either here; each is asked for by itself.
 */
import type { Message } from '#shared/domain/entities.ts';
import { toMessageKey } from '#shared/domain/ids.ts';
import type { MessageKey } from '#shared/domain/ids.ts';
import type { Coverage } from '#shared/domain/sync.ts';
import type { MessageSequence } from '../core/line-key.ts';
import type { WriteContext } from './command.ts';

const IS_LEFT_OUT = `sequence || ':' || id NOT IN (SELECT value FROM json_each(@said))`;
/** For the query-plan test too. Lines of the log and other channels are in no feed. */
export const KNOWN_OF_FEED = `
  SELECT sequence, id, letter FROM messages
  WHERE sequence = @direction AND id BETWEEN @fromId AND @toId AND kind = 'text' AND channel IS NULL AND ${IS_LEFT_OUT}
  ORDER BY id DESC`;
/** Notes are never asked for; calls only now and then. For the query-plan test too. */
export const KNOWN_OF_CHAT = `
  SELECT sequence, id, letter FROM messages
  WHERE phone = @phone AND at BETWEEN @fromAt AND @toAt AND kind <> 'note' AND (@withCalls OR kind <> 'call')
    AND ${IS_LEFT_OUT}
  ORDER BY at DESC`;
const IS_OURS = 'SELECT 1 AS found FROM sends WHERE message_id = ?';

interface KnownRow {
  readonly sequence: MessageSequence;
  readonly id: number;
  readonly letter: string | null;
}

/** Known messages of that stretch that the answer left out. `phone`: of the chat that is covered. */
export function listMissing(
  { cache, owned }: WriteContext,
  covers: Coverage,
  answer: { readonly keys: readonly MessageKey[]; readonly phone: string | null },
): MessageKey[] {
  const said = JSON.stringify(answer.keys);
  const rows =
    covers.kind === 'feed'
      ? cache.all<KnownRow>(KNOWN_OF_FEED, {
          direction: covers.direction,
          fromId: covers.fromId,
          toId: covers.toId,
          said,
        })
      : cache.all<KnownRow>(KNOWN_OF_CHAT, {
          phone: answer.phone ?? '',
          fromAt: covers.fromAt ?? Number.MIN_SAFE_INTEGER,
          toAt: covers.toAt,
          withCalls: Number(covers.withCalls),
          said,
        });
  // What left from here and has no letter yet may be ahead of the service's own lists.
  const isAhead = ({ sequence, id, letter }: KnownRow): boolean =>
    sequence === 'out' && letter === null && owned.get(IS_OURS, [id]) !== undefined;
  return rows.filter((row) => !isAhead(row)).map(({ sequence, id }) => toMessageKey(sequence, id));
}

/** Whether a page says a letter that was not taken over, be it stale or newer than what counts as final. */
export function isContested(said: Message, kept: Message): boolean {
  return said.direction === 'out' && said.kind === 'text' && said.letter !== null && said.letter !== kept.letter;
}
