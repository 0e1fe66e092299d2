/** Every operation of the service as a method: the endpoint functions of all groups, bound to one service. */
import * as account from './endpoints/account.ts';
import * as accountChanges from './endpoints/account-changes.ts';
import * as attachments from './endpoints/attachments.ts';
import * as avatars from './endpoints/avatars.ts';
import * as blocking from './endpoints/blocking.ts';
import * as bulks from './endpoints/bulks.ts';
import * as callbacks from './endpoints/callbacks.ts';
import * as chatActions from './endpoints/chat-actions.ts';
import * as chatBulkActions from './endpoints/chat-bulk-actions.ts';
import * as chatMessages from './endpoints/chat-messages.ts';
import * as chatSearch from './endpoints/chat-search.ts';
import * as chats from './endpoints/chats.ts';
import * as contactChanges from './endpoints/contact-changes.ts';
import * as contactSearch from './endpoints/contact-search.ts';
import * as contacts from './endpoints/contacts.ts';
import * as customFields from './endpoints/custom-fields.ts';
import * as estimates from './endpoints/estimates.ts';
import * as imports from './endpoints/imports.ts';
import * as listChanges from './endpoints/list-changes.ts';
import * as listMembers from './endpoints/list-members.ts';
import * as lists from './endpoints/lists.ts';
import * as lookups from './endpoints/lookups.ts';
import * as messageChanges from './endpoints/message-changes.ts';
import * as messages from './endpoints/messages.ts';
import * as notes from './endpoints/notes.ts';
import * as notifications from './endpoints/notifications.ts';
import * as reference from './endpoints/reference.ts';
import * as replies from './endpoints/replies.ts';
import * as schedules from './endpoints/schedules.ts';
import * as senderIds from './endpoints/sender-ids.ts';
import * as senders from './endpoints/senders.ts';
import * as sending from './endpoints/sending.ts';
import * as sessionChanges from './endpoints/session-changes.ts';
import * as sessions from './endpoints/sessions.ts';
import * as statistics from './endpoints/statistics.ts';
import * as subaccounts from './endpoints/subaccounts.ts';
import * as tags from './endpoints/tags.ts';
import * as templates from './endpoints/templates.ts';
import * as unsubscribers from './endpoints/unsubscribers.ts';
import type { Service } from './service.ts';

const ENDPOINTS = {
  ...account,
  ...accountChanges,
  ...attachments,
  ...avatars,
  ...blocking,
  ...bulks,
  ...callbacks,
  ...chatActions,
  ...chatBulkActions,
  ...chatMessages,
  ...chatSearch,
  ...chats,
  ...contactChanges,
  ...contactSearch,
  ...contacts,
  ...customFields,
  ...estimates,
  ...imports,
  ...listChanges,
  ...listMembers,
  ...lists,
  ...lookups,
  ...messageChanges,
  ...messages,
  ...notes,
  ...notifications,
  ...reference,
  ...replies,
  ...schedules,
  ...senderIds,
  ...senders,
  ...sending,
  ...sessionChanges,
  ...sessions,
  ...statistics,
  ...subaccounts,
  ...tags,
  ...templates,
  ...unsubscribers,
};

type Endpoints = typeof ENDPOINTS;
type AnyEndpoint = (service: Service, ...rest: readonly unknown[]) => Promise<unknown>;

/** Endpoint functions without their first parameter, the service. */
export type BoundEndpoints = {
  readonly [Name in keyof Endpoints]: Endpoints[Name] extends (
    service: Service,
    ...rest: infer Rest
  ) => Promise<infer Result>
    ? (...rest: Rest) => Promise<Result>
    : never;
};

/** All operations of one service. What a function throws at once becomes a rejection like any other. */
export function bindEndpoints(service: Service): BoundEndpoints {
  const bound = Object.entries(ENDPOINTS as Readonly<Record<string, unknown>>).map(([name, endpoint]) => {
    const call = endpoint as AnyEndpoint;
    return [name, async (...rest: readonly unknown[]): Promise<unknown> => await call(service, ...rest)];
  });
  return Object.fromEntries(bound) as BoundEndpoints;
}
