/** Every operation of the service as a method: the endpoint functions of all groups, bound to one service. */
import * as account from './endpoints/account/account.ts';
import * as accountChanges from './endpoints/account/account-changes.ts';
import * as attachments from './endpoints/messages/attachments.ts';
import * as avatars from './endpoints/people/avatars.ts';
import * as blocking from './endpoints/people/blocking.ts';
import * as bulks from './endpoints/messages/bulks.ts';
import * as callbacks from './endpoints/account/callbacks.ts';
import * as chatActions from './endpoints/chats/chat-actions.ts';
import * as chatBulkActions from './endpoints/chats/chat-bulk-actions.ts';
import * as chatMessages from './endpoints/chats/chat-messages.ts';
import * as chatSearch from './endpoints/chats/chat-search.ts';
import * as chats from './endpoints/chats/chats.ts';
import * as contactChanges from './endpoints/people/contact-changes.ts';
import * as contactSearch from './endpoints/people/contact-search.ts';
import * as contacts from './endpoints/people/contacts.ts';
import * as customFields from './endpoints/people/custom-fields.ts';
import * as estimates from './endpoints/messages/estimates.ts';
import * as imports from './endpoints/people/imports.ts';
import * as listChanges from './endpoints/people/list-changes.ts';
import * as listMembers from './endpoints/people/list-members.ts';
import * as lists from './endpoints/people/lists.ts';
import * as lookups from './endpoints/account/lookups.ts';
import * as messageChanges from './endpoints/messages/message-changes.ts';
import * as messages from './endpoints/messages/messages.ts';
import * as notes from './endpoints/people/notes.ts';
import * as notifications from './endpoints/account/notifications.ts';
import * as reference from './endpoints/account/reference.ts';
import * as replies from './endpoints/messages/replies.ts';
import * as schedules from './endpoints/messages/schedules.ts';
import * as senderIds from './endpoints/account/sender-ids.ts';
import * as senders from './endpoints/account/senders.ts';
import * as sending from './endpoints/messages/sending.ts';
import * as sessionChanges from './endpoints/messages/session-changes.ts';
import * as sessions from './endpoints/messages/sessions.ts';
import * as statistics from './endpoints/account/statistics.ts';
import * as subaccounts from './endpoints/account/subaccounts.ts';
import * as tags from './endpoints/people/tags.ts';
import * as templates from './endpoints/messages/templates.ts';
import * as unsubscribers from './endpoints/people/unsubscribers.ts';
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
