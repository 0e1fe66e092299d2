import type { Services } from '#main/services/services.ts';
import type { Handlers } from './handler-types.ts';
import { createChatHandlers } from './handlers/chats.ts';
import { createContactHandlers } from './handlers/contacts.ts';
import { createDraftHandlers } from './handlers/drafts.ts';
import { createFileHandlers } from './handlers/files.ts';
import { createHostHandlers } from './handlers/host.ts';
import { createMessageHandlers } from './handlers/messages.ts';
import { createOutboxHandlers } from './handlers/outbox.ts';
import { createPeopleHandlers } from './handlers/people.ts';
import { createSearchHandlers } from './handlers/search.ts';
import { createSendHandlers } from './handlers/sends.ts';
import { createSessionHandlers } from './handlers/session.ts';
import { createSettingsHandlers } from './handlers/settings.ts';
import { createSyncHandlers } from './handlers/sync.ts';

/** Every handler of the contract. */
export function createHandlers(services: Services): Handlers {
  return {
    ...createSessionHandlers(services),
    ...createChatHandlers(services),
    ...createMessageHandlers(services),
    ...createSendHandlers(services),
    ...createOutboxHandlers(services),
    ...createDraftHandlers(services),
    ...createContactHandlers(services),
    ...createPeopleHandlers(services),
    ...createSearchHandlers(services),
    ...createSyncHandlers(services),
    ...createSettingsHandlers(services),
    ...createHostHandlers(services),
    ...createFileHandlers(services),
  };
}
