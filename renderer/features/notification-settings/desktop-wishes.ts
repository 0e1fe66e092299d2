import type { RequestInput } from '#shared/contract/index.ts';
import type { App } from '#renderer/app/app.svelte.ts';
import type { Translator } from '#renderer/lib/messages.ts';
import { toReason } from '#renderer/lib/problems.ts';
import { notifications as words } from './messages.ts';

/** Has the desktop do something from now on; a toast says why where it does not. */
export async function wish(
  { desktop, toasts }: Pick<App, 'desktop' | 'toasts'>,
  texts: Translator,
  wishes: RequestInput<'desktop.set'>,
): Promise<void> {
  const reply = await desktop.set(wishes);
  if (reply === null || reply.ok) return;
  const isAbsent = reply.error.code === 'not-found';
  const why = toReason(reply.error, texts);
  toasts.show(isAbsent ? texts.text(words.notDone) : texts.text(words.notChanged, { why }), { tone: 'fault' });
}
