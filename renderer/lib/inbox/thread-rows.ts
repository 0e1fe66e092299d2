/** How the messages of a chat are laid out: what stands together, where a day begins, where the new ones begin. */
import type { MessageView } from '#shared/contract/index.ts';

/** Messages further apart than this do not share a meta line. */
const GROUP_GAP_MS = 5 * 60_000;

/** One row of the thread: a message with the lines above it. */
export interface ThreadRow {
  readonly key: string;
  readonly message: MessageView;
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
}

/** Lays out messages, oldest first. */
export function toThreadRows(messages: readonly MessageView[], options: ThreadRowOptions): ThreadRow[] {
  const starts = messages.map((message, index) => {
    const before = messages[index - 1];
    const startsDay = before === undefined || !options.isSameDay(before.at, message.at);
    const startsNew = message.key === options.firstNewKey;
    return { startsDay, startsNew, startsGroup: startsDay || startsNew || !isGrouped(before, message) };
  });
  return messages.map((message, index) => ({
    key: message.key,
    message,
    startsDay: starts[index]?.startsDay ?? true,
    startsNew: starts[index]?.startsNew ?? false,
    startsGroup: starts[index]?.startsGroup ?? true,
    endsGroup: starts[index + 1]?.startsGroup ?? true,
  }));
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
    isQuiet(before) &&
    isQuiet(message)
  );
}

/** Whether a message needs no line of its own: everything of ours that is not delivered does. */
function isQuiet({ direction, mark, send }: MessageView): boolean {
  if (direction === 'in') return true;
  return mark === 'delivered' && (send === null || send.state === 'accepted');
}
