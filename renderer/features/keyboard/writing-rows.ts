import { guide as words } from './messages.ts';
import type { GuideOptions } from './guide.ts';
import type { Translator } from '#renderer/lib/messages.ts';
import type { App } from '#renderer/app/app.svelte.ts';

/** What Enter does where people write: a setting, no command. Reads runes. */
export function listWritingRows(
  { settings, keys }: Pick<App, 'settings' | 'keys'>,
  texts: Translator,
): GuideOptions['others'] {
  const { enterSends } = settings.view;
  const toRow = (id: string, title: string, chord: string) =>
    ({ group: 'writing', id, title, chords: [keys.toKeyLabelsOf(chord)] }) as const;
  const breaks = toRow('enter-breaks', texts.text(words.enterBreaks), enterSends ? 'Shift+Enter' : 'Enter');
  return enterSends ? [toRow('enter-sends', texts.text(words.enterSends), 'Enter'), breaks] : [breaks];
}
