/** What an e-mail look-up cost: its answer does not say, so the balance is read before and after. */
import type { OpenAccount } from '#main/services/account/open-account.ts';
import { isAppError } from '#shared/domain/app-error.ts';

/** The page waits for the look-up, not for this: one try. */
const ONCE = { priority: 'user', repeats: false } as const;
/** Parts of the smallest unit that a service counts in; keeps the errors of floating point out. */
const UNITS = 1_000_000;

export interface Funds {
  readonly balance: number;
  /** Id of the newest outbound message of the account, also of other clients; 0: there is none. */
  readonly newestMessageId: number;
  /** A text of this computer is on its way, and may be charged at any time. */
  readonly isSending: boolean;
}

/** Null where the balance could not be read. */
export async function readFunds({ service, store }: Pick<OpenAccount, 'service' | 'store'>): Promise<Funds | null> {
  try {
    const [{ sends }, { balance }, newest] = await Promise.all([
      store.getOutbox({}),
      service.getUser(ONCE),
      service.listOutboundMessages({ lastId: 0, page: 1, limit: 1 }, ONCE),
    ]);
    if (balance === null) return null;
    const isSending = sends.some(({ state }) => state === 'sending' || state === 'checking');
    return { balance, newestMessageId: newest.items[0]?.id ?? 0, isSending };
  } catch (error) {
    if (!isAppError(error)) throw error;
    return null;
  }
}

/**
 * By how much the balance went down between both; null where something else may have changed it: texts of any client, or
 * more money. A balance that stays tells nothing, since it may be charged later.
 */
export function toSpent(before: Funds | null, after: Funds | null): number | null {
  if (before === null || after === null || before.isSending || after.isSending) return null;
  if (before.newestMessageId !== after.newestMessageId) return null;
  const spent = Math.round((before.balance - after.balance) * UNITS) / UNITS;
  return spent > 0 ? spent : null;
}
