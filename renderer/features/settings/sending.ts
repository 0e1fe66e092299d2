/** The settings of sending, in words. */
import type { OutboxView, SettingsView } from '#shared/contract/index.ts';
import { sendingSettings as words } from '#renderer/lib/words/settings.ts';
import type { Message, Translator } from '#renderer/lib/messages.ts';

export const HOLD_CHOICES: readonly SettingsView['holdSeconds'][] = [0, 5, 10, 30];

export const LONGEST_REFERENCE = 40;

/** What the service's reports can carry everywhere. */
const REFERENCE = /^[A-Za-z0-9 _-]*$/;

export function isReference(text: string): boolean {
  return text.length <= LONGEST_REFERENCE && REFERENCE.test(text);
}

export function toHoldChoice(seconds: SettingsView['holdSeconds'], texts: Translator): string {
  return seconds === 0 ? texts.text(words.holdNone) : texts.text(words.holdSeconds, { count: seconds });
}

/** `2 texts wait, 1 is being checked`; `hasList`: there is something to show. `counts` null: nobody has said yet. */
export function toWaitingLine(
  counts: OutboxView['counts'] | null,
  texts: Translator,
): { readonly text: string; readonly hasList: boolean } {
  if (counts === null) return { text: texts.text(words.waitingUnread), hasList: false };
  const { waiting, checking, stopped, actions } = counts;
  const kinds: readonly (readonly [number, Message<'count'>, Message<'count'>])[] = [
    [waiting, words.waitingTexts, words.waitingTexts],
    [checking, words.waitingChecking, words.waitingCheckingAlone],
    [stopped, words.waitingStopped, words.waitingStoppedAlone],
  ];
  // The first one says what is counted.
  const said = kinds
    .filter(([count]) => count > 0)
    .map(([count, inside, alone], index) => texts.text(index === 0 ? alone : inside, { count }));
  if (actions > 0) said.push(texts.text(words.waitingActions, { count: actions }));
  if (said.length === 0) return { text: texts.text(words.waitingNothing), hasList: false };
  return { text: said.join(', '), hasList: true };
}
