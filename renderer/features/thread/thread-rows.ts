/** How the messages of a chat are laid out: what stands together, where a day begins, where the new ones begin. */
import type { MessageView } from '#shared/contract/index.ts';
import type { Gap } from '#shared/domain/sync.ts';

/** Messages further apart than this do not share a meta line. */
const GROUP_GAP_MS = 5 * 60_000;

/** One row of the thread: a message with the lines above it. */
export interface ThreadRow {
  readonly key: string;
  readonly message: MessageView;
  /** Messages may be missing above; said above everything else. */
  readonly gap: Gap | null;
  /** The line with the date stands above. */
  readonly startsDay: boolean;
  /** The line "New" stands above. */
  readonly startsNew: boolean;
  readonly startsGroup: boolean;
  /** The meta line stands below. */
  readonly endsGroup: boolean;
}

export interface ThreadRowOptions {
  /** Above which message the line "New" stands; null: nowhere. */
  readonly firstNewKey: string | null;
  readonly isSameDay: (at: number, other: number) => boolean;
  /** What may be missing above a message. */
  readonly findGap: (key: string) => Gap | null;
  /** Which of them; all where it is left out. */
  readonly stretch?: Stretch;
  /** The row of that message as it was laid out last, where it is known. */
  readonly findLaid?: (message: MessageView, index: number) => ThreadRow | null;
}

/** What stands where, by places in the array: from the first up to the second, which is not part of it. */
export interface Stretch {
  readonly from: number;
  readonly to: number;
}

/**
 * Lays out messages, oldest first, or a stretch of them. A row that says the same as it did is the same object: with tens
 * of thousands of messages above, nothing on screen is made anew because some came.
 */
export function toThreadRows(messages: readonly MessageView[], options: ThreadRowOptions): ThreadRow[] {
  const { stretch: { from, to } = { from: 0, to: messages.length }, findLaid = () => null } = options;
  const rows: ThreadRow[] = [];
  const startOf = (index: number): Start | null => {
    const message = messages[index];
    return message === undefined ? null : toStart(messages[index - 1], message, options);
  };
  let start = startOf(from);
  for (let index = from; index < to; index += 1) {
    const message = messages[index];
    const next = startOf(index + 1);
    if (message !== undefined && start !== null) {
      const row = { key: message.key, message, ...start, endsGroup: next?.startsGroup ?? true };
      const laid = findLaid(message, index);
      rows.push(laid !== null && saysSame(laid, row) ? laid : row);
    }
    start = next;
  }
  return rows;
}

/**
 * Which of the messages have to be laid out anew, as places among them; the others stand between the same neighbours as
 * before, at the beginning and at the end.
 */
export function findChanged(before: readonly MessageView[], messages: readonly MessageView[]): Stretch {
  const most = Math.min(before.length, messages.length);
  let head = 0;
  while (head < most && before[head] === messages[head]) head += 1;
  let tail = 0;
  while (tail < most - head && before[before.length - 1 - tail] === messages[messages.length - 1 - tail]) tail += 1;
  if (head === before.length && head === messages.length) return { from: head, to: head };
  // A row tells by its neighbours where a group begins and ends.
  return { from: Math.max(0, head - 1), to: Math.min(messages.length, messages.length - tail + 1) };
}

type Start = Pick<ThreadRow, 'gap' | 'startsDay' | 'startsNew' | 'startsGroup'>;

function toStart(before: MessageView | undefined, message: MessageView, options: ThreadRowOptions): Start {
  const startsDay = before === undefined || !options.isSameDay(before.at, message.at);
  const startsNew = message.key === options.firstNewKey;
  const gap = options.findGap(message.key);
  return {
    gap,
    startsDay,
    startsNew,
    startsGroup: startsDay || startsNew || gap !== null || !isGrouped(before, message),
  };
}

function saysSame(one: ThreadRow, other: ThreadRow): boolean {
  return (
    one.gap === other.gap &&
    one.startsDay === other.startsDay &&
    one.startsNew === other.startsNew &&
    one.startsGroup === other.startsGroup &&
    one.endsGroup === other.endsGroup
  );
}

/** The message that the line "New" stands above: the oldest of the last `unreadCount` incoming ones; null when none. */
export function findFirstNewKey(messages: readonly MessageView[], unreadCount: number): string | null {
  if (unreadCount <= 0) return null;
  const incoming = messages.filter(({ direction, kind }) => direction === 'in' && kind !== 'log');
  return incoming.at(-Math.min(unreadCount, incoming.length))?.key ?? null;
}

function isGrouped(before: MessageView, message: MessageView): boolean {
  return (
    before.direction === message.direction &&
    before.kind === 'text' &&
    message.kind === 'text' &&
    message.at - before.at < GROUP_GAP_MS &&
    message.author === before.author &&
    message.origin?.sessionId === before.origin?.sessionId &&
    isQuiet(before) &&
    isQuiet(message)
  );
}

/** Whether a message needs no line of its own: everything of ours that is not delivered does. */
function isQuiet({ direction, mark, send }: MessageView): boolean {
  if (direction === 'in') return true;
  return mark === 'delivered' && (send === null || send.state === 'accepted');
}
