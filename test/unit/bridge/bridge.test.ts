import * as v from 'valibot';
import { beforeEach, describe, expect, it } from 'vitest';
import { createBridge, type Bridge, type RefusedRequest } from '#main/bridge/bridge.ts';
import type { Handlers } from '#main/services/handler-types.ts';
import { handlers } from '#main/services/requests.ts';
import type { Services } from '#main/services/services.ts';
import { requestNames, requests } from '#shared/contract/index.ts';
import { AppError } from '#shared/domain/app-error.ts';

interface Steps {
  readonly called: string[];
  answer: () => unknown;
}

/** Handlers that note each call and answer as told. */
const createHandlers = (steps: Steps): Handlers =>
  Object.fromEntries(
    requestNames.map((name) => [
      name,
      (_: Services, input: unknown) => {
        steps.called.push(`${name} ${JSON.stringify(input)}`);
        return steps.answer();
      },
    ]),
  ) as unknown as Handlers;

/** What the bridge asks by itself answers as told as well. */
const createServices = (steps: Steps): Services =>
  ({
    events: { runId: 'run', sequence: 41, subscribe: () => () => undefined },
    files: { append: () => steps.answer(), get: () => steps.answer() },
    session: { getAccount: () => ({ media: { get: () => steps.answer() } }) },
    settings: { get: () => steps.answer(), set: () => steps.answer() },
    host: { openLink: () => Promise.resolve(true) },
  }) as unknown as Services;

describe('the bridge', () => {
  let steps: Steps;
  let bugs: { what: string; error: unknown }[];
  let refused: RefusedRequest[];
  let bridge: Bridge;

  const open = (checksAnswers = false): Bridge =>
    createBridge(createServices(steps), {
      checksAnswers,
      handlers: createHandlers(steps),
      onBug: (what, error) => bugs.push({ what, error }),
      onRefused: (one) => refused.push(one),
    });

  beforeEach(() => {
    steps = { called: [], answer: () => ({}) };
    bugs = [];
    refused = [];
    bridge = open();
  });

  it('has a handler for every request of the contract and for nothing else', () => {
    expect(Object.keys(handlers).sort()).toEqual([...requestNames].sort());
  });

  it('says of an answer that does not fit where, and nothing of what it held', async () => {
    steps.answer = () => ({ text: 7, files: [], secret: 'call me at nine' });
    const input = { requestId: 'request-1', sendId: 'x' };
    expect(await open(true).handle('sends.discard', input)).toMatchObject({ ok: false, error: { code: 'bug' } });
    steps.answer = () => ({ handle: ['call me at nine'] });
    const file = { name: 'a', mimeType: '', sizeBytes: 1 };
    expect(await open(true).handle('files.stage', file)).toMatchObject({ ok: false, error: { code: 'bug' } });
    const words = bugs.map(({ error }) => (error instanceof Error ? error.message : ''));
    expect(words).toEqual([
      'The answer does not fit the contract: text is no string',
      'The answer does not fit the contract: handle is no string',
    ]);
  });

  it('hands a valid input to its use case and wraps what comes back', async () => {
    steps.answer = () => ({ open: 1 });
    expect(await bridge.handle('chats.count', {})).toEqual({ ok: true, value: { open: 1 } });
    expect(steps.called).toEqual(['chats.count {}']);
  });

  it.each(requestNames.filter((name) => !v.is(requests[name].input, {})))(
    'DISPATCH-2: keeps nonsense for %s away from the use cases',
    async (name) => {
      for (const nonsense of [null, 7, 'text', [], {}, { requestId: 5, chatId: 'x', limit: -1 }]) {
        expect(await bridge.handle(name, nonsense)).toMatchObject({ ok: false, error: { code: 'validation' } });
      }
      expect(steps.called).toEqual([]);
      expect(bugs).toEqual([]);
    },
  );

  it('DISPATCH-2: says which field does not fit', async () => {
    const target = { kind: 'chats', chatIds: [1] };
    const reply = await bridge.handle('chats.applyAction', { requestId: 'r1234567', target, action: { kind: 'pin' } });
    expect(reply).toMatchObject({ ok: false, error: { fields: { 'action.isPinned': ['object'] } } });
  });

  it('refuses a request that the contract does not have, also those of every object', async () => {
    for (const name of ['chats.drop', 'constructor', '__proto__', 'toString', '']) {
      expect(await bridge.handle(name, {})).toMatchObject({ ok: false, error: { code: 'bug' } });
    }
    expect(bugs).toHaveLength(5);
  });

  it('hands no name to the log that is none of a request', async () => {
    for (const name of ['chats.drop', '\u{1b}[2A\rls', 'x'.repeat(61)]) await bridge.handle(name, {});
    expect(bugs.map(({ what }) => what)).toEqual(['chats.drop', 'an unknown request', 'an unknown request']);
  });

  it('DISPATCH-1: turns a failure of the world into its code, with the service’s own words and fields', async () => {
    steps.answer = () => {
      throw new AppError({
        code: 'rate-limited',
        message: 'internal words with /paths',
        common: ['Slow down.'],
        fields: { text: ['is too long'] },
        retryAfterMs: 1_500,
      });
    };
    expect(await bridge.handle('chats.count', {})).toEqual({
      ok: false,
      error: { code: 'rate-limited', detail: 'Slow down.', fields: { text: ['is too long'] }, retryAfterMs: 1_500 },
    });
    expect(bugs).toEqual([]);
  });

  it('DISPATCH-4: logs a bug once and tells the window nothing but that', async () => {
    const error = new TypeError('secret path /home/ada');
    steps.answer = () => Promise.reject(error);
    expect(await bridge.handle('chats.count', {})).toEqual({
      ok: false,
      error: { code: 'bug', detail: null, fields: {}, retryAfterMs: null },
    });
    expect(bugs).toEqual([{ what: 'chats.count', error }]);
  });

  it('DISPATCH-5: tells once of a failure of the world, with the request, the code and what caused it', async () => {
    const error = new AppError({
      code: 'bad-response',
      message: 'GET /chats: no usable id',
      fields: { text: ['Ada'] },
    });
    steps.answer = () => {
      throw error;
    };
    const chunk = { handle: 'h', offset: 0, bytes: new Uint8Array() };
    await bridge.handle('chats.count', {});
    await bridge.appendBytes(chunk);
    await bridge.getFile('h');
    await bridge.getMedia('m');
    const told = { code: 'bad-response', error, fields: ['text'] };
    const operations = ['chats.count', 'bytes', 'file', 'media'];
    expect(refused).toEqual(operations.map((operation) => ({ ...told, operation })));
    expect(bugs).toEqual([]);
  });

  it('DISPATCH-5: tells which fields of an input do not fit and what they should be, never what they held', async () => {
    const said = { phone: 447700900318, text: { 'call me at nine': 1 }, from: 7, 447700900318: 'Ada' };
    await bridge.handle('sends.create', { requestId: 'request-0001', ...said });
    await bridge.handle('settings.set', { shortcuts: { 'call me at nine': 7 }, holdSeconds: '447700900318' });
    expect(refused).toHaveLength(2);
    expect(refused[0]).toEqual({
      ...{ operation: 'sends.create', code: 'validation', error: null },
      fields: ['phone: no string', 'text: no string', 'from: no string'],
    });
    const words = refused.flatMap(({ fields }) => fields).join(' ');
    for (const secret of ['447700900318', 'nine', 'Ada']) expect(words).not.toContain(secret);
    expect(words).toContain('holdSeconds');
  });

  it('DISPATCH-3: does once what is asked for twice with one id, and answers both alike', async () => {
    let acted = 0;
    steps.answer = () => Promise.resolve({ text: `Text ${String((acted += 1))}`, files: [] });
    const input = { requestId: 'request-0001', sendId: 'abc' };
    const [first, second] = await Promise.all([
      bridge.handle('sends.discard', input),
      bridge.handle('sends.discard', input),
    ]);
    expect(first).toEqual({ ok: true, value: { text: 'Text 1', files: [] } });
    expect(second).toEqual(first);
    expect(await bridge.handle('sends.discard', input)).toEqual(first);
    expect(await bridge.handle('sends.discard', { ...input, requestId: 'request-0002' })).not.toEqual(first);
  });

  it('DISPATCH-3: refuses an id that was used for something else, and does nothing', async () => {
    steps.answer = () => Promise.resolve({ text: 'Text', files: [] });
    await bridge.handle('sends.discard', { requestId: 'request-0001', sendId: 'abc' });
    expect(await bridge.handle('sends.discard', { requestId: 'request-0001', sendId: 'def' })).toMatchObject({
      ok: false,
      error: { code: 'validation', fields: { requestId: ['used'] } },
    });
    expect(steps.called).toHaveLength(1);
  });

  it('DISPATCH-3: leaves it to the text to know its id once it is written down', async () => {
    steps.answer = () => Promise.resolve({ sendId: 's1', chatId: 1 });
    const input = { requestId: 'request-0001', phone: '447700900318', text: 'Hi', from: null };
    await Promise.all([bridge.handle('sends.create', input), bridge.handle('sends.create', input)]);
    expect(steps.called).toHaveLength(1);
    await bridge.handle('sends.create', input);
    expect(steps.called).toHaveLength(2);
  });

  it('answers what only reads anew each time', async () => {
    await bridge.handle('chats.count', {});
    await bridge.handle('chats.count', {});
    expect(steps.called).toHaveLength(2);
  });

  it('checks answers against the contract where it was told to', async () => {
    steps.answer = () => ({ open: 'many' });
    expect(await open(true).handle('chats.count', {})).toMatchObject({ ok: false, error: { code: 'bug' } });
    expect(bugs).toHaveLength(1);
    expect(await open(false).handle('chats.count', {})).toMatchObject({ ok: true });
  });

  it('wraps bytes, files and pictures as well', async () => {
    steps.answer = () => {
      throw new AppError({ code: 'not-found', message: 'x' });
    };
    const chunk = { handle: 'h', offset: 0, bytes: new Uint8Array() };
    expect(await bridge.appendBytes(chunk)).toMatchObject({ ok: false, error: { code: 'not-found' } });
    expect(await bridge.getFile('h')).toMatchObject({ ok: false, error: { code: 'not-found' } });
    expect(await bridge.getMedia('m')).toMatchObject({ ok: false, error: { code: 'not-found' } });
  });

  it('gives a host the settings, and null where they cannot be read; both failures are reported, none is thrown', async () => {
    steps.answer = () => Promise.resolve({ theme: 'dark' });
    expect(await bridge.findSettings()).toEqual({ theme: 'dark' });
    steps.answer = () => {
      throw new AppError({ code: 'disk', message: 'full' });
    };
    expect(await bridge.findSettings()).toBeNull();
    await bridge.saveSettings({ zoomPercent: 150 });
    await bridge.openLink('file:///etc/passwd');
    const told = refused.map(({ operation, code }) => [operation, code]);
    expect(told).toEqual([
      ['settings.get', 'disk'],
      ['settings.set', 'disk'],
      ['host.openLink', 'validation'],
    ]);
  });

  it('knows the run and the number of the last event', () => {
    expect(bridge.runId).toBe('run');
    expect(bridge.sequence).toBe(41);
  });
});
