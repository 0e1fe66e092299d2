import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import type { App } from '#renderer/app/app.svelte.ts';
import { RequestIds } from '#renderer/data/request-ids.ts';
import { ScheduleActions } from '#renderer/features/schedules/schedule-actions.ts';
import { Formats } from '#renderer/lib/format.ts';
import { Translator } from '#renderer/lib/messages.ts';
import type { Reply, RequestInput, SwitchboardBridge } from '#shared/contract/index.ts';
import { buildSchedule } from '#test/support/fake-schedules.ts';

const NOW = Date.parse('2026-11-20T12:00Z');

beforeEach(() => void vi.useFakeTimers({ now: NOW }));
afterEach(() => void vi.useRealTimers());

function begin(replies: Reply<unknown>[] = []) {
  const asked: { readonly name: string; readonly input: unknown }[] = [];
  const bridge = {
    request: (name: string, input: unknown) => {
      asked.push({ name, input });
      return Promise.resolve(replies.shift() ?? { ok: true, value: { key: 'own:a', undoId: null } });
    },
  } as unknown as SwitchboardBridge;
  const told: string[] = [];
  const texts = new Translator('en-GB');
  const formats = new Formats(texts, { timeFormat: '24h', currency: 'GBP', timeZone: 'Europe/London' });
  const app = {
    ...{ bridge, requestIds: new RequestIds(() => 'acme'), clock: { now: NOW } },
    formats,
    ...{ toasts: { show: (text: string) => told.push(text) }, peopleUndo: { offer: () => undefined } },
  } as unknown as App;
  return { asked, told, actions: new ScheduleActions(app, texts) };
}

it('sends one of it where the button is pressed twice', async () => {
  const { asked, actions } = begin();
  expect(await actions.sendNow('own:a')).toBe(true);
  vi.advanceTimersByTime(200);
  expect(await actions.sendNow('own:a')).toBe(false);
  expect(await actions.sendNow('own:b')).toBe(true);
  expect(asked).toHaveLength(2);
  vi.advanceTimersByTime(5_000);
  expect(await actions.sendNow('own:a')).toBe(true);
});

it('can be pressed again at once where it was not sent', async () => {
  const error = { code: 'disk', detail: null, fields: {}, retryAfterMs: null } as const;
  const { asked, actions } = begin([{ ok: false, error }]);
  expect(await actions.sendNow('own:a')).toBe(false);
  expect(await actions.sendNow('own:a')).toBe(true);
  expect(asked).toHaveLength(2);
});

it('keeps here what is left of a repetition that has begun', async () => {
  const { asked, actions } = begin();
  const time = { wall: '2026-11-18T10:00', timeZone: 'UTC', rule: 'FREQ=DAILY;COUNT=5', overlap: 'first' } as const;
  await actions.keepHere(buildSchedule({ state: 'refused', time }));
  const { input } = asked[0] as { readonly input: RequestInput<'schedules.change'> };
  expect(input).toMatchObject({
    keeper: 'computer',
    time: { wall: '2026-11-21T10:00', rule: 'FREQ=DAILY;COUNT=2' },
  });
});

it('says of one that is given up what still goes out', async () => {
  const { told, actions } = begin();
  const nextAt = NOW + 86_400_000;
  const asking = buildSchedule({ state: 'asking', question: 'unclear', nextAt });
  await actions.decide(asking, 'drop');
  await actions.decide({ ...asking, key: 'own:b', question: 'not-made' }, 'drop');
  await actions.decide({ ...asking, key: 'own:c', question: 'missed', missedAt: NOW }, 'drop');
  await actions.decide({ ...asking, key: 'own:d', missedAt: NOW }, 'drop');
  expect(told).toEqual([
    'We’ve stopped trying. If the service has it, it’ll still be sent.',
    'It won’t be sent',
    'Skipped. The next one is due on Sat 21 Nov at 12:00.',
    'We won’t send it again. It may already have been sent, so check the chat.',
  ]);
});
