import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { Composer } from '#renderer/features/composer/composer.svelte.ts';
import { Drafts } from '#renderer/features/composer/drafts.ts';
import { buildChat, FakeBridge } from '#test/support/fake-bridge.ts';
import { buildWritingTools } from '#test/support/writing-tools.ts';

const PHONE = '447700900318';

/** A composer to Deborah, on a main in memory. */
function setUp(findShown: () => Composer | null = () => null) {
  const bridge = new FakeBridge();
  bridge.data.chats = [buildChat({ phone: PHONE })];
  const tools = buildWritingTools(bridge, { drafts: new Drafts(bridge, () => undefined), findShown });
  const composer = new Composer(bridge, { ...tools, phone: PHONE, stored: null, filesCount: 0 });
  return { bridge, composer };
}

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

it('a text can be scheduled unless it is empty or too long', async () => {
  const { composer } = setUp();
  expect(await composer.checkSchedulable()).toEqual({ kind: 'empty' });
  composer.text = 'x'.repeat(1_000);
  expect(await composer.checkSchedulable()).toEqual({ kind: 'too-long' });
  composer.text = 'Nil by mouth from 21:00';
  expect(await composer.checkSchedulable()).toBeNull();
});

it('what was scheduled leaves the field and the draft', async () => {
  const { bridge, composer } = setUp();
  composer.text = 'Nil by mouth ';
  await vi.advanceTimersByTimeAsync(1_000);
  await composer.leaveScheduled('Nil by mouth');
  expect(composer.text).toBe('');
  expect(bridge.inputsOf('drafts.save').at(-1)).toMatchObject({ phone: PHONE, text: '' });
});

it('what was written since stays', async () => {
  const { composer } = setUp();
  composer.text = 'Nil by mouth, but water';
  await composer.leaveScheduled('Nil by mouth');
  expect(composer.text).toBe('Nil by mouth, but water');
});

it('what is taken back stands before what was written since, also in another composer of that number', async () => {
  const { bridge, composer } = setUp();
  composer.text = 'Water is fine';
  composer.bringTextBack(PHONE, 'Nil by mouth');
  expect(composer.text).toMatch(/^Nil by mouth\s+Water is fine$/);
  const left = setUp(() => composer).composer;
  await left.leave();
  left.bringTextBack(PHONE, 'First');
  expect(composer.text).toMatch(/^First\s+Nil by mouth/);
  expect(left.text).toBe('');
  const alone = setUp();
  await alone.composer.leave();
  alone.composer.bringTextBack(PHONE, 'Kept as a draft');
  await vi.advanceTimersByTimeAsync(1_000);
  expect(alone.bridge.data.drafts.get(PHONE)).toBe('Kept as a draft');
  expect(bridge.data.drafts.get(PHONE)).not.toBe('Kept as a draft');
});
