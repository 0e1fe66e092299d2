/** Texts that were just taken from the store, joined to one notification for each number. */
import type { Store } from '#main/store/api.ts';
import type { DueNotice } from '#main/store/api/notices.ts';
import type { PhoneKey } from '#shared/domain/ids.ts';
import type { ActiveNotification } from './active-notifications.ts';
import type { NewTexts } from './content.ts';
import { toReceivedId } from './reply-records.ts';

type Texts = NewTexts & Pick<ActiveNotification, 'chatId' | 'revision' | 'wasDeleted'>;

/** Of each number the newest text, with those that the standing notification tells of, in the order of the newest. */
export async function countTexts(
  store: Pick<Store, 'findChat'>,
  taken: readonly DueNotice[],
  findActive: (phone: PhoneKey) => Pick<ActiveNotification, 'count'> | undefined,
): Promise<readonly Texts[]> {
  const newest = new Map<PhoneKey, { readonly notice: DueNotice; readonly count: number }>();
  for (const notice of taken) {
    const { phone } = notice;
    const count = newest.get(phone)?.count ?? findActive(phone)?.count ?? 0;
    newest.delete(phone);
    newest.set(phone, { notice, count: count + 1 });
  }
  const texts: Texts[] = [];
  for (const { notice, count } of newest.values()) texts.push(await toTexts(store, notice, count));
  return texts;
}

async function toTexts(store: Pick<Store, 'findChat'>, notice: DueNotice, count: number): Promise<Texts> {
  const { phone, name, text, fileTypes, chatId, key } = notice;
  // The account may leave while its texts are shown.
  const chat = await store.findChat({ chatId: null, phone }).catch(() => null);
  // Some of those before may have been read elsewhere.
  const unread = Math.max(1, chat?.unreadCount ?? count);
  const revision = toReceivedId(key);
  const wasDeleted = chat?.status === 'deleted';
  return { phone, name, text, fileTypes, chatId, revision, wasDeleted, count: Math.min(count, unread) };
}
