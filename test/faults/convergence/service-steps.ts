/** What a service does and shows that nobody at a desk asked for. */
import type { Simulation } from './simulation.ts';

const MINUTE_MS = 60_000;

/** Of a team, seen inside the chat only. */
export function addTeamNote({ demo, random }: Simulation): void {
  const { world } = demo;
  const { phone } = random.pick(world.chats.rows);
  const note = { id: world.teamNotes.nextId(), kind: 'note' as const, phone, at: demo.clock.nowAt() };
  const row = { ...note, text: `Note ${String(note.id)}`, userId: world.account.id };
  world.teamNotes.append(row);
  world.threads.add(row);
}

export function addCall({ demo, random }: Simulation): void {
  const { world } = demo;
  const { phone } = random.pick(world.chats.rows);
  const direction = random.pick(['in', 'out'] as const);
  const userId = direction === 'in' ? null : world.account.id;
  const call = { id: world.calls.nextId(), kind: 'call' as const, phone, direction, at: demo.clock.nowAt(), userId };
  world.calls.append(call);
  world.threads.add(call);
}

/** Nobody can answer a sender of letters. */
export function receiveFromSenderName({ demo, random }: Simulation): void {
  const sender = random.pick(['PARCELCO', 'My Bank', 'info-line']);
  demo.receive({ sender, text: `Your code is ${String(random.between(1_000, 9_999))}` });
}

/** The words of a message change where it is. */
export function editSentText({ demo, random }: Simulation): void {
  const { rows } = demo.world.sent;
  if (rows.length > 0) Object.assign(random.pick(rows), { text: `Edited ${String(random.between(1, 999))}` });
}

/** A chat that was deleted is made anew for its number, and the old one is not taken away. */
export function duplicateChat({ demo, random }: Simulation): void {
  const { world } = demo;
  const former = random.pick(world.chats.rows);
  former.status = 'd';
  world.addChat({ ...former, id: world.chats.nextId(), status: 'a', unread: 0, pinned: false });
  world.chats.touch();
}

/** It is ahead from now on, with all that fell due meanwhile. */
export function advanceServiceClock({ demo, random }: Simulation): void {
  demo.advance(random.pick([1, 30, 600]) * MINUTE_MS);
}

/** What others plan and what goes to many. */
export async function sendToMany({ demo, random }: Simulation): Promise<void> {
  const phones = demo.world.contacts.rows.slice(0, 5).map(({ phone }) => phone);
  const text = `To many ${String(random.between(1, 9_999))}`;
  const sendingTime = Math.floor((demo.clock.nowAt() + random.between(1, 8) * MINUTE_MS) / 1_000);
  const when = random.happens(50) ? { sendingTime: String(sendingTime) } : {};
  await demo.handle({
    ...{ method: 'POST', path: '/api/v2/messages', query: '' },
    headers: {
      'content-type': 'application/x-www-form-urlencoded',
      'x-tm-username': demo.username,
      'x-tm-key': demo.apiKey,
    },
    body: new TextEncoder().encode(new URLSearchParams({ text, phones: phones.join(','), ...when }).toString()),
  });
}
