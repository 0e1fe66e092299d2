/** What the desktop around the window shows, and what the user does there: plain data, the same for every host. */
import type { CommandId } from './commands.ts';

/** What is on the tray icon. Each is another shape, so that it can be told apart without colour. */
export type TrayShape = 'read' | 'unread' | 'paused' | 'offline';

/** What the tray shows, in words that are ready to show. */
export interface TrayView {
  readonly shape: TrayShape;
  /** Beside the pointer: `Switchboard, 7 unread chats`. */
  readonly tooltip: string;
  /** First line of the menu, which cannot be chosen: `Live. 7 unread chats`. */
  readonly status: string;
  readonly open: string;
  readonly newMessage: string;
  readonly pause: TrayPause;
  readonly quit: string;
}

/** `choices` where notifications can be paused; with none, `label` alone ends the pause. */
export interface TrayPause {
  readonly label: string;
  /** `until`: epoch ms. */
  readonly choices: readonly { readonly label: string; readonly until: number }[];
}

/** The number on the app's icon. */
export interface BadgeView {
  /** 0: none. */
  readonly count: number;
  /** As it is drawn: `7`, `99+`; '' for none. */
  readonly text: string;
  /** For who cannot see it: `7 unread chats`; '' for none. */
  readonly description: string;
}

/** A notification of one chat, or of the app itself, as it is shown. */
export interface NotificationContent {
  /** One with the same id takes the place of the earlier one. Tells of which account and chat it is, also after a restart. */
  readonly id: string;
  /** Those of one account belong together. */
  readonly group: { readonly id: string; readonly title: string };
  readonly title: string;
  readonly body: string;
  readonly isSilent: boolean;
  /** The box for a reply, where the desktop has one; null: not offered. */
  readonly reply: { readonly placeholder: string } | null;
  /** Buttons, where the desktop has some; `open` where it has no box for a reply. Null: not offered. */
  readonly buttons: { readonly read: string; readonly open: string } | null;
}

/** What the user does outside the page. Opening the window and quitting are the host's own. */
export type DesktopAct =
  | { readonly kind: 'notification-open'; readonly id: string }
  | { readonly kind: 'notification-read'; readonly id: string }
  | { readonly kind: 'notification-reply'; readonly id: string; readonly text: string }
  /** The desktop took it away, or the user did. */
  | { readonly kind: 'notification-closed'; readonly id: string }
  /** It could not be shown, by what the desktop says. */
  | { readonly kind: 'notification-failed'; readonly id: string; readonly reason: string }
  | { readonly kind: 'new-message' }
  /** `until`: epoch ms; null: they are shown again. */
  | { readonly kind: 'pause'; readonly until: number | null }
  /** A command was chosen in a menu of the desktop. */
  | { readonly kind: 'command'; readonly id: CommandId }
  /** An address of another program: `sms:`, `tel:`, or the app's own scheme. Not checked yet. */
  | { readonly kind: 'link'; readonly url: string };

/** What the desktop can do now. */
export interface DesktopFacts {
  /** `ask`: it was not asked yet · `page`: the page shows them, and asks its browser · `absent`: it has none. */
  readonly notifications: 'allowed' | 'denied' | 'ask' | 'page' | 'absent';
  /** Whether a notification has a box for a reply. */
  readonly hasReply: boolean;
  readonly hasTray: boolean;
  /** Whether the app's icon can have a number. */
  readonly hasBadge: boolean;
  /** Whether the app starts with the user's session; null: this cannot be set here. */
  readonly startsAtLogin: boolean | null;
  /** Whether the app opens such addresses of other programs; null: this cannot be set here. */
  readonly opensLinks: Readonly<Record<LinkScheme, boolean>> | null;
}

export const LINK_SCHEMES = ['sms', 'tel'] as const;
export type LinkScheme = (typeof LINK_SCHEMES)[number];

/** The app's own scheme: `switchboard:chat/447700900318`. It always opens the app where the app is installed. */
export const OWN_SCHEME = 'switchboard';
