/** Random activity while the app runs and is killed: the user writes and acts, customers write, the service fails. */
import { randomUUID } from 'node:crypto';
import { setTimeout as wait } from 'node:timers/promises';
import type { Random } from '#test/support/random.ts';
import type { WindowClient } from '#test/support/window-client.ts';
import type { Fault } from '#main/demo/steering/faults.ts';
import { steerService } from '#test/e2e/support/programs.ts';
import {
  createRequestedSend,
  type RequestedWrites,
  type RequestedSend,
  type RunContext,
  LastWrite,
} from './requested-writes.ts';

/** Errors that are expected while the app starts, opens the account again or is killed. Any other error is a bug. */
const EXPECTED_ERRORS: readonly string[] = ['disconnected', 'unauthorized', 'reopening'];
/** The text may have left or be gone before the user's action reaches it. */
const TOO_LATE: readonly string[] = ['not-found', 'validation'];
/** The user acts on one of the last texts. */
const RECENT = 12;

function assertExpected(name: string, code: string, more: readonly string[] = []): void {
  if (![...EXPECTED_ERRORS, ...more].includes(code)) throw new Error(`${name} was refused with ${code}`);
}

/** Repeats some unanswered requests with the same request ids, as a reloaded page does. */
async function repeatUnanswered(client: WindowClient, { requested, random }: RunContext): Promise<void> {
  for (const send of requested.sends.filter(({ isAnswered }) => !isAnswered)) {
    // Its files may have left with another text meanwhile.
    if (random.happens(50)) await ask(client, send, send.fileIds.length > 0 ? ['not-found'] : []);
  }
}

/** Texts leave at once or are held longer than a run lasts, so that holds end at any moment of a run. */
async function changeSettings(client: WindowClient, random: Random, run: number): Promise<void> {
  const holdSeconds = random.pick([0, 5] as const);
  const ownReference = random.pick(['', `job ${String(run)}`, 'a-b']);
  const reply = await client.ask('settings.set', { holdSeconds, ownReference });
  if (!reply.ok) assertExpected('settings.set', reply.error.code);
}

interface Writing {
  readonly phone: string;
  readonly name: string;
  readonly withFile: boolean;
}

export async function write(
  client: WindowClient,
  context: RunContext,
  { phone, name, withFile }: Writing,
): Promise<void> {
  if (withFile && !(await addFile(client, context, { phone, name }))) return;
  const fileIds = withFile ? await listDraftFiles(client, phone) : [];
  const send = createRequestedSend({ requestId: `request-${name}`, phone, text: `From us, ${name}`, fileIds });
  context.requested.sends.push(send);
  await ask(client, send);
}

async function ask(client: WindowClient, send: RequestedSend, more: readonly string[] = []): Promise<void> {
  const { requestId, phone, text, fileIds } = send;
  const reply = await client.ask('sends.create', { requestId, phone, text, from: null, fileIds: [...fileIds] });
  if (!reply.ok) {
    assertExpected('sends.create', reply.error.code, more);
    return;
  }
  if (reply.value.sendId !== send.sendId) throw new Error(`“${text}” has another id than its request says`);
  send.isAnswered = true;
}

/** Whether there is a text to send it with. */
async function addFile(
  client: WindowClient,
  context: RunContext,
  given: { phone: string; name: string },
): Promise<boolean> {
  const { requested, random } = context;
  const name = `file ${given.name}.txt`;
  const bytes = Buffer.alloc(random.between(1, 400_000), `${name} `);
  const handle = await client.stage(name, bytes);
  if (handle === undefined) return false;
  const requestId = `file-request-${given.name}`;
  const reply = await client.ask('drafts.addFile', { requestId, phone: given.phone, handle });
  if (reply.ok) {
    requested.files.push({ fileId: reply.value.id, name, bytes });
    return client.isOpen;
  }
  // The files of texts that were taken back may fill the draft.
  assertExpected('drafts.addFile', reply.error.code, ['validation']);
  await client.ask('files.release', { handle });
  return client.isOpen;
}

/** All that the draft has: also what came back to it with texts that were taken out. */
async function listDraftFiles(client: WindowClient, phone: string): Promise<readonly string[]> {
  const reply = await client.ask('drafts.get', { phone });
  return reply.ok ? reply.value.files.map(({ id }) => id) : [];
}

export async function sendNow(client: WindowClient, { requested, random }: RunContext, name: string): Promise<void> {
  const send = pickRecent(requested, random);
  if (send === undefined) return;
  const reply = await client.ask('sends.sendNow', { requestId: `now-request-${name}`, sendId: send.sendId });
  if (!reply.ok) assertExpected('sends.sendNow', reply.error.code, TOO_LATE);
}

export async function discard(client: WindowClient, { requested, random }: RunContext, name: string): Promise<void> {
  const send = pickRecent(requested, random);
  if (send === undefined) return;
  if (send.discard === 'no') send.discard = 'asked';
  const reply = await client.ask('sends.discard', { requestId: `discard-request-${name}`, sendId: send.sendId });
  if (!reply.ok) {
    assertExpected('sends.discard', reply.error.code, TOO_LATE);
    return;
  }
  send.discard = 'answered';
  if (reply.value.text !== send.text) throw new Error(`“${send.text}” came back as “${reply.value.text}”`);
}

/** Never one that may be in the service already: a person who takes that chance may double it. */
export async function retry(client: WindowClient, { requested, random }: RunContext, name: string): Promise<void> {
  const send = pickRecent(requested, random);
  if (send === undefined) return;
  const again = { requestId: `retry-request-${name}`, sendId: send.sendId, mayDouble: false };
  const reply = await client.ask('sends.retry', again);
  if (!reply.ok) assertExpected('sends.retry', reply.error.code, TOO_LATE);
}

function pickRecent({ answered }: RequestedWrites, random: Random): RequestedSend | undefined {
  return answered.length === 0 ? undefined : random.pick(answered.slice(-RECENT));
}

/** Numbers with an open chat in every demo, and numbers without any messages. */
export const PHONES = ['447700900318', '447700900188', '447700900405', '447911123401', '447911123402'] as const;
/** Only these are pinned. */
const PINNED = ['447700900318', '447700900188'] as const;
/** Nothing is sent to these numbers, because that would clear the draft. */
const DRAFT_PHONES = ['447700900275', '447700900389'] as const;

const SENDING = { method: 'POST', path: '/messages' } as const;
const UPLOADING = { method: 'POST', path: '/messages/attachment' } as const;
/** Every fault ends by itself; most of them concern sending a text. */
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

/** Makes the service fail and customers write until the signal. */
export async function disturbService(
  { account, requested, random, run }: RunContext,
  ending: AbortSignal,
): Promise<void> {
  if (random.happens(60)) await steerService(account, 'POST faults', { faults: random.pick(SERVICE_FAULTS) });
  for (let count = 1; !ending.aborted; count += 1) {
    const text = `To you, ${String(run)}-${String(count)}`;
    const { id } = await steerService(account, 'POST inbound', { sender: random.pick(PHONES), text });
    if (typeof id === 'number') requested.inbound.push(id);
    await wait(random.between(20, 300));
  }
}

/** Performs user actions much faster than a user could, until the signal or the end of the connection. */
export async function useWindow(client: WindowClient, context: RunContext, ending: AbortSignal): Promise<void> {
  const { requested, random, run } = context;
  await repeatUnanswered(client, context);
  if (random.happens(50)) await changeSettings(client, random, run);
  for (let count = 1; !ending.aborted && client.isOpen; count += 1) {
    const name = `${String(run)}-${String(count)}`;
    const dice = random.between(1, 20);
    if (dice <= 10) await write(client, context, { phone: random.pick(PHONES), name, withFile: dice > 6 });
    else if (dice <= 12) await sendNow(client, context, name);
    else if (dice <= 14) await discard(client, context, name);
    else if (dice === 15) await retry(client, context, name);
    else if (dice <= 18)
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
  else assertExpected('drafts.save', reply.error.code);
}

async function pin(client: WindowClient, requested: RequestedWrites, wanted: { phone: string; isPinned: boolean }) {
  const { phone, isPinned } = wanted;
  const chat = await client.ask('chats.find', { chatId: null, phone });
  // Early in a first sync the chat is not known yet.
  if (!chat.ok || chat.value === null || chat.value.id < 0) return;
  const lastWrite = requested.pins.get(phone);
  if (lastWrite === undefined) requested.pins.set(phone, new LastWrite(chat.value.isPinned));
  requested.pins.get(phone)?.asked(isPinned);
  const requestId = `pin-${randomUUID()}`;
  const reply = await client.ask('chats.applyAction', {
    requestId,
    target: { kind: 'chats', chatIds: [chat.value.id] },
    action: { kind: 'pin', isPinned },
  });
  if (reply.ok) requested.pins.get(phone)?.answered(isPinned);
  else assertExpected('chats.applyAction', reply.error.code);
}

function findLastWrite<Value>(words: Map<string, LastWrite<Value>>, phone: string, atFirst: Value): LastWrite<Value> {
  const lastWrite = words.get(phone) ?? new LastWrite(atFirst);
  words.set(phone, lastWrite);
  return lastWrite;
}
