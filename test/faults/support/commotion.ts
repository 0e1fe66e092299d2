/** What goes on while the app runs and is killed: people write and do things, others text them, the service stumbles. */
import { randomUUID } from 'node:crypto';
import { setTimeout as wait } from 'node:timers/promises';
import type { Fault } from '#main/demo/steering/faults.ts';
import { steerService } from '#test/e2e/support/programs.ts';
import type { WindowClient } from '#test/support/window-client.ts';
import { changeSettings, discard, expectExcuse, repeatUnanswered, retry, sendNow, write } from './deeds.ts';
import { LastWord, type Promises, type Scene } from './promises.ts';

/** Numbers with an open chat in every demo, and numbers that nobody ever texted. */
export const PHONES = ['447700900318', '447700900188', '447700900405', '447911123401', '447911123402'] as const;
/** Only these are pinned. */
const ACTED_ON = ['447700900318', '447700900188'] as const;
/** Nobody sends anything to these: that would clear the draft. */
const DRAFTED = ['447700900275', '447700900389'] as const;

const SENDING = { method: 'POST', path: '/messages' } as const;
const UPLOADING = { method: 'POST', path: '/messages/attachment' } as const;
/** Every trouble ends by itself; most meet the sending of a text. */
const TROUBLES: readonly (readonly Fault[])[] = [
  [{ kind: 'reset-after', ...SENDING, times: 1 }],
  [{ kind: 'reset-before', ...SENDING, times: 2 }],
  [{ kind: 'cut-after', ...SENDING, times: 1 }],
  [{ kind: 'status-after', status: 502, ...SENDING, times: 1 }],
  [{ kind: 'status', status: 500, ...SENDING, times: 1 }],
  [{ kind: 'status', status: 400, ...SENDING, times: 1 }],
  [{ kind: 'status', status: 429, retryAfterSeconds: 1, ...SENDING, times: 1 }],
  [{ kind: 'maintenance', retryAfterSeconds: 1, ...SENDING, times: 2 }],
  [{ kind: 'delay', delayMs: 400, ...SENDING, times: 3 }],
  [{ kind: 'delay-after', delayMs: 400, ...SENDING, times: 3 }],
  [{ kind: 'delay', delayMs: 600, ...UPLOADING, times: 3 }],
  [{ kind: 'delay-after', delayMs: 600, ...UPLOADING, times: 3 }],
  [{ kind: 'reset-after', ...UPLOADING, times: 1 }],
  [{ kind: 'status', status: 400, ...UPLOADING, times: 1 }],
  [{ kind: 'reset-before', times: 3 }],
  [{ kind: 'reset-after', times: 3 }],
  [{ kind: 'cut-after', times: 2 }],
  [{ kind: 'status', status: 500, method: 'GET', times: 3 }],
  [{ kind: 'maintenance-page', method: 'GET', times: 2 }],
  [{ kind: 'delay', delayMs: 200, times: 20 }],
];

/** The service: troubles, and texts of others. Ends with the signal. */
export async function stirService({ account, promises, random, life }: Scene, ending: AbortSignal): Promise<void> {
  if (random.happens(60)) await steerService(account, 'POST faults', { faults: random.pick(TROUBLES) });
  for (let count = 1; !ending.aborted; count += 1) {
    const text = `To you, ${String(life)}-${String(count)}`;
    const { id } = await steerService(account, 'POST inbound', { sender: random.pick(PHONES), text });
    if (typeof id === 'number') promises.inbound.push(id);
    await wait(random.between(20, 300));
  }
}

/** A person at the window, quick as no person is. Ends with the signal or with the connection. */
export async function useWindow(client: WindowClient, scene: Scene, ending: AbortSignal): Promise<void> {
  const { promises, random, life } = scene;
  await repeatUnanswered(client, scene);
  if (random.happens(50)) await changeSettings(client, random, life);
  for (let count = 1; !ending.aborted && client.isOpen; count += 1) {
    const name = `${String(life)}-${String(count)}`;
    const deed = random.between(1, 20);
    if (deed <= 10) await write(client, scene, { phone: random.pick(PHONES), name, withFile: deed > 6 });
    else if (deed <= 12) await sendNow(client, scene, name);
    else if (deed <= 14) await discard(client, scene, name);
    else if (deed === 15) await retry(client, scene, name);
    else if (deed <= 18) await saveDraft(client, promises, { phone: random.pick(DRAFTED), text: `Begun ${name}` });
    else await pin(client, promises, { phone: random.pick(ACTED_ON), isPinned: random.happens(50) });
    await wait(random.pick([0, 0, 5, 30, 80]));
  }
}

async function saveDraft(client: WindowClient, promises: Promises, draft: { phone: string; text: string }) {
  const word = findWord(promises.drafts, draft.phone, '');
  word.asked(draft.text);
  const reply = await client.ask('drafts.save', draft);
  if (reply.ok) word.answered(draft.text);
  else expectExcuse('drafts.save', reply.error.code);
}

async function pin(client: WindowClient, promises: Promises, wanted: { phone: string; isPinned: boolean }) {
  const { phone, isPinned } = wanted;
  const chat = await client.ask('chats.find', { chatId: null, phone });
  // In the first moments of a first sync the chat is not known yet.
  if (!chat.ok || chat.value === null || chat.value.id < 0) return;
  const word = promises.pins.get(phone);
  if (word === undefined) promises.pins.set(phone, new LastWord(chat.value.isPinned));
  promises.pins.get(phone)?.asked(isPinned);
  const requestId = `pin-${randomUUID()}`;
  const reply = await client.ask('chats.applyAction', {
    requestId,
    target: { kind: 'chats', chatIds: [chat.value.id] },
    action: { kind: 'pin', isPinned },
  });
  if (reply.ok) promises.pins.get(phone)?.answered(isPinned);
  else expectExcuse('chats.applyAction', reply.error.code);
}

function findWord<Value>(words: Map<string, LastWord<Value>>, phone: string, atFirst: Value): LastWord<Value> {
  const word = words.get(phone) ?? new LastWord(atFirst);
  words.set(phone, word);
  return word;
}
