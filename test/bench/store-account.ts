/** The store of an account of some size, as a first sync leaves it, asked at its port. */
import { createStore } from '#main/store/store.ts';
import type { Store } from '#main/store/api.ts';
import type { Chat } from '#shared/domain/entities.ts';
import { toContactId } from '#shared/domain/ids.ts';
import { buildChat, buildContact, NOON } from '#test/unit/store/builders.ts';
import { generatePages, toPhone, type Extent } from './store-pages.ts';

/** Contacts and chats of one commit. */
const SLICE = 500;

export interface StoreAccount {
  readonly store: Store;
  readonly extent: Extent;
}

/** Opens the store in that folder and fills it; whoever asks for it disposes of the store. */
export async function fillAccount(folder: string, extent: Extent): Promise<StoreAccount> {
  const store = await createStore({ folder, now: () => NOON });
  const slices = Array.from({ length: Math.ceil(extent.chats / SLICE) }, (_, slice) =>
    Array.from({ length: Math.min(SLICE, extent.chats - slice * SLICE) }, (_, index) => slice * SLICE + index + 1),
  );
  for (const ids of slices) {
    await store.commitContacts({ contacts: ids.map((id) => buildContact(id, { phone: toPhone(id) })) });
  }
  const incomingAt = new Map<string, number>();
  for (const page of generatePages(extent)) {
    await store.commitMessages({ ...page, source: 'page' });
    for (const { direction, phone, at } of page.messages) {
      if (direction === 'in') incomingAt.set(phone, Math.max(at, incomingAt.get(phone) ?? 0));
    }
  }
  for (const ids of slices) await store.commitChats({ chats: ids.map((id) => toListedChat(id, incomingAt)) });
  await store.openNotices({});
  return { store, extent };
}

/** A chat in nine has something unread, one in 500 is pinned. */
function toListedChat(id: number, incomingAt: ReadonlyMap<string, number>): Chat {
  const phone = toPhone(id);
  const said = { unreadCount: Number(id % 9 === 0), isPinned: id % 500 === 0, contactId: toContactId(id) };
  return buildChat(id, { ...said, phone, updatedAt: incomingAt.get(phone) ?? null });
}
