/** How the user wants the page and the texts. */
import * as v from 'valibot';
import { instantInput, nothing } from './common.ts';

/** Minutes since midnight, `closesAt` later than `opensAt`; null: closed all day. */
export const openHoursSchema = v.nullable(
  v.pipe(
    v.object({
      opensAt: v.pipe(v.number(), v.integer(), v.minValue(0), v.maxValue(1_439)),
      closesAt: v.pipe(v.number(), v.integer(), v.minValue(1), v.maxValue(1_440)),
    }),
    v.check(({ opensAt, closesAt }) => opensAt < closesAt),
  ),
);

export type BusinessHours = SettingsView['businessHours'];

export const settingsViewSchema = v.object({
  theme: v.picklist(['system', 'light', 'dark']),
  enterSends: v.boolean(),
  isContactPanelOpen: v.boolean(),
  /** How long a text can be taken back after sending. */
  holdSeconds: v.picklist([0, 5, 10, 30]),
  /** Stands behind ours in the reference of every text; '' for none. */
  ownReference: v.pipe(v.string(), v.maxLength(40), v.regex(/^[A-Za-z0-9 _-]*$/)),
  density: v.picklist(['comfortable', 'compact']),
  /** Per cent of the usual size of text. */
  textSize: v.picklist([90, 100, 115, 130]),
  /** Per cent; only where the host can zoom (`HostInfo.canZoom`), elsewhere it is the browser's own. */
  zoomPercent: v.pipe(v.number(), v.integer(), v.minValue(50), v.maxValue(300)),
  motion: v.picklist(['system', 'reduced']),
  /** Linux, in the desktop app: whose title bar a new window has. */
  titleBar: v.picklist(['app', 'system']),
  /** `seen`: a chat is read once the bottom of it was seen · `by-hand`: only when the user says so. */
  marksRead: v.picklist(['seen', 'by-hand']),
  /** When the user is there to answer, from Monday to Sunday in this computer's time; null: at all times. */
  businessHours: v.nullable(v.pipe(v.array(openHoursSchema), v.length(7))),
  /** Hours of the recipient's clock in which no text is scheduled without a reason; null: none. Minutes since midnight. */
  quietHours: v.nullable(
    v.object({
      startsAt: v.pipe(v.number(), v.integer(), v.minValue(0), v.maxValue(1_439)),
      endsAt: v.pipe(v.number(), v.integer(), v.minValue(0), v.maxValue(1_439)),
    }),
  ),
  showsNotifications: v.boolean(),
  /** `text`: sender and text · `sender`: who wrote, and how many · `nothing`: that a text came. */
  notificationPreview: v.picklist(['text', 'sender', 'nothing']),
  /** Whether a notification offers a reply, which leaves at once. */
  repliesFromNotifications: v.boolean(),
  notificationSound: v.boolean(),
  /** No notification before this moment; null: they are shown. */
  notificationsPausedUntil: v.nullable(instantInput),
  /** Hours of this computer's clock without notifications. Minutes since midnight; days from 1, Monday, to 7; null: none. */
  notificationQuietHours: v.nullable(
    v.object({
      startsAt: v.pipe(v.number(), v.integer(), v.minValue(0), v.maxValue(1_439)),
      endsAt: v.pipe(v.number(), v.integer(), v.minValue(0), v.maxValue(1_439)),
      /** Quiet from midnight to midnight. */
      wholeDays: v.pipe(v.array(v.pipe(v.number(), v.integer(), v.minValue(1), v.maxValue(7))), v.maxLength(7)),
    }),
  ),
  /** The number on the app's icon. Muted and closed chats do not count. */
  iconCount: v.picklist(['chats', 'messages', 'none']),
  /** What closing the window does where there is a tray; without one `keep` minimises. */
  closingWindow: v.picklist(['keep', 'quit']),
  /** The user was told that closing the window leaves the app in the tray. */
  knowsTray: v.boolean(),
  /** Whether single letters are keys where no field has the focus. */
  singleKeys: v.boolean(),
  /** Keys that the user changed, by command (`shared/domain/commands.ts`); '' for none. */
  shortcuts: v.pipe(
    v.record(v.pipe(v.string(), v.maxLength(60)), v.pipe(v.string(), v.maxLength(40))),
    v.maxEntries(200),
  ),
  /** Which field of the contact stands beside the number above a thread: `company`, `email`, `field:<id>`; null: none. */
  headerField: v.nullable(v.pipe(v.string(), v.maxLength(60))),
});
export type SettingsView = v.InferOutput<typeof settingsViewSchema>;

/** Of a user who never chose. */
export const DEFAULT_SETTINGS: SettingsView = {
  theme: 'system',
  enterSends: true,
  isContactPanelOpen: true,
  holdSeconds: 5,
  ownReference: '',
  density: 'comfortable',
  textSize: 100,
  zoomPercent: 100,
  motion: 'system',
  titleBar: 'app',
  marksRead: 'seen',
  businessHours: null,
  quietHours: { startsAt: 21 * 60, endsAt: 8 * 60 },
  showsNotifications: true,
  notificationPreview: 'text',
  repliesFromNotifications: true,
  notificationSound: true,
  notificationsPausedUntil: null,
  notificationQuietHours: null,
  iconCount: 'chats',
  closingWindow: 'keep',
  knowsTray: false,
  singleKeys: true,
  shortcuts: {},
  headerField: null,
};

export const settingsRequests = {
  'settings.get': { input: nothing, output: settingsViewSchema, errors: [] },
  'settings.set': { input: v.partial(settingsViewSchema), output: settingsViewSchema, errors: ['disk'] },
} as const;
