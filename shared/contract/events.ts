/** Every event that main tells the window: what changed, by id, never the new state itself unless it is tiny. */
import * as v from 'valibot';
import { problemViewSchema, sessionViewSchema, settingsViewSchema, syncStatusSchema } from './views.ts';

const ids = v.array(v.number());

export const events = {
  'session.changed': v.object({ session: sessionViewSchema }),
  /** Rows of the chat list. `everything`: ask again for all that is on screen. */
  'chats.changed': v.object({ chatIds: ids, everything: v.boolean() }),
  /** Messages or sends of these chats. */
  'messages.changed': v.object({ chatIds: ids, everything: v.boolean() }),
  /** What waits on this computer: ask `outbox.get` again. */
  'outbox.changed': v.object({}),
  'contacts.changed': v.object({ contactIds: ids, everything: v.boolean() }),
  /** The service refused what was done to a chat; it was put back. */
  'chats.actionRefused': v.object({ chatId: v.number(), action: v.string(), problem: problemViewSchema }),
  'sync.statusChanged': v.object({ status: syncStatusSchema }),
  'settings.changed': v.object({ settings: settingsViewSchema }),
} as const;

export type Events = typeof events;
export type EventName = keyof Events;
export type EventPayload<Name extends EventName> = v.InferOutput<Events[Name]>;

export const eventNames = Object.keys(events) as EventName[];
