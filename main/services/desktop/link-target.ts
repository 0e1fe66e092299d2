/** Where an address of another program leads in an account. */
import type { Store } from '#main/store/api.ts';
import type { Target } from '#shared/contract/index.ts';
import { parseLink, toNewMessage } from '#shared/domain/links.ts';
import { toPhoneKey } from '#shared/domain/phones.ts';

/** It only fills in. Throws `disk`. */
export async function findLinkTarget(url: string, store: Pick<Store, 'findChat' | 'getAccount'>): Promise<Target> {
  const account = await store.getAccount({});
  const home = { phone: account?.phone ?? null, country: account?.country ?? null };
  const aim = parseLink(url, home);
  if (aim.kind !== 'chat') return aim;
  const chat = await store.findChat({ chatId: null, phone: toPhoneKey(aim.phone) });
  if (chat !== null) return { kind: 'chat', chatId: chat.id };
  return toNewMessage([aim.phone], '', home);
}
