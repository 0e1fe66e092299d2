/** What goes on while the app runs and is killed: people write and do things, others text them, the service stumbles. */
import { randomUUID } from 'node:crypto';
import { setTimeout as wait } from 'node:timers/promises';
import type { Fault } from '#main/demo/steering/faults.ts';
import { steerService } from '#test/e2e/support/programs.ts';
import type { WindowClient } from '#test/support/window-client.ts';
import { changeSettings, discard, expectExcuse, repeatUnanswered, retry, sendNow, write } from './outbox-activity.ts';
import { LastWrite, type RequestedWrites, type RunContext } from './requested-writes.ts';

/** Numbers with an open chat in every demo, and numbers that nobody ever texted. */
export const PHONES = ['447700900318', '447700900188', '447700900405', '447911123401', '447911123402'] as const;
/** Only these are pinned. */
const PINNED = ['447700900318', '447700900188'] as const;
/** Nobody sends anything to these: that would clear the draft. */
const DRAFT_PHONES = ['447700900275', '447700900389'] as const;

const SENDING = { method: 'POST', path: '/messages' } as const;
const UPLOADING = { method: 'POST', path: '/messages/attachment' } as const;
/** Every trouble ends by itself; most meet the sending of a text. */
const SERVICE_FAULTS: readonly (readonly Fault[])[] = [
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
export async function disturbService(
  { account, requested, random, run: life }: RunContext,
  ending: AbortSignal,
): Promise<void> {
  if (random.happens(60)) await steerService(account, 'POST faults', { faults: random.pick(SERVICE_FAULTS) });
  for (let count = 1; !ending.aborted; count += 1) {
    const text = `To you, ${String(life)}-${String(count)}`;
    const { id } = await steerService(account, 'POST inbound', { sender: random.pick(PHONES), text });
    if (typeof id === 'number') requested.inbound.push(id);
    await wait(random.between(20, 300));
  }
}

/** A person at the window, quick as no person is. Ends with the signal or with the connection. */
export async function useWindow(client: WindowClient, context: RunContext, ending: AbortSignal): Promise<void> {
  const { requested, random, run: life } = context;
  await repeatUnanswered(client, context);
  if (random.happens(50)) await changeSettings(client, random, life);
  for (let count = 1; !ending.aborted && client.isOpen; count += 1) {
    const name = `${String(life)}-${String(count)}`;
    const deed = random.between(1, 20);
    if (deed <= 10) await write(client, context, { phone: random.pick(PHONES), name, withFile: deed > 6 });
    else if (deed <= 12) await sendNow(client, context, name);
    else if (deed <= 14) await discard(client, context, name);
    else if (deed === 15) await retry(client, context, name);
    else if (deed <= 18)
      await saveDraft(client, requested, { phone: random.pick(DRAFT_PHONES), text: `Begun ${name}` });
    else await pin(client, requested, { phone: random.pick(PINNED), isPinned: random.happens(50) });
    await wait(random.pick([0, 0, 5, 30, 80]));
  }
}

async function saveDraft(client: WindowClient, requested: RequestedWrites, draft: { phone: string; text: string }) {
  const lastWrite = findLastWrite(requested.drafts, draft.phone, '');
  lastWrite.asked(draft.text);
  const reply = await client.ask('drafts.save', draft);
  if (reply.ok) lastWrite.answered(draft.text);
  else expectExcuse('drafts.save', reply.error.code);
}

async function pin(client: WindowClient, requested: RequestedWrites, wanted: { phone: string; isPinned: boolean }) {
  const { phone, isPinned } = wanted;
  const chat = await client.ask('chats.find', { chatId: null, phone });
  // In the first moments of a first sync the chat is not known yet.
  if (!chat.ok || chat.value === null || chat.value.id < 0) return;
  const lastWrite = requested.pins.get(phone);
  if (lastWrite === undefined) requested.pins.set(phone, new LastWrite(chat.value.isPinned));
  requested.pins.get(phone)?.asked(isPinned);
  const requestId = `pin-${randomUUID()}`;
  const reply = await client.ask('chats.act', {
    requestId,
    target: { kind: 'chats', chatIds: [chat.value.id] },
    action: { kind: 'pin', isPinned },
  });
  if (reply.ok) requested.pins.get(phone)?.answered(isPinned);
  else expectExcuse('chats.act', reply.error.code);
}

function findLastWrite<Value>(words: Map<string, LastWrite<Value>>, phone: string, atFirst: Value): LastWrite<Value> {
  const lastWrite = words.get(phone) ?? new LastWrite(atFirst);
  words.set(phone, lastWrite);
  return lastWrite;
}
