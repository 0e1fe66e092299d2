import { describe, expect, it } from 'vitest';
import { capture, listPieces } from '#main/demo/state/capture.ts';
import type { Snapshot } from '#main/demo/state/model.ts';
import { CALLUM, DEBORAH, DemoOnFakeTimers, NOW_AT, STRANGER } from '../demo-on-fake-timers.ts';

const DAY_MS = 86_400_000;

function toText(state: Snapshot): string {
  return [...listPieces(state)].join('');
}

/** A bulk and an import half way, a schedule: what is changed in place afterwards. */
async function begin(demo: DemoOnFakeTimers): Promise<void> {
  const { world } = demo.service;
  const phones = Array.from({ length: 1_200 }, (_, at) => `44770090${2_000 + at}`).join(',');
  expect((await demo.post('/messages', { text: 'Bulk', phones })).status).toBe(202);
  world.imports.append({
    ...{ id: world.imports.nextId(), status: 3, processed: 0, listIds: [], total: 600, refused: 0, createdAt: NOW_AT },
    ...{ excludesLandlines: false, country: null },
    waiting: Array.from({ length: 600 }, (_, at) => ({ phone: `44770091${1_000 + at}`, firstName: 'Imported' })),
  });
  demo.service.world.data.jobs.push({ kind: 'import', dueAt: NOW_AT + 400, importId: world.imports.rows[0]?.id ?? 0 });
  const plan = { text: 'Daily', phones: DEBORAH, sendingTime: NOW_AT / 1_000 + 600, rrule: 'FREQ=DAILY' };
  expect((await demo.post('/messages', plan)).status).toBe(201);
  await demo.post('/templates', { name: 'One', content: 'x' });
  await demo.post('/senderids', { senderId: 'Northgate', explanation: 'our name' });
}

async function changeEverything(demo: DemoOnFakeTimers): Promise<void> {
  const { world } = demo.service;
  const deborah = world.findContactByPhone(DEBORAH);
  const id = String(deborah?.id);
  const field = String(world.fields.rows[0]?.id);
  await demo.call('PUT', `/contacts/${id}`, {
    phone: STRANGER,
    firstName: 'Other',
    lists: String(world.lists.rows[0]?.id),
  });
  await demo.call('PUT', `/customfields/${field}/update`, { contactId: id, value: 'changed' });
  await demo.call('PUT', `/customfields/${field}`, { name: 'Renamed' });
  await demo.call('PUT', `/templates/${String(world.templates.rows[0]?.id)}`, { name: 'Two', content: 'y' });
  await demo.call('PUT', `/lists/${String(world.lists.rows[0]?.id)}`, { name: 'Renamed list' });
  await demo.call('PUT', '/user', { firstName: 'A', lastName: 'B', company: 'C', email: 'a@b.example' });
  world.data.settings.senders['US'] = '12025550123';
  await demo.post('/tags', { title: 'new' });
  await demo.post(`/contacts/${id}/notes`, { note: 'new' });
  await demo.post('/contacts/block', { phone: CALLUM });
  await demo.post('/chats/read/bulk', { all: 1 });
  demo.service.receive({ sender: '447700900402', text: 'STOP' });
  demo.service.setOutcome(DEBORAH, 'f');
  const [note] = world.contactNotes.rows;
  if (note !== undefined) note.note = 'changed';
  const [senderId] = world.senderIds.rows;
  if (senderId !== undefined) senderId.status = 'R';
  demo.timers.advance(2 * DAY_MS);
}

describe('the state as it is written', () => {
  it('is, piece by piece, the JSON of all of it', () => {
    const { data } = new DemoOnFakeTimers({ contacts: 2_500, messages: 6_000, chats: 1_001 }).service.world;
    expect(toText(data)).toBe(JSON.stringify(data));
    const pieces = [...listPieces(data)];
    expect(Math.max(...pieces.map(({ length }) => length))).toBeLessThan(toText(data).length / 4);
  });

  it('is that of one moment: nothing that happens afterwards is seen in it', async () => {
    const demo = new DemoOnFakeTimers({ live: true });
    await begin(demo);
    demo.timers.advance(600);
    const { data } = demo.service.world;
    const captured = capture(data);
    const before = JSON.stringify(data);
    const byTable = new Map(Object.entries(data).map(([name, value]) => [name, JSON.stringify(value)]));
    await changeEverything(demo);
    expect(toText(captured)).toBe(before);
    // Otherwise this would not show anything.
    const changed = Object.entries(data).filter(([name, value]) => JSON.stringify(value) !== byTable.get(name));
    expect(changed.map(([name]) => name)).toEqual(
      expect.arrayContaining([
        ...['balance', 'users', 'fields', 'tags', 'lists', 'contacts', 'contactNotes', 'unsubscribed', 'chats'],
        ...['outbound', 'inbound', 'sessions', 'templates', 'schedules', 'bulks', 'imports', 'senderIds', 'settings'],
        ...['jobs', 'outcomes'],
      ]),
    );
  });
});
