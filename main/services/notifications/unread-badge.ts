/** The number on the app's icon. */
import type { SettingsView } from '#shared/contract/index.ts';
import type { BadgeView } from '#shared/domain/desktop.ts';
import type { HostPort } from '#main/services/host/host.ts';
import { words } from './words.ts';

/** From here on the number would be too wide. */
const MOST_DRAWN = 99;

const NO_BADGE: BadgeView = { count: 0, text: '', description: '' };

/** `unread`: of chats that are open and not muted. */
export function toBadge(
  unread: { readonly chats: number; readonly messages: number },
  counts: SettingsView['iconCount'],
): BadgeView {
  const count = counts === 'none' ? 0 : unread[counts];
  if (count === 0) return NO_BADGE;
  return {
    count,
    text: count > MOST_DRAWN ? `${String(MOST_DRAWN)}+` : String(count),
    description: counts === 'messages' ? words.unreadTexts(count) : words.unreadChats(count),
  };
}

/** Tells the host of the number when it changes. */
export class UnreadBadge {
  readonly #host: Pick<HostPort, 'setBadge'>;
  /** Null: the host was not told yet; an earlier run may have left another number. */
  #told: BadgeView | null = null;

  constructor(host: Pick<HostPort, 'setBadge'>) {
    this.#host = host;
  }

  show(badge: BadgeView): void {
    if (this.#told?.text === badge.text && this.#told.description === badge.description) return;
    this.#told = badge;
    this.#host.setBadge(badge);
  }

  /** The account left. */
  clear(): void {
    if (this.#told !== null) this.show(NO_BADGE);
  }
}
