import { shell } from '#renderer/lib/words/shell.ts';
import type { Translator } from '#renderer/lib/messages.ts';

/** Name of the window or tab: `(7) Switchboard`. */
export function toWindowTitle(waiting: number, texts: Translator): string {
  return waiting > 0 ? texts.text(shell.titleWithCount, { count: waiting }) : texts.text(shell.appName);
}

/** Picture of the tab: the count in the lamp, `9+` from ten. Files of `public/favicon`. */
export function toFaviconUrl(waiting: number): string {
  if (waiting <= 0) return './favicon/none.svg';
  return waiting > 9 ? './favicon/more.svg' : `./favicon/${String(waiting)}.svg`;
}

/** Shows the number of unread chats on the icon of the page, where a browser has installed it as an app. */
export function showCountOnIcon(waiting: number): void {
  // A browser that has no such icon, or does not let the page count on it, shows the number in the title only.
  if ('setAppBadge' in navigator) navigator.setAppBadge(waiting).catch(() => undefined);
}
