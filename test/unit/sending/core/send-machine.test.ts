import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { planSearch, SETTLE_MS } from '#main/sending/core/look-plan.ts';
import type { LookResult } from '#main/sending/core/search.ts';
import { decideStep } from '#main/sending/core/send-machine.ts';
import type { SendEvent } from '#main/sending/core/send-machine.ts';
import { AppError } from '#shared/domain/app-error.ts';
import type { AppErrorDetails } from '#shared/domain/app-error.ts';
import type { Send, SendState } from '#shared/domain/sends.ts';
import { makeFile, makeSend } from '#test/support/sending/builders.ts';

const NOW = 1_000_000;
const WEB_URL = 'https://web.example';
const LOST_AT = NOW - SETTLE_MS;
const OPEN = { kind: 'open', readBackTo: LOST_AT - 5, readSends: true, alike: [] } as const;
const looked = (result: LookResult) => ({ kind: 'looked', now: NOW, startedAt: NOW, attempts: 1, result }) as const;
const receipt = { type: 'message', messageId: 7, sessionId: 8, bulkId: null, scheduleId: null, chatId: null } as const;
const failed = (details: Omit<AppErrorDetails, 'message'>): SendEvent => ({
  kind: 'failed',
  now: NOW,
  random: 0.5,
  error: new AppError({ message: 'made to fail', ...details }),
});
const failedUpload = (details: Omit<AppErrorDetails, 'message'>, failures = 1): SendEvent => ({
  kind: 'upload-failed',
  now: NOW,
  random: 0.5,
  failures,
  error: new AppError({ message: 'made to fail', ...details }),
});

const EVENTS = {
  'found at the start': { kind: 'found', now: NOW },
  released: { kind: 'released', now: NOW },
  left: { kind: 'left', now: NOW, webUrl: WEB_URL },
  'upload failed': failedUpload({ code: 'timeout', outcome: 'unknown' }),
  'file refused': failedUpload({ code: 'validation', outcome: 'refused' }),
  'key refused for a file': failedUpload({ code: 'unauthorized', outcome: 'refused' }),
  accepted: { kind: 'accepted', now: NOW, receipt },
  'not accepted': failed({ code: 'offline', outcome: 'not-accepted' }),
  unknown: failed({ code: 'server', outcome: 'unknown' }),
  refused: failed({ code: 'validation', outcome: 'refused' }),
  'key refused': failed({ code: 'unauthorized', outcome: 'refused' }),
  found: looked({ kind: 'found', messageId: 7, sessionId: 8 }),
  'not there': looked({ ...OPEN, finding: 'not-there' }),
  'not there, too early': { ...looked({ ...OPEN, finding: 'not-there' }), startedAt: NOW - 1 },
  alike: looked({ ...OPEN, finding: 'alike' }),
  partly: looked({ ...OPEN, finding: 'partly' }),
  unreachable: looked({ kind: 'unreachable' }),
  'found what left before': { ...looked({ kind: 'found', messageId: 7, sessionId: 8 }), attempts: 0 },
  retried: { kind: 'retried', now: NOW, mayDouble: false },
  'retried, twice if need be': { kind: 'retried', now: NOW, mayDouble: true },
  discarded: { kind: 'discarded' },
} as const satisfies Record<string, SendEvent>;
type EventName = keyof typeof EVENTS;
const eventNames = Object.keys(EVENTS) as EventName[];

const AGAIN = { 'retried, twice if need be': 'queued' } as const;

/** The whole machine. What is not listed does nothing. */
const TABLE: Readonly<Record<SendState, Partial<Record<EventName, SendState | 'deleted'>>>> = {
  held: { released: 'queued', discarded: 'deleted' },
  queued: {
    left: 'sending',
    'upload failed': 'queued',
    'file refused': 'refused',
    'key refused for a file': 'queued',
    discarded: 'deleted',
  },
  sending: {
    'found at the start': 'checking',
    accepted: 'accepted',
    'not accepted': 'queued',
    unknown: 'checking',
    refused: 'refused',
    'key refused': 'queued',
  },
  accepted: {},
  refused: { ...AGAIN, retried: 'queued', discarded: 'deleted' },
  checking: {
    ...AGAIN,
    discarded: 'deleted',
    found: 'accepted',
    'not there': 'not-sent',
    'not there, too early': 'checking',
    alike: 'checking',
    partly: 'checking',
    unreachable: 'checking',
  },
  'not-sent': { ...AGAIN, retried: 'queued', discarded: 'deleted' },
  unknown: { ...AGAIN, discarded: 'deleted' },
};
const states = Object.keys(TABLE) as SendState[];
const sendIn = (state: SendState): Send =>
  makeSend(1, { state, attemptedAt: LOST_AT - 10, attempts: 1, check: planSearch(LOST_AT) });

function follow(send: Send, event: SendEvent): SendState | 'deleted' | null {
  const step = decideStep(send, event);
  if (step === null) return null;
  return step.effects.includes('delete') ? 'deleted' : (step.patch.state ?? send.state);
}

describe('the machine of one send', () => {
  const cases = states.flatMap((state) => eventNames.map((name) => [state, name] as const));

  it.each(cases)('in %s answers "%s" as the table says', (state, name) => {
    expect(follow(sendIn(state), EVENTS[name])).toBe(TABLE[state][name] ?? null);
  });

  it('counts the request and its time before it leaves (SEND-2)', () => {
    const step = decideStep(makeSend(1, { attempts: 2 }), EVENTS.left);
    expect(step?.patch).toEqual({ state: 'sending', attempts: 3, attemptedAt: NOW, problem: null });
  });

  it('keeps what the service answered and shows the message', () => {
    const step = decideStep(sendIn('sending'), EVENTS.accepted);
    expect(step?.patch).toMatchObject({ acceptedAt: NOW, messageId: 7, sessionId: 8, chatId: null, problem: null });
    expect(step?.effects).toEqual(['show-accepted']);
  });

  it('looks for the chat of a number that had none', () => {
    const step = decideStep({ ...sendIn('sending'), createChat: true }, EVENTS.accepted);
    expect(step?.effects).toEqual(['show-accepted', 'find-chat']);
  });

  it('begins a search when an answer was lost', () => {
    for (const name of ['unknown', 'found at the start'] as const) {
      const { check } = decideStep(sendIn('sending'), EVENTS[name])?.patch ?? {};
      expect(check).toMatchObject({ lostAt: NOW, looks: 0, finding: 'not-looked', nextLookAt: NOW + 1_000 });
    }
  });

  it('takes what was found as an acceptance, shows it, and looks no more', () => {
    const step = decideStep({ ...sendIn('checking'), createChat: true }, EVENTS.found);
    expect(step?.patch).toMatchObject({ acceptedAt: NOW, messageId: 7, sessionId: 8, problem: null });
    expect(step?.patch.check).toMatchObject({ finding: 'found', looks: 1, lastLookAt: NOW, nextLookAt: null });
    expect(step?.effects).toEqual(['show-accepted', 'find-chat']);
  });

  it('keeps the evidence of a look that decided nothing, and plans the next', () => {
    const alike = [{ messageId: 9, at: NOW, text: 'text' }];
    const event = looked({ ...OPEN, finding: 'alike', alike });
    const check = decideStep(sendIn('checking'), event)?.patch.check;
    expect(check).toEqual({
      ...{ lostAt: LOST_AT, looks: 1, lastLookAt: NOW, nextLookAt: LOST_AT + 300_000, finding: 'alike' },
      ...{ readBackTo: LOST_AT - 5, readSends: true, alike },
    });
    const later = decideStep({ ...sendIn('checking'), check: check ?? null }, EVENTS.unreachable);
    expect(later?.patch.check).toEqual({ ...check, finding: 'unreachable' });
  });

  it('looks for what an older version of the app lost, since its problem', () => {
    const problem = { code: 'timeout', detail: null, fields: {}, at: LOST_AT };
    const step = decideStep({ ...sendIn('checking'), check: null, problem }, EVENTS['not there']);
    expect(step?.patch).toMatchObject({ state: 'not-sent', check: { lostAt: LOST_AT, finding: 'not-there' } });
  });

  it('waits longer after every failure, and as long as the service asks', () => {
    const waitAfter = (attempts: number, retryAfterMs: number | null = null): number => {
      const event = failed({ code: 'rate-limited', outcome: 'not-accepted', retryAfterMs });
      return (decideStep({ ...sendIn('sending'), attempts }, event)?.patch.dueAt ?? 0) - NOW;
    };
    expect(waitAfter(1)).toBe(1_500);
    expect(waitAfter(2)).toBe(3_000);
    expect(waitAfter(50)).toBe(45_000);
    expect(waitAfter(1, 120_000)).toBe(120_000);
  });

  it("keeps the service's own words and fields of a refusal", () => {
    const event = failed({ code: 'validation', outcome: 'refused', common: ['No'], fields: { phones: ['bad'] } });
    expect(decideStep(sendIn('sending'), event)?.patch.problem).toEqual({
      code: 'validation',
      detail: 'No',
      fields: { phones: ['bad'] },
      at: NOW,
    });
  });

  it('pauses everything when the key is refused, and keeps the message first in line', () => {
    const step = decideStep(sendIn('sending'), EVENTS['key refused']);
    expect(step).toMatchObject({ patch: { state: 'queued', dueAt: NOW }, effects: ['pause'] });
  });

  it('queues what was found in sending without any request (SEND-4)', () => {
    expect(follow(makeSend(1, { state: 'sending' }), EVENTS['found at the start'])).toBe('queued');
  });

  it('ends the wait for the network or for the end of a maintenance, not the one after asking too often', () => {
    const waiting = (code: string): Send =>
      makeSend(1, { dueAt: NOW + 9_000, problem: { code, detail: null, fields: {}, at: 0 } });
    const woken: SendEvent = { kind: 'woken', now: NOW };
    expect(decideStep(waiting('offline'), woken)?.patch).toEqual({ dueAt: NOW });
    expect(decideStep(waiting('maintenance'), woken)?.patch).toEqual({ dueAt: NOW });
    expect(decideStep(waiting('rate-limited'), woken)).toBeNull();
    expect(decideStep(makeSend(1, { dueAt: NOW }), woken)).toBeNull();
    expect(decideStep(sendIn('checking'), woken)).toBeNull();
  });
});

describe('a send with files', () => {
  const uploaded = [makeFile(1, { href: 'click/one' }), makeFile(2, { href: 'https://other.example/two' })];
  const leave = (changes: Partial<Send>) => decideStep(makeSend(1, changes), EVENTS.left)?.patch;

  it('does not leave before the service has all of them (SEND-14)', () => {
    expect(decideStep(makeSend(1, { files: [...uploaded, makeFile(3)] }), EVENTS.left)).toBeNull();
  });

  it('leaves with their links, which are written down with "sending" (SEND-14)', () => {
    const sentText = 'text 1\nweb.example/click/one\nother.example/two';
    expect(leave({ files: uploaded })).toMatchObject({ state: 'sending', sentText, partsPredicted: 1 });
  });

  it('leaves with links alone where a person wrote nothing', () => {
    expect(leave({ text: '', files: uploaded })?.sentText).toBe('web.example/click/one\nother.example/two');
  });

  it('is counted and priced by what really leaves', () => {
    const written = { text: 'x'.repeat(150), files: uploaded, partsPredicted: 3, pricePredicted: 0.12 };
    expect(leave(written)).toMatchObject({ partsPredicted: 2, pricePredicted: 0.08 });
    expect(leave({ ...written, pricePredicted: null })).toMatchObject({ partsPredicted: 2, pricePredicted: null });
  });

  it('that got too long by its links is refused here, and did not leave', () => {
    const text = 'x'.repeat(6 * 153);
    const patch = leave({ text, files: uploaded });
    const problem = { code: 'validation', detail: null, fields: { text: ['too-long'] }, at: NOW };
    expect(patch).toEqual({ state: 'refused', partsPredicted: 7, problem });
    expect(leave({ text })?.state).toBe('sending');
  });

  it('waits longer after every failed upload, and as long as the service asks', () => {
    const waitAfter = (failures: number, retryAfterMs: number | null = null): number => {
      const event = failedUpload({ code: 'server', retryAfterMs }, failures);
      return (decideStep(makeSend(1), event)?.patch.dueAt ?? 0) - NOW;
    };
    expect([1, 2, 50].map((failures) => waitAfter(failures))).toEqual([1_500, 3_000, 45_000]);
    expect(waitAfter(1, 120_000)).toBe(120_000);
  });

  it('says of a file that the service refuses that it is the file', () => {
    const fieldsOf = (fields: Record<string, string[]>) =>
      decideStep(makeSend(1), failedUpload({ code: 'validation', fields }))?.patch.problem?.fields;
    expect(fieldsOf({ file: ['No sounds'] })).toEqual({ file: ['No sounds'] });
    expect(fieldsOf({})).toEqual({ file: ['refused'] });
  });

  it('pauses everything when the key is refused for a file, and stays first in line', () => {
    const step = decideStep(makeSend(1), EVENTS['key refused for a file']);
    expect(step).toMatchObject({ patch: { dueAt: NOW, problem: { code: 'unauthorized' } }, effects: ['pause'] });
  });
});

describe('any run of events', () => {
  const start = fc.record({
    state: fc.constantFrom('held' as const, 'queued' as const),
    files: fc.constantFrom([], [makeFile(1)], [makeFile(1, { href: 'click/1' })]),
  });
  const names = fc.array(fc.constantFrom(...eventNames, 'uploaded' as const), { maxLength: 40 });

  it('never lets a send leave twice without a sure "not accepted" or a person between (SEND-1, SEND-3)', () => {
    fc.assert(
      fc.property(start, names, (begun, happenings) => {
        let send: Send = makeSend(1, begun);
        let mayLeave = true;
        let wasAccepted = false;
        for (const name of happenings) {
          if (name === 'uploaded') {
            send = { ...send, files: send.files.map((file) => ({ ...file, href: 'click/1' })) };
            continue;
          }
          const step = decideStep(send, EVENTS[name]);
          if (step === null || step.effects.includes('delete')) continue;
          if (step.patch.state === 'sending') {
            expect([name, send.state, mayLeave]).toEqual(['left', 'queued', true]);
            mayLeave = false;
          }
          if (name === 'not accepted' || name === 'key refused' || name.startsWith('retried')) mayLeave = true;
          if (name.startsWith('retried') && send.state === 'checking') expect(name).toContain('twice');
          wasAccepted ||= name === 'accepted';
          send = { ...send, ...step.patch };
          if (wasAccepted) expect(send.state).toBe('accepted');
        }
      }),
      { numRuns: 500 },
    );
  });

  it('keeps a held send held until it is released, and one with files here until the service has them (SEND-12, SEND-14)', () => {
    fc.assert(
      fc.property(start, names, (begun, happenings) => {
        let send: Send = makeSend(1, begun);
        let isReleased = begun.state === 'queued';
        for (const name of happenings) {
          if (name === 'uploaded') {
            send = { ...send, files: send.files.map((file) => ({ ...file, href: 'click/1' })) };
            continue;
          }
          const step = decideStep(send, EVENTS[name]);
          if (step === null || step.effects.includes('delete')) continue;
          isReleased ||= name === 'released';
          send = { ...send, ...step.patch };
          if (!isReleased) expect(send.state).toBe('held');
          if (step.patch.state !== 'sending') continue;
          expect(send.files.map(({ href }) => href)).not.toContain(null);
          expect(send.sentText === null).toBe(send.files.length === 0);
        }
      }),
      { numRuns: 500 },
    );
  });
});
