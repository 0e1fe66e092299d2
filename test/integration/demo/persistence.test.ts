import { mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { Snapshot } from '#main/demo/state/model.ts';
import { DEBORAH, DemoOnFakeTimers, NOW_AT } from '#test/unit/demo/demo-on-fake-timers.ts';

const DAY_MS = 86_400_000;

let dataDir = '';

beforeEach(async () => {
  dataDir = await mkdtemp(path.join(tmpdir(), 'demo-state-'));
});

afterEach(async () => {
  await rm(dataDir, { recursive: true, force: true });
});

describe('DEMO-11: with a data folder', () => {
  it('messages, chats, settings and what is still to happen survive a restart', async () => {
    const first = new DemoOnFakeTimers({ dataDir, seed: 3 });
    const { body } = await first.post('/messages', { text: 'Before', phones: DEBORAH, referenceId: 'r' });
    const id = String((body as Record<string, unknown>)['id']);
    first.service.receive({ sender: '447700900001', text: 'I am new' });
    await first.service.dispose();

    const second = new DemoOnFakeTimers({ dataDir, seed: 99 }, NOW_AT + 1_000);
    expect(second.service.apiKey).toBe(first.service.apiKey);
    expect(await second.one('/chats/447700900001/by/phone')).toMatchObject({ unread: 1 });
    second.timers.advance(10_000);
    expect(await second.one(`/messages/${id}`)).toMatchObject({ text: 'Before', status: 'd' });
    await second.service.dispose();
  });

  it('a change is written soon, without waiting for the end, and never half', async () => {
    const demo = new DemoOnFakeTimers({ dataDir });
    demo.service.receive({ sender: DEBORAH, text: 'written soon' });
    demo.timers.advance(1_000);
    await expect.poll(async () => (await readdir(dataDir)).includes('demo-state.json')).toBe(true);
    expect(await readFile(path.join(dataDir, 'demo-state.json'), 'utf8')).toContain('written soon');
    await demo.service.dispose();
    expect(await readdir(dataDir)).toEqual(['demo-state.json']);
  });

  it('what is written is the state of one moment, however much happens meanwhile, and others have their turn', async () => {
    const demo = new DemoOnFakeTimers({ dataDir, contacts: 4_000, messages: 40_000 });
    const { world } = demo.service;
    const before = { balance: world.data.balance, sent: world.outbound.rows.length };
    const lastId = world.outbound.rows.at(-1)?.id ?? 0;
    const send = (): Promise<unknown> => demo.post('/messages', { text: 'meanwhile', phones: DEBORAH });
    await send();
    const price = before.balance - world.data.balance;
    demo.timers.advance(1_000);
    let turns = 0;
    for (; turns < 5_000 && !(await readdir(dataDir)).includes('demo-state.json'); turns += 1) await send();
    const text = await readFile(path.join(dataDir, 'demo-state.json'), 'utf8');
    const kept = JSON.parse(text.slice(text.indexOf('\n'))) as Snapshot;
    const sent = kept.outbound.filter(({ id }) => id > lastId);
    expect(turns).toBeGreaterThan(20);
    expect(world.outbound.rows.length - before.sent).toBeGreaterThan(sent.length + 20);
    expect(before.balance - kept.balance).toBeCloseTo(sent.length * price);
    const planned = new Set(kept.jobs.flatMap((job) => (job.kind === 'letter' ? [job.messageId] : [])));
    expect(sent.filter(({ id, status }) => status !== 'd' && !planned.has(id))).toEqual([]);
    await demo.service.dispose();
  });

  it('what was written first is there when the next writing is cut off', async () => {
    const first = new DemoOnFakeTimers({ dataDir });
    await first.post('/tags', { title: 'kept' });
    await first.service.dispose();
    const file = path.join(dataDir, 'demo-state.json');
    const whole = await readFile(file);
    await writeFile(`${file}.new`, Buffer.concat([Buffer.from('switchboard-demo 2 '), whole.subarray(0, 5_000)]));
    const problems: string[] = [];
    const second = new DemoOnFakeTimers({ dataDir, onProblem: (sentence) => problems.push(sentence) });
    expect(second.service.world.tags.rows.map(({ title }) => title)).toContain('kept');
    await second.service.dispose();
    expect(problems).toEqual([]);
    expect(await readdir(dataDir)).toEqual(['demo-state.json']);
  });

  it('schedules and the service’s clock survive, and what fell due meanwhile fires once', async () => {
    const first = new DemoOnFakeTimers({ dataDir, seed: 3 });
    first.service.advance(10 * DAY_MS);
    const plan = async (text: string, hours: number, rrule?: string): Promise<void> => {
      const sendingTime = Math.floor(first.service.clock.nowAt() / 1_000) + hours * 3_600;
      const { status } = await first.post('/messages', { text, phones: DEBORAH, sendingTime, rrule });
      expect(status).toBe(201);
    };
    await plan('Once', 1);
    await plan('Daily', 1, 'FREQ=DAILY;COUNT=5');
    await plan('Later', 100);
    await first.service.dispose();

    const second = new DemoOnFakeTimers({ dataDir }, NOW_AT + 2 * DAY_MS);
    expect(second.service.clock.nowAt()).toBe(NOW_AT + 12 * DAY_MS);
    const sent = (text: string): number =>
      second.service.world.outbound.rows.filter((message) => message.text === text).length;
    expect([sent('Once'), sent('Daily'), sent('Later')]).toEqual([1, 1, 0]);
    second.timers.advance(10 * DAY_MS);
    expect([sent('Once'), sent('Daily'), sent('Later')]).toEqual([1, 4, 1]);
    await second.service.dispose();
  });

  it('a file of another version is moved aside and said so', async () => {
    const first = new DemoOnFakeTimers({ dataDir });
    await first.service.dispose();
    const file = path.join(dataDir, 'demo-state.json');
    const text = await readFile(file, 'utf8');
    await writeFile(file, text.replace(/^switchboard-demo \d+ /, 'switchboard-demo 1 '));
    const problems: string[] = [];
    const second = new DemoOnFakeTimers({ dataDir, onProblem: (sentence) => problems.push(sentence) });
    expect(problems).toEqual([expect.stringContaining('another version')]);
    await second.service.dispose();
    expect((await readdir(dataDir)).sort()).toEqual(['demo-state.json', expect.stringContaining('.other-version-')]);
  });

  it('a damaged file is moved aside and said so, and the demo begins anew', async () => {
    const first = new DemoOnFakeTimers({ dataDir });
    await first.service.dispose();
    const file = path.join(dataDir, 'demo-state.json');
    const text = await readFile(file, 'utf8');
    await writeFile(file, text.slice(0, -100));
    const problems: string[] = [];
    const second = new DemoOnFakeTimers({ dataDir, onProblem: (sentence) => problems.push(sentence) });
    expect(problems).toEqual([expect.stringContaining('damaged')]);
    expect((await second.list('/chats')).length).toBeGreaterThan(0);
    await second.service.dispose();
    expect((await readdir(dataDir)).sort()).toEqual(['demo-state.json', expect.stringContaining('.damaged-')]);
  });
});
