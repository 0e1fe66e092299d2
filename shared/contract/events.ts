/** Every event that main sends the page: what changed, by id, never the new state itself unless it is tiny. */
import * as v from 'valibot';
import { MENU_COMMANDS } from '#shared/domain/desktop-menu.ts';
import { sessionViewSchema } from './account.ts';
import { problemViewSchema } from './common.ts';
import { desktopViewSchema } from './desktop.ts';
import { syncStatusSchema } from './health.ts';
import { liveViewSchema } from './live-updates.ts';
import { settingsViewSchema } from './settings.ts';
import { updatesViewSchema } from './updates.ts';

const ids = v.array(v.number());

export const events = {
  'session.changed': v.object({ session: sessionViewSchema }),
  /** Rows of the chat list. `everything`: ask again for all that is on screen; no ids: which chats a list has may differ. */
  'chats.changed': v.object({ chatIds: ids, everything: v.boolean() }),
  /** Messages or sends of these chats. */
  'messages.changed': v.object({ chatIds: ids, everything: v.boolean() }),
  /** What waits on this computer: ask `outbox.get` again. */
  'outbox.changed': v.object({}),
  /** How much of the files of a text has left; at most four times a second. Both in bytes. */
  'sends.uploading': v.object({ sendId: v.string(), sentBytes: v.number(), totalBytes: v.number() }),
  /** Contacts, their notes, what waits for them, lists, fields or registers. `contactIds` empty: counts may differ. */
  'contacts.changed': v.object({ contactIds: ids, everything: v.boolean() }),
  /** The draft of an import (`importId` null), or a run: ask for it again. At most four times a second. */
  'imports.changed': v.object({ importId: v.nullable(v.number()) }),
  /**
   * The service refused what was done to a chat; it was put back. Or, by the `code` of the problem: `absent` (it has no such
   * thing), `overtaken` (a newer text: the chat stays open and unread), `mute-too-late` (less than an hour of it was left).
   */
  'chats.actionRefused': v.object({ chatId: v.number(), action: v.string(), problem: problemViewSchema }),
  'sync.statusChanged': v.object({ status: syncStatusSchema }),
  'live.changed': v.object({ live: liveViewSchema }),
  /** New messages that the user is notified of, each once however it arrived: oldest first. */
  'messages.arrived': v.object({
    items: v.array(
      v.object({
        key: v.string(),
        /** Null while the chat of that number is not known yet. */
        chatId: v.nullable(v.number()),
        phone: v.string(),
        /** '' where the number has none. */
        name: v.string(),
        at: v.number(),
      }),
    ),
  }),
  /** Scheduled texts, or what is known of them: ask for those on screen again. */
  'schedules.changed': v.object({}),
  /** Templates: ask for them again. */
  'templates.changed': v.object({}),
  /** The lists that the user keeps under a name: ask `views.list` again. */
  'views.changed': v.object({}),
  /** The computer was locked, unlocked, put to sleep or woken. */
  'host.presenceChanged': v.object({ isAway: v.boolean() }),
  /** What the desktop can do changed: it allowed notifications, or its tray came or went. */
  'desktop.changed': v.object({ desktop: desktopViewSchema }),
  /** Something outside the page leads somewhere: ask `desktop.takeTarget`. */
  'desktop.targetChanged': v.object({}),
  /** A command was chosen in a menu of the desktop. */
  'desktop.commandChosen': v.object({ command: v.picklist(MENU_COMMANDS) }),
  /** Notifications that stand changed: a page that shows them asks `notifications.list` again. */
  'notifications.changed': v.object({}),
  'updates.changed': v.object({ updates: updatesViewSchema }),
  'settings.changed': v.object({ settings: settingsViewSchema }),
} as const;

export type Events = typeof events;
export type EventName = keyof Events;
export type EventPayload<Name extends EventName> = v.InferOutput<Events[Name]>;

export const eventNames = Object.keys(events) as EventName[];
