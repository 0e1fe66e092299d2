import type { OutboxView } from '#shared/contract/index.ts';
import { hold } from '#renderer/features/composer/messages.ts';
import type { Translator } from '#renderer/lib/messages.ts';
import type { AppAnnouncer } from '#renderer/app/app-announcer.svelte.ts';
import type { SendActs } from '#renderer/features/thread/thread-sends.ts';
import type { ChatActs } from '#renderer/features/chat-actions/chat-acts.svelte.ts';
import type { FocusTargets } from '#renderer/app/focus-targets.ts';

export interface LastThingPorts {
  readonly texts: Translator;
  readonly announcer: Pick<AppAnnouncer, 'say'>;
  readonly acts: Pick<ChatActs, 'lastAt' | 'undoLast'>;
  readonly sends: Pick<SendActs, 'findHeld' | 'act' | 'cancelWaiting'>;
  readonly places: Pick<FocusTargets, 'go'>;
  readonly openById: (chatId: number) => Promise<boolean>;
}

type HeldSend = OutboxView['sends'][number];

/**
 * Takes the last thing back: an act on chats, or the last text that is held, in the open chat before any other
 * (`elsewhere`), whose chat opens then.
 */
export async function undoLastThing(ports: LastThingPorts, elsewhere: HeldSend | null): Promise<void> {
  const { acts, sends } = ports;
  const held = sends.findHeld();
  const heldAt = held?.send?.createdAt ?? elsewhere?.createdAt ?? null;
  if (acts.lastAt !== null && (heldAt === null || acts.lastAt > heldAt)) await acts.undoLast();
  else if (held !== null) await sends.act('undo', held);
  else if (elsewhere !== null) await undoElsewhere(ports, elsewhere);
}

async function undoElsewhere(ports: LastThingPorts, { sendId, phone, chatId, filesCount }: HeldSend): Promise<void> {
  const { sends, texts, announcer, places, openById } = ports;
  if (!(await sends.cancelWaiting({ sendId, phone }))) return;
  if (chatId !== null) await openById(chatId);
  places.go('composer');
  announcer.say(texts.text(filesCount === 0 ? hold.undone : hold.undoneFiles));
}
