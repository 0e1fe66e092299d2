import type { HandlersOf } from '#main/services/handler-types.ts';
import { getHealth } from './health.ts';
import { keepHistoryChoice } from './history-choice.ts';
import { getStoredCopy } from './stored-copy.ts';

/** The connection to the service, what is known of the cache, and the copy that it keeps on this computer. */
export const healthHandlers: HandlersOf<'sync' | 'health' | 'data'> = {
  'sync.getStatus': ({ connection }) => connection.getStatus(),
  'sync.tryNow': ({ connection }) => {
    connection.tryNow();
    return {};
  },
  'sync.checkEverything': async ({ connection }) => {
    await connection.checkEverything();
    return {};
  },

  'health.get': getHealth,

  'data.get': getStoredCopy,
  'data.clearCopy': ({ session }) => session.clearCopy(),
  'data.setHistory': async (services, choice) => {
    const { store, sync } = services.session.getAccount();
    await keepHistoryChoice(store, choice);
    sync.setHistory(choice);
    return await getStoredCopy(services);
  },
};
