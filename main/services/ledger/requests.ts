import type { HandlersOf } from '#main/services/handler-types.ts';
import { toNotFound } from '#main/services/refusals.ts';
import { toSendId } from '#shared/domain/ids.ts';
import { exportLedger } from './export-ledger.ts';

/**
 * Every text that this computer sent or was to send, what became of it and what it cost. The ledger is read from this
 * computer alone: it works offline and without the key.
 */
export const ledgerHandlers: HandlersOf<'ledger'> = {
  'ledger.list': ({ session }, query) => session.getAccount().store.listLedger(query),
  'ledger.count': ({ session }, { filter }) => session.getAccount().store.countLedger({ filter }),
  'ledger.get': async ({ session }, { sendId }) => {
    const entry = await session.getAccount().store.getLedgerEntry({ sendId: toSendId(sendId) });
    if (entry === null) throw toNotFound('entry of the ledger');
    return entry;
  },
  'ledger.export': exportLedger,
};
