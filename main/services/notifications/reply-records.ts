/** What replies from notifications read and write in the store. */
import type { Store } from '#main/store/api.ts';
import type { ChatId, PhoneKey } from '#shared/domain/ids.ts';

/** Among the newest lines of a chat; calls and notes may stand between. */
const NEWEST_LINES = 50;
/** A window that writes to the same draft does not do so without a pause. */
const MOST_TRIES = 5;

/** Id of the newest text that came in; 0 where none did. */
export async function findNewestReceived(store: Pick<Store, 'listMessages'>, chatId: ChatId): Promise<number> {
  const page = await store.listMessages({ chatId, before: null, limit: NEWEST_LINES });
  const newest = page?.items.findLast(({ direction, kind }) => direction === 'in' && kind === 'text');
  return newest === undefined ? 0 : toReceivedId(newest.key);
}

/** `in:12` is 12. */
export const toReceivedId = (key: string): number => Number(key.slice(key.indexOf(':') + 1));

/** After what the user wrote there, with a blank line between. False where others kept writing to it. Throws `disk`. */
export async function addToDraft(
  store: Pick<Store, 'getDraft' | 'saveDraft'>,
  { phone, text, at }: { readonly phone: PhoneKey; readonly text: string; readonly at: number },
): Promise<boolean> {
  let base = (await store.getDraft({ phone })).text;
  for (let tries = 0; tries < MOST_TRIES; tries += 1) {
    const isThere = base === text || base.endsWith(`\n\n${text}`);
    if (isThere) return true;
    const joined = base.trim() === '' ? text : `${base.trimEnd()}\n\n${text}`;
    const { other } = await store.saveDraft({ phone, text: joined, at, base });
    if (other === null) return true;
    base = other;
  }
  return false;
}
