import type { Services } from '#main/services/services.ts';
import type { Handlers } from './handler-types.ts';
import { createAccountHandlers } from './handlers/accounts.ts';
import { createChatHandlers } from './handlers/chats.ts';
import { createContactHandlers } from './handlers/contacts.ts';
import { createDataHandlers } from './handlers/data.ts';
import { createDraftHandlers } from './handlers/drafts.ts';
import { createFileHandlers } from './handlers/files.ts';
import { createHealthHandlers } from './handlers/health.ts';
import { createHostHandlers } from './handlers/host.ts';
import { createLedgerHandlers } from './handlers/ledger.ts';
import { createListHandlers } from './handlers/lists.ts';
import { createLiveHandlers } from './handlers/live.ts';
import { createMessageHandlers } from './handlers/messages.ts';
import { createOutboxHandlers } from './handlers/outbox.ts';
import { createPeopleHandlers } from './handlers/people.ts';
import { createPriceHandlers } from './handlers/prices.ts';
import { createSearchHandlers } from './handlers/search.ts';
import { createSendHandlers } from './handlers/sends.ts';
import { createSessionHandlers } from './handlers/session.ts';
import { createSettingsHandlers } from './handlers/settings.ts';
import { createSyncHandlers } from './handlers/sync.ts';
import { createViewHandlers } from './handlers/views.ts';

/** Every handler of the contract. */
export function createHandlers(services: Services): Handlers {
  return {
    ...createSessionHandlers(services),
    ...createAccountHandlers(services),
    ...createDataHandlers(services),
    ...createHealthHandlers(services),
    ...createChatHandlers(services),
    ...createViewHandlers(services),
    ...createMessageHandlers(services),
    ...createSendHandlers(services),
    ...createOutboxHandlers(services),
    ...createDraftHandlers(services),
    ...createLedgerHandlers(services),
    ...createPriceHandlers(services),
    ...createContactHandlers(services),
    ...createPeopleHandlers(services),
    ...createListHandlers(services),
    ...createSearchHandlers(services),
    ...createSyncHandlers(services),
    ...createLiveHandlers(services),
    ...createSettingsHandlers(services),
    ...createHostHandlers(services),
    ...createFileHandlers(services),
  };
}
