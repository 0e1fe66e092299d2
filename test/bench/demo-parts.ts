/** The demo service at large counts, in this process. */
import { performance } from 'node:perf_hooks';
import process from 'node:process';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { createSnapshot } from '#main/demo/seed/snapshot.ts';
import { DAY_MS } from '#test/unit/store/builders.ts';
import { DemoOnFakeTimers, NOW_AT } from '#test/unit/demo/demo-on-fake-timers.ts';
import { toFigure, type Figure } from './measure.ts';

const TARGETS = { snapshotMs: 10_000, importTurnMs: 1_500, listsMs: 5_000, jumpMs: 5_000 } as const;

export async function measureDemo({ isQuick }: { readonly isQuick: boolean }): Promise<Figure[]> {
  const rows = isQuick ? 2_000 : 100_000;
  return [
    await measureSnapshot(isQuick ? 1_000 : 20_000),
    await measureImport(rows),
    await measureLists(rows),
    await measureJump(isQuick ? 30 : 3_650),
  ];
}

interface Row {
  readonly name: string;
  readonly target: number;
  readonly work: () => unknown;
}

async function toRow({ name, target, work }: Row): Promise<Figure> {
  const [before, startedAt] = [process.cpuUsage(), performance.now()];
  await work();
  const { user, system } = process.cpuUsage(before);
  const details = { wallMs: performance.now() - startedAt };
  return toFigure({ name, unit: 'ms of CPU', value: (user + system) / 1_000, target, details });
}

function measureSnapshot(chats: number): Promise<Figure> {
  const counts = { chats, messages: chats * 15, contacts: chats };
  return toRow({
    name: `a demo of ${chats} chats and ${counts.messages} messages is made`,
    target: TARGETS.snapshotMs,
    work: () => createSnapshot({ ...counts, seed: 1, nowAt: NOW_AT, role: 'P' }),
  });
}

/** The longest turn of the loop while a file is taken in: as long do other calls wait. */
async function measureImport(count: number): Promise<Figure> {
  const demo = new DemoOnFakeTimers();
  const rows = Array.from({ length: count }, (_, at) => `First ${at},Last,${String(447_500_000_000 + at)}`);
  const turns: number[] = [];
  let last = process.threadCpuUsage();
  const endTurn = (): void => {
    const { user, system } = process.threadCpuUsage(last);
    turns.push((user + system) / 1_000);
    last = process.threadCpuUsage();
  };
  await upload(demo, rows.join('\n'));
  endTurn();
  const { imports } = demo.service.world;
  while (imports.rows[0]?.status !== 5) {
    demo.timers.advance(400);
    endTurn();
    await nextTurn();
  }
  await demo.service.dispose();
  const name = `an import of ${count} rows, its longest turn`;
  const details = { turns: turns.length };
  return toFigure({ name, unit: 'ms of CPU', value: Math.max(...turns), target: TARGETS.importTurnMs, details });
}

async function upload({ service }: DemoOnFakeTimers, csv: string): Promise<void> {
  const form = new FormData();
  const query = new URLSearchParams({ column: '0:firstName;2:phone', listName: 'Everybody' });
  form.set('file', new Blob([csv]), 'people.csv');
  const request = new Request('http://127.0.0.1/', { method: 'POST', body: form });
  const type = request.headers.get('content-type') ?? '';
  const { status } = await service.handle({
    ...{ method: 'POST', path: '/api/v2/contacts/import/normalized', query: String(query) },
    headers: { 'x-tm-username': service.username, 'x-tm-key': service.apiKey, 'content-type': type },
    body: new Uint8Array(await request.arrayBuffer()),
  });
  if (status !== 201) throw new Error(`The import was refused with ${status}`);
}

async function measureLists(count: number): Promise<Figure> {
  const demo = new DemoOnFakeTimers();
  const { world } = demo.service;
  const [first] = world.contacts.rows;
  if (first === undefined) throw new Error('There are no contacts');
  for (let at = 0; at < count; at += 1) {
    const phone = String(4_475_000_000_000 + at);
    world.addContact({ ...first, id: world.contacts.nextId(), phone, listIds: [71_001], values: {}, tagIds: [] });
  }
  return await toRow({
    name: `lists of ${count} contacts are reset, counted and deleted`,
    target: TARGETS.listsMs,
    work: async () => {
      await demo.call('PUT', '/lists/71005/contacts', { contacts: 'all' });
      await demo.one('/lists/71005');
      await demo.call('POST', '/lists/71005/contacts', { contacts: String(first.id) });
      await demo.call('POST', '/lists/delete', { all: 1 });
      await demo.service.dispose();
    },
  });
}

async function measureJump(days: number): Promise<Figure> {
  const demo = new DemoOnFakeTimers();
  demo.service.world.data.balance = 1_000_000;
  const sendingTime = NOW_AT / 1_000 + 3_600;
  await demo.post('/messages', { text: 'Planned', phones: '447700900318', sendingTime, rrule: 'FREQ=HOURLY' });
  return await toRow({
    name: `the clock is set ahead by ${days} days, with an hourly schedule`,
    target: TARGETS.jumpMs,
    work: () => demo.service.advance(days * DAY_MS),
  });
}
