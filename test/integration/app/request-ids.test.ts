/** A text is written down once for its request id, and no other text under it is taken for it: nothing lost, nothing doubled. */
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { RequestInput } from '#shared/contract/index.ts';
import { until } from '#test/support/until.ts';
import { AppOnDemo, toRequestId, type RunningService, type AppWindow } from './app-on-demo.ts';

const PHONE = '447700900318';
const OTHER = '447700900188';
const USED = { code: 'validation', fields: { requestId: ['used'] } };

describe('the id of a text', () => {
  let app: AppOnDemo;
  let running: RunningService;
  let window: AppWindow;

  beforeEach(async () => {
    app = await AppOnDemo.open({ holdSeconds: 30 });
    running = await app.startService();
    await open();
  });
  afterEach(() => app.dispose());

  async function open(): Promise<void> {
    window = await app.openWindow();
    await window.signIn(running.credentials);
    // Before the chats are read a text has a chat of this computer alone, which gives way to the service's.
    await until(async () =>
      expect((await window.ask('chats.find', { chatId: null, phone: PHONE }))?.id).toBeGreaterThan(0),
    );
  }

  async function restart(): Promise<void> {
    await app.closeApps();
    await open();
  }

  const toText = (changes: Partial<RequestInput<'sends.create'>> = {}): RequestInput<'sends.create'> => {
    return { requestId: 'the-same-id', phone: PHONE, text: 'At nine', from: null, ...changes };
  };
  const create = (changes: Partial<RequestInput<'sends.create'>> = {}) => window.ask('sends.create', toText(changes));
  const refuse = (changes: Partial<RequestInput<'sends.create'>> = {}) =>
    window.askForError('sends.create', toText(changes));
  const listWaiting = async (): Promise<readonly string[]> =>
    (await window.ask('ledger.list', { filter: EVERYTHING, before: null, limit: 50 })).rows
      .filter(({ state }) => state === 'held')
      .map(({ text }) => text);
  const EVERYTHING = { query: '', outcome: null, fromAt: null, toAt: null };
  const OTHERS = [
    ['text', { text: 'At ten' }],
    ['number', { phone: OTHER }],
    ['sender', { from: '447700900001' }],
  ] as const;

  it.each([
    ['at once', () => Promise.resolve()],
    ['after a restart', restart],
  ])('with the same content is the same text %s', async (_when, pass) => {
    const first = await create();
    await pass();
    expect(await create()).toEqual(first);
    expect(await create({ phone: `+${PHONE}` })).toEqual(first);
    expect(await listWaiting()).toEqual(['At nine']);
  });

  it.each(OTHERS)('with another %s is refused, and goes under an id of its own', async (_what, changes) => {
    await create();
    expect(await refuse(changes)).toMatchObject(USED);
    await restart();
    expect(await refuse(changes)).toMatchObject(USED);
    expect(await listWaiting()).toEqual(['At nine']);
    await create({ ...changes, requestId: toRequestId() });
    expect(await listWaiting()).toHaveLength(2);
  });

  it('is that of one of two texts that come at the same time', async () => {
    const replies = await Promise.all(
      ['At nine', 'At ten'].map((text) => window.app.handle('sends.create', toText({ text }))),
    );
    expect(replies).toMatchObject([{ ok: true }, { ok: false, error: USED }]);
    expect(await listWaiting()).toEqual(['At nine']);
  });

  it.each([
    ['the same text', {}],
    ['another text', { text: 'At ten' }],
  ])('of a text that was taken back is refused for %s, which goes under an id of its own', async (_what, changes) => {
    const { sendId } = await create();
    await window.ask('sends.discard', { requestId: toRequestId(), sendId });
    expect(await refuse(changes)).toMatchObject(USED);
    await restart();
    expect(await refuse(changes)).toMatchObject(USED);
    expect(await listWaiting()).toEqual([]);
    const again = await create({ ...changes, requestId: toRequestId() });
    await window.ask('sends.sendNow', { requestId: toRequestId(), sendId: again.sendId });
    const { text } = toText(changes);
    await until(() => expect(running.service.world.outbound.rows.filter((row) => row.text === text)).toHaveLength(1));
  });

  it('of a text that was sent stays its own', async () => {
    const { sendId } = await create();
    await window.ask('sends.sendNow', { requestId: toRequestId(), sendId });
    await until(async () => expect((await window.ask('ledger.get', { sendId })).row.state).toBe('accepted'));
    await restart();
    expect((await create()).sendId).toBe(sendId);
    expect(await refuse({ text: 'At ten' })).toMatchObject(USED);
    expect(running.service.world.outbound.rows.filter((row) => row.text === 'At nine')).toHaveLength(1);
  });
});
