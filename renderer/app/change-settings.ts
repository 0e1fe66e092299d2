import type { SettingsView } from '#shared/contract/index.ts';
import { sendingSettings as words } from '#renderer/lib/words/settings.ts';
import type { Translator } from '#renderer/lib/messages.ts';
import { toWhy } from '#renderer/lib/problem.ts';
import type { App } from './app.svelte.ts';

/** Keeps a choice at once; where it could not be kept it is put back and said. False then. */
export async function changeSettings(
  { settings, toasts }: Pick<App, 'settings' | 'toasts'>,
  texts: Translator,
  changes: Partial<SettingsView>,
): Promise<boolean> {
  const reply = await settings.set(changes);
  if (!reply.ok) toasts.show(texts.text(words.notSaved, { why: toWhy(reply.error, texts) }), { tone: 'fault' });
  return reply.ok;
}
