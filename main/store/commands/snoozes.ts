/** The owned rows of snoozes: for the owned step of a command. The cache follows in `snoozed-chats.ts`. */
import type { Chat, Message } from '#shared/domain/entities.ts';
import { isBeyond, listSnoozes } from '../queries/snoozes.ts';
import type { WriteContext } from './command.ts';
import { findNewestIncomingAt } from './unread.ts';

const SET = `
  INSERT INTO snoozes (phone, until_at, up_to_at, made_at, returned_at) VALUES (@phone, @until_at, @up_to_at, @made_at, NULL)
  ON CONFLICT (phone) DO UPDATE SET
    until_at = excluded.until_at, up_to_at = excluded.up_to_at, made_at = excluded.made_at, returned_at = NULL`;

interface Snoozing {
  /** Its row in the cache. */
  readonly chat: { readonly id: number; readonly phone: string; readonly updated_at: number | null };
  readonly until: number;
  readonly at: number;
}

/** Puts a chat out of the way; an earlier snooze of its number gives way. The cache is the caller's to bring in line. */
export function setSnooze({ owned, cache }: WriteContext, { chat, until, at }: Snoozing): void {
  const upTo = findNewestIncomingAt(cache, chat);
  owned.run(SET, { phone: chat.phone, until_at: until, up_to_at: upTo, made_at: at });
}

/** Whether there was one, or one that came back and of which nothing was said since. */
export function endSnooze({ owned }: WriteContext, phone: string): boolean {
  return owned.run('DELETE FROM snoozes WHERE phone = ?', [phone]).changes > 0;
}

/** Texts that answer a snooze end it; of one that came back, any text does. */
export function endBySaid(context: WriteContext, messages: readonly Message[]): void {
  const snoozes = listSnoozes(context.owned);
  if (snoozes.length === 0) return;
  const byPhone = new Map(snoozes.map((snooze) => [snooze.phone, snooze]));
  for (const { phone, at, direction, kind } of messages) {
    const snooze = byPhone.get(phone);
    if (snooze === undefined || kind !== 'text' || !isBeyond(snooze, at)) continue;
    if (direction === 'in' || snooze.returned_at !== null) endSnooze(context, phone);
  }
}

/**
 * The row of a chat may tell of a text before the text itself is here. `updatedAt` is that of their last one; a service
 * where it is that of ours too says so by the direction: what we answer ends no snooze.
 */
export function endByRows(
  context: WriteContext,
  chats: readonly Pick<Chat, 'phone' | 'updatedAt' | 'lastDirection'>[],
): void {
  const snoozes = listSnoozes(context.owned);
  if (snoozes.length === 0) return;
  const byPhone = new Map(snoozes.map((snooze) => [snooze.phone, snooze]));
  for (const { phone, updatedAt, lastDirection } of chats) {
    const snooze = byPhone.get(phone);
    if (snooze === undefined || updatedAt === null || !isBeyond(snooze, updatedAt)) continue;
    if (lastDirection !== 'out' || snooze.returned_at !== null) endSnooze(context, phone);
  }
}
