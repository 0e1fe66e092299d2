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
