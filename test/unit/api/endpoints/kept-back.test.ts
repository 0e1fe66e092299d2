/** Sends and estimates that are refused before anything leaves. */
import { describe, expect, it } from 'vitest';
import type { SendOutline } from '#main/api/sends/send-parameters.ts';
import type { AppError } from '#shared/domain/app-error.ts';
import { createScripted } from '../support/scripted-endpoints.ts';

const user = { priority: 'user' } as const;
const PRICE = { total: '0.04', parts: 1, countries: [] };

/** A service that prices and previews everything. */
const create = () => createScripted(({ path }) => ({ status: 200, body: path.endsWith('/preview') ? [] : PRICE }));

const schedule = {
  rrule: 'FREQ=WEEKLY;BYDAY=MO,TU,WE,TH,FR',
  startAt: Date.UTC(2026, 6, 1, 8),
  timeZone: 'America/Argentina/Buenos_Aires',
};

type Client = ReturnType<typeof createScripted>['client'];

const WAYS: readonly [string, (client: Client, outline: SendOutline) => Promise<unknown>][] = [
  ['a price', (client, outline) => client.getPrice(outline, user)],
  ['a preview', (client, outline) => client.previewMessages(outline, user)],
];

const refusalOf = (call: Promise<unknown>): Promise<AppError> =>
  call.then(
    () => expect.unreachable('It was not refused'),
    (error: unknown) => error as AppError,
  );

describe.each([
  ...WAYS,
  [
    'a send',
    (client: Client, outline: SendOutline) =>
      client.sendMessage({ ...outline, referenceId: 'r', createChat: false }, { priority: 'sending' }),
  ] as const,
])('%s', (_what, ask) => {
  it('leaves no computer with a number that is none', async () => {
    const { client, calls } = create();
    const refused = await refusalOf(ask(client, { text: 'Hello', phones: ['447700900318', 'Ruth'] }));
    expect(refused).toMatchObject({ code: 'validation', outcome: 'not-accepted' });
    expect(refused.fields).toEqual({ phones: ['“Ruth” isn’t a phone number. Correct it or remove it.'] });
    expect(calls).toEqual([]);
  });
});

describe.each(WAYS)('%s', (_what, ask) => {
  it('of more text than an address can hold is refused in a sentence, and nothing leaves', async () => {
    const { client, calls } = create();
    const outline = { text: '字'.repeat(2_000), cutsExtra: true, phones: ['447700900318'] };
    const refused = await refusalOf(ask(client, outline));
    expect(refused).toMatchObject({ code: 'validation', outcome: 'not-accepted' });
    expect(refused.fields).toEqual({ text: [expect.stringMatching(/^The text is too long .*\.$/)] });
    expect(calls).toEqual([]);
  });

  it('names what is too long where it is not the text', async () => {
    const { client, calls } = create();
    const rule = { ...schedule, rrule: `EXDATE=${'2026,'.repeat(1_500)}` };
    const refused = await refusalOf(ask(client, { text: 'x', phones: ['447700900318'], schedule: rule }));
    expect(Object.keys(refused.fields)).toEqual(['rrule']);
    expect(calls).toEqual([]);
  });

  it.each([
    ['six parts of Chinese', '字'.repeat(402)],
    ['six parts of Greek capitals', 'Ω'.repeat(918)],
    ['six parts of spaces and marks', ' &'.repeat(459)],
  ])('of %s is asked for, in an address below 6 kB', async (_text, text) => {
    const { client, calls } = create();
    await ask(client, { text, phones: ['447700900318'], maxParts: 6, from: 'NORTHGATE' }).catch(() => null);
    expect(calls).toHaveLength(1);
    for (const { path, query } of calls) {
      const pairs = Object.entries(query ?? {}).map(([name, value]) => `${name}=${encodeURIComponent(value ?? '')}`);
      expect(`/api/v2${path}?${pairs.join('&')}`.length).toBeLessThan(6_000);
    }
  });
});
