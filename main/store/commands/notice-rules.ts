/** Whose messages deserve a word, and which numbers are our own. */
import { toPhoneKey } from '#shared/domain/phones.ts';
import type { WriteDb } from '../open.ts';
import type { WriteContext } from './command.ts';

interface ChatRules {
  readonly is_blocked: number;
  readonly is_muted: number;
  readonly muted_until: number | null;
}

/** The order of a number's chats in which the one that new messages belong to is the first. */
export const NEWS_FIRST = 'id < 0, shelf, sort_at DESC, id';
const CHAT_RULES = `
  SELECT is_blocked, is_muted, muted_until FROM chats WHERE phone = ? ORDER BY ${NEWS_FIRST} LIMIT 1`;
const IS_BLOCKED = `
  SELECT 1 AS found WHERE EXISTS (SELECT 1 FROM contacts WHERE phone = @phone AND is_blocked = 1)
    OR EXISTS (SELECT 1 FROM blocked_contacts WHERE phone = @phone)`;

/**
 * Whether a message from that number is told now: not from ourselves, not from somebody who is blocked, and not while its
 * chat is muted. Who unsubscribed still deserves it: a STOP is news.
 */
export function deservesWord({ cache, now }: WriteContext, phone: string): boolean {
  if (isOwnNumber(cache, phone)) return false;
  const chat = cache.get<ChatRules>(CHAT_RULES, [phone]);
  if (chat?.is_blocked === 1 || cache.get(IS_BLOCKED, { phone }) !== undefined) return false;
  return chat?.is_muted !== 1 || (chat.muted_until !== null && chat.muted_until <= now);
}

function isOwnNumber(cache: WriteDb, phone: string): boolean {
  if (cache.get('SELECT 1 AS found FROM own_numbers WHERE phone = ?', [phone]) !== undefined) return true;
  const account = cache.get<{ phone: string | null }>('SELECT phone FROM account WHERE id = 1');
  return toPhoneKey(account?.phone) === phone;
}

/** A number that texts go from or come to, in whatever form the service writes it. */
export function rememberOwnNumber(cache: WriteDb, number: string | null): void {
  const phone = toPhoneKey(number);
  if (phone !== '') cache.run('INSERT INTO own_numbers (phone) VALUES (?) ON CONFLICT DO NOTHING', [phone]);
}
