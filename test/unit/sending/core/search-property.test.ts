/** Whatever is read, in whatever state things are: the decisions that could cost a message hold. */
import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { SETTLE_MS, planSearch } from '#main/sending/core/look-plan.ts';
import { carriesReference, decideFindings } from '#main/sending/core/search.ts';
import type { SearchQuestion } from '#main/sending/core/search.ts';
import { decideStep } from '#main/sending/core/send-machine.ts';
import type { Message, ServiceSend } from '#shared/domain/entities.ts';
import { toPhoneKey } from '#shared/domain/phones.ts';
import type { Send } from '#shared/domain/sends.ts';
import { makeSend } from '#test/support/sending/builders.ts';
import { makeMessage } from '#test/support/sync/builders.ts';

const LEFT_AT = Date.UTC(2026, 10, 20, 9);
const WINDOW_MS = 600_000;
const phone = fc.constantFrom(toPhoneKey('447700900001'), toPhoneKey('447700900002'));
const text = fc.constantFrom('Yes', 'yes', 'Yes, at nine', '{Name}');
const at = fc.integer({ min: -2 * WINDOW_MS, max: 2 * WINDOW_MS }).map((ms) => LEFT_AT + ms);
const smallId = fc.integer({ min: 1, max: 12 });

const sendOf = (index: number): fc.Arbitrary<Send> =>
  fc
    .record({ phone, text, attemptedAt: at, afterMessageId: fc.option(smallId), sessionId: fc.option(smallId) })
    .map((changes) => makeSend(index, { state: 'checking', attempts: 1, ...changes }));
const sends = (from: number, most: number): fc.Arbitrary<Send[]> =>
  fc.nat(most).chain((count) => fc.tuple(...Array.from({ length: count }, (_, index) => sendOf(from + index))));

const messages: fc.Arbitrary<Message[]> = fc
  .uniqueArray(fc.record({ id: smallId, phone, text, at, sessionId: fc.option(smallId) }), { selector: ({ id }) => id })
  .map((rows) => rows.map(({ id, ...changes }) => makeMessage('out', id, changes)));
const reference = fc.option(
  fc.oneof(
    fc.constant('theirs'),
    fc.nat(5).map((index) => makeSend(index).id),
    fc.nat(5).map((index) => `${makeSend(index).id}.x`),
  ),
);
const sessions: fc.Arbitrary<ServiceSend[]> = fc.uniqueArray(
  fc.record({
    id: smallId,
    at: fc.option(at),
    text,
    source: fc.option(fc.constantFrom('A', 'O')),
    referenceId: reference,
  }),
  { selector: ({ id }) => id },
);
const stretch = <Row>(rows: fc.Arbitrary<Row[]>) => fc.record({ rows, isToEnd: fc.boolean(), isWhole: fc.boolean() });

const question: fc.Arbitrary<SearchQuestion> = fc
  .record({
    lost: sends(0, 4),
    claimed: fc.array(smallId, { maxLength: 4 }),
    listed: fc.oneof(stretch(sessions), fc.constantFrom('absent' as const, 'unanswered' as const)),
    messages: fc.option(stretch(messages)),
    ofSends: fc.array(fc.tuple(smallId, messages), { maxLength: 3 }),
    named: fc.array(fc.tuple(fc.nat(4), messages), { maxLength: 3 }),
  })
  .map(({ lost, claimed, listed, messages, ofSends, named }) => ({
    ...{ lost, claimedIds: new Set(claimed) },
    reading: {
      ...{ startedAt: LEFT_AT, sends: listed, messages, ofSends: new Map(ofSends) },
      ofCallbacks: new Map(named.map(([index, rows]) => [makeSend(index).id, rows])),
    },
  }));

const listSessions = ({ reading }: SearchQuestion): readonly ServiceSend[] =>
  typeof reading.sends === 'string' ? [] : reading.sends.rows;

describe('any look', () => {
  it('answers for every lost send and for no other', () => {
    fc.assert(
      fc.property(question, (asked) => {
        expect(new Set(decideFindings(asked).keys())).toEqual(new Set(asked.lost.map(({ id }) => id)));
      }),
    );
  });

  it('never gives one message to two sends, nor one that another has (SEND-7)', () => {
    fc.assert(
      fc.property(question, (asked) => {
        const given = [...decideFindings(asked).values()].flatMap((one) =>
          one.kind === 'found' && one.messageId !== null ? [one.messageId] : [],
        );
        expect(new Set(given).size).toBe(given.length);
        for (const id of given) expect(asked.claimedIds.has(id)).toBe(false);
      }),
      { numRuns: 1_000 },
    );
  });

  it('finds nothing but by our reference, on a send of the service or in a callback about a message to that number', () => {
    fc.assert(
      fc.property(question, (asked) => {
        const results = decideFindings(asked);
        for (const send of asked.lost) {
          const result = results.get(send.id);
          if (result?.kind !== 'found') continue;
          const origin = listSessions(asked).find(({ id }) => id === result.sessionId);
          if (origin !== undefined && carriesReference(origin, send)) continue;
          const named = asked.reading.ofCallbacks.get(send.id) ?? [];
          expect(named.find(({ id }) => id === result.messageId)?.phone).toBe(send.phone);
        }
      }),
      { numRuns: 1_000 },
    );
  });

  it('never says that it is not there while something that may be it is, or while not all was read (SEND-8)', () => {
    fc.assert(
      fc.property(question, (asked) => {
        for (const [id, result] of decideFindings(asked)) {
          if (result.kind !== 'open' || result.finding !== 'not-there') continue;
          const { messages: read, sends: listed } = asked.reading;
          expect([read?.isWhole, listed === 'unanswered', result.alike]).toEqual([true, false, []]);
          if (typeof listed !== 'string') expect(listed.isWhole).toBe(true);
          const send = asked.lost.find((one) => one.id === id);
          expect(listSessions(asked).some((one) => send !== undefined && carriesReference(one, send))).toBe(false);
        }
      }),
      { numRuns: 1_000 },
    );
  });

  it('never leads to "not sent" before the service had its time (SEND-9)', () => {
    fc.assert(
      fc.property(question, fc.integer({ min: -SETTLE_MS, max: 2 * SETTLE_MS }), (asked, sinceMs) => {
        for (const [id, result] of decideFindings(asked)) {
          const lost = asked.lost.find((one) => one.id === id);
          if (lost === undefined) throw new Error('Only what was asked for');
          const send = { ...lost, check: planSearch(LEFT_AT) };
          const startedAt = LEFT_AT + sinceMs;
          const step = decideStep(send, { kind: 'looked', now: startedAt + 9, startedAt, attempts: 1, result });
          if (sinceMs < SETTLE_MS) expect(step?.patch.state).not.toBe('not-sent');
          expect(step?.patch.state ?? 'checking').not.toBe('queued');
        }
      }),
      { numRuns: 500 },
    );
  });
});
