import { execFile } from 'node:child_process';
import path from 'node:path';
import { promisify } from 'node:util';
import { expect, test } from '@playwright/test';
import * as v from 'valibot';
import { toNodeCommand } from '#main/start/node-args.mjs';

/** The parts of `npm run bench` in very small: that they work and say what they measured, not how fast anything is. */
const PROJECT = path.resolve(import.meta.dirname, '../..');
const run = promisify(execFile);

const nullableNumber = v.nullable(v.number());
const reportSchema = v.object({
  node: v.string(),
  cores: v.number(),
  settings: v.record(v.string(), v.union([v.number(), v.string()])),
  figures: v.array(
    v.object({
      name: v.string(),
      unit: v.string(),
      value: v.number(),
      target: nullableNumber,
      bound: v.picklist(['at most', 'at least']),
      ratio: nullableNumber,
      verdict: v.nullable(v.picklist(['met', 'missed', 'failed'])),
      cause: v.nullable(v.string()),
      details: v.record(v.string(), v.number()),
    }),
  ),
});

async function bench(...args: readonly string[]): Promise<v.InferOutput<typeof reportSchema>> {
  const script = path.join(PROJECT, 'test/bench/run.ts');
  const [node = '', ...nodeArgs] = toNodeCommand(script, ['--quick', ...args]);
  const { stdout } = await run(node, nodeArgs, { cwd: PROJECT, env: { ...process.env, SWITCHBOARD_KEYRING: 'off' } });
  return v.parse(reportSchema, JSON.parse(stdout));
}

test('the bench measures the first sync, callbacks and rest, and prints them as JSON', async () => {
  test.setTimeout(1_800_000);
  const sizes = ['--chats', '60', '--messages', '400', '--contacts', '60', '--texts', '4', '--idle-seconds', '2'];
  const { figures, settings } = await bench('--only', 'sync,callbacks,idle', ...sizes);
  expect(settings).toMatchObject({ chats: 60, texts: 4, parts: 'sync callbacks idle' });
  const names = figures.map(({ name }) => name);
  expect(new Set(names).size, 'each figure has a name of its own').toBe(names.length);
  for (const about of [/share of the allowed rate/, /reads of any kind.*p99/, /delay of main.*p99/, /painted, p95/]) {
    expect(names).toContainEqual(expect.stringMatching(about));
  }
  for (const about of [/requests at rest/, /processor of the app at rest/]) {
    expect(names.filter((name) => about.test(name))).toHaveLength(2);
  }
  expect(figures.every(({ value }) => Number.isFinite(value))).toBe(true);
});

test('the bench compares the start of a large account with that of an empty one', async () => {
  test.setTimeout(1_800_000);
  const { figures } = await bench('--only', 'start', '--start-messages', '500', '--chats', '60');
  expect(figures).toHaveLength(1);
  expect(figures[0]).toMatchObject({ name: expect.stringContaining('start with 500 messages'), bound: 'at most' });
  expect(figures[0]?.details['listMsEmpty']).toBeGreaterThan(0);
});

test('the bench measures storms, the pace, the queries, the demo, files and imports by themselves', async () => {
  test.setTimeout(1_800_000);
  const { figures } = await bench('--only', 'storm,pace,queries,demo,files,imports');
  const names = figures.map(({ name }) => name);
  const parts = [
    /in a storm of/,
    /in a flood of/,
    /as fast as allowed/,
    /taking in a page/,
    /a demo of/,
    /csv of .* rows/,
    /csv of .* rows beside .* contacts/,
    /xlsx of .* rows beside .* contacts/,
  ];
  for (const about of parts) {
    expect(names).toContainEqual(expect.stringMatching(about));
  }
  expect(figures.every(({ value }) => Number.isFinite(value))).toBe(true);
});
