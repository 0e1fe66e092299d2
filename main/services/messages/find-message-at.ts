import { isAppError } from '#shared/domain/app-error.ts';
import type { ChatId } from '#shared/domain/ids.ts';
import type { Completeness } from '#shared/domain/sync.ts';
import { toNotFound } from '#main/services/refusals.ts';
import type { OpenAccount } from '#main/services/account/open-account.ts';

const DAY_MS = 86_400_000;

type Asked = Pick<OpenAccount, 'store' | 'sync'>;

/**
 * The first message of a chat at or after an instant. Where something of the day from then on is missing here, the service
 * is asked for it first. `isCertain`: nothing can stand before the one that was found. Throws `not-found` where there is no
 * such chat, and `disk`.
 */
export async function findMessageAt(
  account: Asked,
  chatId: ChatId,
  at: number,
): Promise<{ readonly key: string | null; readonly isCertain: boolean }> {
  const { store } = account;
  const chat = await store.findChat({ chatId, phone: null });
  if (chat === null) throw toNotFound('chat');
  const dayEndAt = at + DAY_MS;
  const here = await look(account, chatId, at);
  // What only this computer knows yet has no past at the service.
  if (here.isCertain || chat.id < 0) return { key: here.key, isCertain: true };
  if (!(await readDay(account, chatId, { fromAt: at, toAt: dayEndAt }))) return { key: here.key, isCertain: false };
  const { key, foundAt, isCertain } = await look(account, chatId, at);
  return { key, isCertain: isCertain || (foundAt !== null && foundAt <= dayEndAt) };
}

async function look({ store }: Asked, chatId: ChatId, at: number) {
  const key = await store.findMessageAt({ chatId, at });
  const known = await store.getCompleteness({ chatId });
  const page = key === null ? null : await store.listMessagesAround({ chatId, key, limit: 1 });
  const foundAt = page?.items.find((item) => item.key === key)?.at ?? null;
  return { key, foundAt, isCertain: known !== null && isKnown(known, at, foundAt) };
}

/** Whether everything from an instant up to another is here; null: up to now. */
function isKnown({ fromAt, upToAt, gaps }: Completeness, startAt: number, endAt: number | null): boolean {
  if (upToAt === null || (fromAt !== null && fromAt > startAt)) return false;
  if (endAt !== null && endAt > upToAt) return false;
  return !gaps.some((gap) => gap.toAt >= startAt && (endAt === null || (gap.fromAt ?? -Infinity) <= endAt));
}

/** Whether the service could be asked. */
async function readDay(
  { sync }: Asked,
  chatId: ChatId,
  period: { readonly fromAt: number; readonly toAt: number },
): Promise<boolean> {
  try {
    await sync.readPeriod(chatId, period);
    return true;
  } catch (error) {
    if (!isAppError(error) || error.code === 'disk') throw error;
    return false;
  }
}
