/** The desktop around the page: what it can do, and where a click or a link outside it leads. */
import * as v from 'valibot';
import { MENU_COMMANDS } from '#shared/domain/desktop-menu.ts';
import { nothing } from './common.ts';

export const desktopViewSchema = v.object({
  /** `page`: the page shows them, and asks its browser · `ask`: the desktop was not asked yet · `absent`: it has none. */
  notifications: v.picklist(['allowed', 'denied', 'ask', 'page', 'absent']),
  /** Whether a notification has a box for a reply. */
  hasReply: v.boolean(),
  hasTray: v.boolean(),
  /** Whether the app's icon can have a number. */
  hasBadge: v.boolean(),
  /** Null: this cannot be set here. */
  startsAtLogin: v.nullable(v.boolean()),
  /** Null: this cannot be set here. */
  opensLinks: v.nullable(v.object({ sms: v.boolean(), tel: v.boolean() })),
});
export type DesktopView = v.InferOutput<typeof desktopViewSchema>;

/** Where something outside the page leads. Nothing is ever sent by it. */
export const targetSchema = v.variant('kind', [
  v.object({ kind: v.literal('chat'), chatId: v.number() }),
  /** The new message, with these filled in. */
  v.object({ kind: v.literal('new-message'), phones: v.array(v.string()), text: v.string() }),
  /** A link that cannot be followed: the user is told why. */
  v.object({ kind: v.literal('refused-link'), reason: v.picklist(['no-number', 'unknown']) }),
]);
export type Target = v.InferOutput<typeof targetSchema>;

/** A notification that stands now, as a page shows it. */
export const notificationViewSchema = v.object({
  id: v.string(),
  /** Null while the service's chat of that number is not known yet. */
  chatId: v.nullable(v.number()),
  phone: v.string(),
  title: v.string(),
  body: v.string(),
  isSilent: v.boolean(),
  /** Rises with each message that it tells of: one with a higher number takes the place of the earlier one. */
  revision: v.number(),
});
export type NotificationView = v.InferOutput<typeof notificationViewSchema>;

export const menuCommandSchema = v.object({
  id: v.picklist(MENU_COMMANDS),
  label: v.pipe(v.string(), v.maxLength(100)),
  /** As the command table writes it; '' for none. */
  chord: v.pipe(v.string(), v.maxLength(40)),
  canRun: v.boolean(),
});

export const desktopRequests = {
  'desktop.get': { input: nothing, output: desktopViewSchema, errors: [] },
  /** `not-found`: the desktop does not do it. */
  'desktop.set': {
    input: v.partial(v.object({ startsAtLogin: v.boolean(), opensSms: v.boolean(), opensTel: v.boolean() })),
    output: desktopViewSchema,
    errors: ['not-found'],
  },
  /** Asks the user, through the desktop, whether notifications may be shown. */
  'desktop.askPermission': { input: nothing, output: desktopViewSchema, errors: [] },
  /** Where the last click, link or start leads; each is given out once. Null: nowhere. */
  'desktop.takeTarget': { input: nothing, output: v.object({ target: v.nullable(targetSchema) }), errors: [] },
  /** What the menus of the desktop show, where it has some; told again whenever it changes. */
  'desktop.setMenu': { input: v.object({ commands: v.array(menuCommandSchema) }), output: nothing, errors: [] },
  /** Opens the menus in the window. CSS pixels from its left and top edge. */
  'desktop.showMenu': { input: v.object({ x: v.number(), y: v.number() }), output: nothing, errors: [] },

  /** Those that stand now, for a page that shows them. */
  'notifications.list': { input: nothing, output: v.object({ items: v.array(notificationViewSchema) }), errors: [] },
  /** Shows one as a new text would, whatever is paused. False: the desktop did not take it. */
  'notifications.test': { input: nothing, output: v.object({ isShown: v.boolean() }), errors: [] },
} as const;
