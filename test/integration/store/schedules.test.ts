import { closeSync, copyFileSync, openSync, rmSync, writeSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import type { Store } from '#main/store/api.ts';
import { openForWriting } from '#main/store/open.ts';
import { toFilePaths } from '#main/store/paths.ts';
import type { ChatScope } from '#shared/contract/index.ts';
import type { OwnSchedule, OwnScheduleState } from '#shared/domain/scheduling/own-schedule.ts';
import { DAY_MS, NOON, buildChat, buildSend, phoneOf } from '#test/unit/store/builders.ts';
import { MADE, buildOwnSchedule, ownIdOf } from '#test/unit/store/schedule-builders.ts';
import { createStoreHarness } from './store-harness.ts';

const PAGE_BYTES = 4_096;
const SCHEDULES = 60;
const OPEN: readonly OwnScheduleState[] = ['leaving', 'coming', 'asking', 'refused'];

/** Pages of text; every third one is just being made at the service. */
const buildOne = (number: number): OwnSchedule => {
  const text = `Number ${number}: ${'a text that is long enough to fill pages. '.repeat(6)}`;
  const service = { keeper: 'service', state: 'leaving', step: 'creating', attempts: 1 } as const;
  const phones = [phoneOf((number % 3) + 1)];
  return buildOwnSchedule(number, {
    text,
    phones,
    ...(number % 3 === 0 ? { ...service, referenceId: `r${number}.1` } : {}),
  });
};

async function fill(store: Store): Promise<void> {
  await store.commitChats({ chats: [buildChat(1), buildChat(2), buildChat(3)] });
  const numbers = Array.from({ length: SCHEDULES }, (_, index) => index + 1);
  await Promise.all(numbers.map((number) => store.createOwnSchedule({ schedule: buildOne(number), event: MADE })));
  await store.saveOwnTemplate({ template: { id: 'a', name: 'One', content: 'Hi', modifiedAt: NOON } });
  await store.saveTemplateExtras({ key: 'own:a', shortcut: 'one', fallbacks: { Pet: 'cat' } });
}

const byId = (one: OwnSchedule, other: OwnSchedule): number => (one.id < other.id ? -1 : 1);

describe('schedules of this computer in a store', () => {
  const { open, createFolder } = createStoreHarness();

  it('stand after a restart where they stood, with their events, and on their chats', async () => {
    const folder = createFolder();
    const { store } = await open(folder);
    await fill(store);
    await store.updateOwnSchedule({ id: ownIdOf(1), patch: { text: 'Other' }, event: { ...MADE, kind: 'changed' } });
    await store.dispose();
    const { store: again, notices } = await open(folder);
    expect(notices).toEqual([]);
    const all = await again.listOwnSchedules({ states: OPEN });
    expect(all.find(({ id }) => id === ownIdOf(1))).toEqual({ ...buildOne(1), text: 'Other' });
    expect(all.filter(({ id }) => id !== ownIdOf(1))).toEqual(
      Array.from({ length: SCHEDULES - 1 }, (_, index) => buildOne(index + 2)).sort(byId),
    );
    expect((await again.listOwnScheduleEvents({ id: ownIdOf(1) })).map(({ kind }) => kind)).toEqual([
      'made',
      'changed',
    ]);
    expect(await again.listTemplateViews({})).toMatchObject([
      { key: 'own:a', shortcut: 'one', fallbacks: { Pet: 'cat' } },
    ]);
    expect((await again.countChats({})).scheduled).toBe(3);
  });

  it('have their chats again in a cache that was rebuilt, where the user began them', async () => {
    const folder = createFolder();
    const { store } = await open(folder);
    await store.createOwnSchedule({ schedule: buildOwnSchedule(1), event: MADE });
    // Another client's, which was only changed here.
    await store.createOwnSchedule({ schedule: buildOwnSchedule(2), event: { ...MADE, kind: 'changed' } });
    await store.createOwnSchedule({ schedule: buildOwnSchedule(3, { state: 'cancelled' }), event: MADE });
    const chatId = await store.ensureChat({ phone: phoneOf(1), at: NOON });
    await store.dispose();
    rmSync(toFilePaths(folder).cache);
    const { store: again } = await open(folder);
    const scope: ChatScope = { shelf: 'any', marks: [], listId: null };
    expect(await again.listChatIds({ scope, now: NOON })).toEqual([chatId]);
    expect((await again.countChats({})).scheduled).toBe(1);
  });

  it('are saved one by one around a damaged page, those that were just being made as such (STORE-13)', async () => {
    const folder = createFolder();
    const { store } = await open(folder);
    await fill(store);
    await store.dispose();
    const { owned } = toFilePaths(folder);
    const db = openForWriting(owned, 'NORMAL');
    const sql = `SELECT pageno FROM dbstat WHERE name = 'own_schedules' AND pagetype = 'leaf' ORDER BY pageno`;
    const leaves = db.all<{ pageno: number }>(sql).map(({ pageno }) => pageno);
    db.close();
    const file = openSync(owned, 'r+');
    const page = leaves[Math.floor(leaves.length / 2)] ?? 0;
    writeSync(file, Buffer.alloc(PAGE_BYTES, 0xa5), 0, PAGE_BYTES, (page - 1) * PAGE_BYTES);
    closeSync(file);
    const { store: saved, notices } = await open(folder);
    expect(notices.map(({ kind }) => kind)).toEqual(['owned-salvaged']);
    const rows = await saved.listOwnSchedules({ states: OPEN });
    expect(rows.length).toBeGreaterThan(SCHEDULES - 15);
    expect(rows.length).toBeLessThan(SCHEDULES);
    for (const row of rows) expect(row).toEqual(buildOne(Number(/\d+/.exec(row.text)?.[0])));
    expect(rows.filter(({ step }) => step === 'creating').length).toBeGreaterThan(SCHEDULES / 3 - 10);
    expect(await saved.listTemplateViews({})).toMatchObject([
      { key: 'own:a', shortcut: 'one', fallbacks: { Pet: 'cat' } },
    ]);
    // Whom they name is what the saved ones say, each once.
    const reader = openForWriting(owned, 'NORMAL');
    expect(reader.get('SELECT count(*) AS n FROM own_schedule_targets')).toEqual({ n: rows.length });
    reader.close();
  });

  it('are neither made nor sent once more by themselves where what was written last is lost (STORE-13)', async () => {
    const [lived, found] = [createFolder(), createFolder()];
    const { store } = await open(lived);
    const service = { keeper: 'service', state: 'leaving' } as const;
    const schedules = [
      buildOwnSchedule(1, { nextAt: NOON - 1 }),
      buildOwnSchedule(2, { nextAt: NOON + DAY_MS }),
      buildOwnSchedule(3, { ...service, step: 'create' }),
      buildOwnSchedule(4, { ...service, step: 'delete', replacesId: 7 }),
      buildOwnSchedule(5, { ...service, step: 'delete', replacesId: 8, goal: 'nothing' }),
      buildOwnSchedule(6, { ...service, step: 'send', goal: 'send', nextAt: NOON + DAY_MS }),
    ];
    for (const schedule of schedules) await store.createOwnSchedule({ schedule, event: MADE });
    const db = openForWriting(toFilePaths(lived).owned, 'FULL');
    expect(db.get('PRAGMA wal_checkpoint(TRUNCATE)')).toMatchObject({ busy: 0 });
    db.close();
    const fired = { id: ownIdOf(1), changedAt: NOON, send: buildSend('s'), patch: { state: 'done' } } as const;
    await store.fireOwnSchedule({ ...fired, event: { ...MADE, kind: 'fired' } });
    for (const name of ['owned.db', 'owned.db.commits']) copyFileSync(join(lived, name), join(found, name));
    const { store: earlier, notices } = await open(found);
    expect(notices.map(({ kind }) => kind)).toEqual(['owned-salvaged']);
    const [first, second, third, fourth, fifth, sixth] = await Promise.all(
      schedules.map(({ id }) => earlier.findOwnSchedule({ id })),
    );
    expect(first).toMatchObject({ state: 'asking', question: 'missed', missedAt: NOON - 1 });
    expect(second).toEqual(schedules[1]);
    expect(third).toMatchObject({ state: 'leaving', step: 'creating', attempts: 1, referenceId: `${ownIdOf(3)}.1` });
    expect(fourth).toMatchObject({ state: 'asking', question: 'unclear', step: 'delete', replacesId: 7 });
    expect(fifth).toEqual(schedules[4]);
    expect(sixth).toMatchObject({ state: 'asking', question: 'missed', missedAt: schedules[5]?.changedAt });
    expect(await earlier.listSchedulesOfPhone({ phone: phoneOf(1) })).toHaveLength(1);
  });
});
