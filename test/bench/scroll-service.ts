/** A service whose account has one very long conversation: its seeded state, with most texts given to one person. */
import { systemTimers } from '#main/demo/behaviour/clock.ts';
import { createSnapshot } from '#main/demo/seed/snapshot.ts';
import type { Chat, Inbound, Outbound, Snapshot } from '#main/demo/state/model.ts';
import { StateFile } from '#main/demo/state/persistence.ts';

export interface LongThread {
  readonly chats: number;
  /** Messages of the long conversation, at least. */
  readonly threadMessages: number;
}

/** Texts of each chat that stay with it, so that rows say what was said last. */
const KEPT_PER_CHAT = 1;
/** Texts that are invented for each chat, so that enough are left to give away. */
const SPARE_PER_CHAT = 2;

/**
 * Writes the state of such a service into a folder that no service uses now; the number whose thread is long: of the
 * chat that stands highest without anything unread. Times, lengths and outcomes of the texts are the seed's own.
 */
export async function keepLongThread(folder: string, { chats, threadMessages }: LongThread): Promise<string> {
  const messages = threadMessages + SPARE_PER_CHAT * chats;
  const snapshot = createSnapshot({ seed: 1, chats, messages, contacts: chats, nowAt: Date.now(), role: 'P' });
  const phone = pickPerson(snapshot);
  const kept = pickKept(snapshot);
  const isKept = (message: Outbound | Inbound): boolean => kept.has(message);
  const file = new StateFile(folder, systemTimers, (sentence) => {
    throw new Error(sentence);
  });
  file.keep({
    ...snapshot,
    outbound: snapshot.outbound.map((sent) => (isKept(sent) ? sent : { ...sent, receiver: phone, contactId: null })),
    inbound: snapshot.inbound.map((came) => (isKept(came) ? came : { ...came, sender: phone })),
  });
  await file.dispose();
  return phone;
}

function pickPerson({ chats, unsubscribed }: Snapshot): string {
  const silent = new Set(unsubscribed.map((one) => one.phone));
  const isFit = (chat: Chat): boolean => chat.status === 'a' && chat.unread === 0 && !silent.has(chat.phone);
  const [newest] = chats.filter((chat) => isFit(chat) && !chat.pinned).sort((one, other) => other.lastAt - one.lastAt);
  if (newest === undefined) throw new Error('Nobody of the account can have a long conversation');
  return newest.phone;
}

/** The newest texts of every chat. */
function pickKept({ outbound, inbound }: Snapshot): ReadonlySet<Outbound | Inbound> {
  const counts = new Map<string, number>();
  const kept = new Set<Outbound | Inbound>();
  for (const message of [...outbound, ...inbound].sort((one, other) => other.at - one.at)) {
    const phone = message.kind === 'in' ? message.sender : message.receiver;
    const count = counts.get(phone) ?? 0;
    if (count >= KEPT_PER_CHAT) continue;
    counts.set(phone, count + 1);
    kept.add(message);
  }
  return kept;
}
