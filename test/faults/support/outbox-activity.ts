/** What a person does to texts that leave: with files and without, held and taken back, hurried and tried again. */
import type { Random } from '#test/support/random.ts';
import type { WindowClient } from '#test/support/window-client.ts';
import { createRequestedSend, type RequestedWrites, type RequestedSend, type RunContext } from './requested-writes.ts';

/** While nobody is signed in yet, the account is opened again, or the app is killed, nothing is promised. Anything else is a bug. */
const EXCUSES: readonly string[] = ['disconnected', 'unauthorized', 'reopening'];
/** A text may have left, or be gone, before a person's word on it is heard. */
const TOO_LATE: readonly string[] = ['not-found', 'validation'];
/** A person acts on what was written last. */
const RECENT = 12;

export function expectExcuse(name: string, code: string, more: readonly string[] = []): void {
  if (![...EXCUSES, ...more].includes(code)) throw new Error(`${name} was refused with ${code}`);
}

/** A page that is loaded again repeats what was not answered, with the same request ids; here it does so at times. */
export async function repeatUnanswered(client: WindowClient, { requested, random }: RunContext): Promise<void> {
  for (const send of requested.sends.filter(({ isAnswered }) => !isAnswered)) {
    // Its files may have gone with another text meanwhile.
    if (random.happens(50)) await ask(client, send, send.fileIds.length > 0 ? ['not-found'] : []);
  }
}

/** Texts leave at once, or are held: longer than a life of the app lasts, so that holds run out in every part of one. */
export async function changeSettings(client: WindowClient, random: Random, life: number): Promise<void> {
  const holdSeconds = random.pick([0, 5] as const);
  const ownReference = random.pick(['', `job ${String(life)}`, 'a-b']);
  const reply = await client.ask('settings.set', { holdSeconds, ownReference });
  if (!reply.ok) expectExcuse('settings.set', reply.error.code);
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
    expectExcuse('sends.create', reply.error.code, more);
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
  expectExcuse('drafts.addFile', reply.error.code, ['validation']);
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
  if (!reply.ok) expectExcuse('sends.sendNow', reply.error.code, TOO_LATE);
}

export async function discard(client: WindowClient, { requested, random }: RunContext, name: string): Promise<void> {
  const send = pickRecent(requested, random);
  if (send === undefined) return;
  if (send.discard === 'no') send.discard = 'asked';
  const reply = await client.ask('sends.discard', { requestId: `discard-request-${name}`, sendId: send.sendId });
  if (!reply.ok) {
    expectExcuse('sends.discard', reply.error.code, TOO_LATE);
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
  if (!reply.ok) expectExcuse('sends.retry', reply.error.code, TOO_LATE);
}

function pickRecent({ answered }: RequestedWrites, random: Random): RequestedSend | undefined {
  return answered.length === 0 ? undefined : random.pick(answered.slice(-RECENT));
}
