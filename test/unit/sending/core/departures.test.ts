import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { LANES_AT_ONCE, planDepartures, UPLOADS_AT_ONCE } from '#main/sending/core/departures.ts';
import type { UnderWay } from '#main/sending/core/departures.ts';
import { toPhoneKey } from '#shared/domain/phones.ts';
import { makeFile, makeSend } from '#test/support/sending/builders.ts';

const phone = (index: number): ReturnType<typeof toPhoneKey> => toPhoneKey(`44770090000${String(index)}`);
const idsOf = (sends: readonly { readonly createdAt: number }[]): number[] => sends.map(({ createdAt }) => createdAt);
const busyWith = (requests: readonly number[], uploads: readonly number[] = []): UnderWay => ({
  requests: new Set(requests.map(phone)),
  uploads: new Set(uploads.map(phone)),
});
const NOTHING = busyWith([]);
const files = [makeFile(1)];

describe('planDepartures', () => {
  it('lets the first message of each number leave (SEND-5)', () => {
    const waiting = [1, 2, 3].map((id) => makeSend(id, { phone: phone(id === 2 ? 2 : 1) }));
    expect(idsOf(planDepartures({ waiting, underWay: NOTHING, now: 0 }).leaving)).toEqual([1, 2]);
  });

  it('lets nothing leave to a number whose request or upload is under way (SEND-5)', () => {
    const waiting = [makeSend(1, { phone: phone(1) }), makeSend(2, { phone: phone(2) })];
    const nothing = { leaving: [], uploading: [], nextDueAt: null };
    expect(planDepartures({ waiting, underWay: busyWith([1], [2]), now: 0 })).toEqual(nothing);
  });

  it('lets nobody overtake a message that has to wait (SEND-5)', () => {
    const waiting = [makeSend(1, { dueAt: 500 }), makeSend(2)];
    const plan = { leaving: [], uploading: [], nextDueAt: 500 };
    expect(planDepartures({ waiting, underWay: NOTHING, now: 10 })).toEqual(plan);
  });

  it('lets nobody overtake a message that is held, or whose files are to be uploaded (SEND-5)', () => {
    const waiting = [
      makeSend(1, { phone: phone(1), state: 'held', dueAt: 500 }),
      makeSend(2, { phone: phone(1) }),
      makeSend(3, { phone: phone(2), files }),
      makeSend(4, { phone: phone(2) }),
    ];
    const plan = planDepartures({ waiting, underWay: NOTHING, now: 10 });
    expect([plan.leaving, idsOf(plan.uploading), plan.nextDueAt]).toEqual([[], [3], 500]);
  });

  it('wakes for every hold, also for one that stands behind others (SEND-12)', () => {
    const waiting = [makeSend(1, { dueAt: 900 }), makeSend(2, { state: 'held', dueAt: 500 })];
    expect(planDepartures({ waiting, underWay: NOTHING, now: 10 }).nextDueAt).toBe(500);
    expect(planDepartures({ waiting, underWay: busyWith([1]), now: 10 }).nextDueAt).toBe(500);
  });

  it('lets go what waits for an instant that only a clock set back since can have planned (SEND-6)', () => {
    const problem = { code: 'offline', detail: null, fields: {}, at: 1_001 } as const;
    const waiting = [
      makeSend(1, { phone: phone(1), createdAt: 1_001, dueAt: 1_001 }),
      makeSend(2, { phone: phone(2), dueAt: 60_000, problem }),
      makeSend(3, { phone: phone(3), dueAt: 1_000 + 3_600_001 }),
      makeSend(4, { phone: phone(4), dueAt: 1_000 + 3_600_000 }),
    ];
    const { leaving, nextDueAt } = planDepartures({ waiting, underWay: NOTHING, now: 1_000 });
    expect(leaving).toEqual(waiting.slice(0, 3));
    expect(nextDueAt).toBe(1_000 + 3_600_000);
  });

  it('writes to four numbers at once', () => {
    const waiting = [1, 2, 3, 4, 5, 6].map((id) => makeSend(id, { phone: phone(id) }));
    expect(idsOf(planDepartures({ waiting, underWay: NOTHING, now: 0 }).leaving)).toEqual([1, 2, 3, 4]);
    expect(idsOf(planDepartures({ waiting, underWay: busyWith([7, 8, 9]), now: 0 }).leaving)).toEqual([1]);
  });

  it('uploads for two at once, and no text waits for that', () => {
    const waiting = [1, 2, 3, 4, 5, 6].map((id) => makeSend(id, { phone: phone(id), files: id < 5 ? files : [] }));
    const plan = planDepartures({ waiting, underWay: NOTHING, now: 0 });
    expect([idsOf(plan.uploading), idsOf(plan.leaving)]).toEqual([
      [1, 2],
      [5, 6],
    ]);
    expect(idsOf(planDepartures({ waiting, underWay: busyWith([], [7]), now: 0 }).uploading)).toEqual([1]);
  });

  it('never has two of one number on the way, nor lets a later one go first, nor a held one at all (SEND-5)', () => {
    const entry = fc.record({
      number: fc.nat(6),
      dueAt: fc.nat(10),
      state: fc.constantFrom('held' as const, 'queued' as const),
      files: fc.constantFrom([], files, [makeFile(2, { href: 'click/2' })]),
    });
    const numbers = fc.array(fc.nat(6), { maxLength: 4 });
    fc.assert(
      fc.property(fc.array(entry), numbers, numbers, (entries, requests, uploads) => {
        const waiting = entries.map(({ number, ...rest }, id) => makeSend(id, { phone: phone(number), ...rest }));
        const underWay = busyWith(
          requests,
          uploads.filter((one) => !requests.includes(one)),
        );
        const { leaving, uploading } = planDepartures({ waiting, underWay, now: 5 });
        const phones = [
          ...underWay.requests,
          ...underWay.uploads,
          ...[...leaving, ...uploading].map((one) => one.phone),
        ];
        expect(new Set(phones).size).toBe(phones.length);
        const count = (more: readonly unknown[], some: ReadonlySet<unknown>): number => more.length + some.size;
        expect(count(leaving, underWay.requests)).toBeLessThanOrEqual(Math.max(LANES_AT_ONCE, underWay.requests.size));
        expect(count(uploading, underWay.uploads)).toBeLessThanOrEqual(
          Math.max(UPLOADS_AT_ONCE, underWay.uploads.size),
        );
        for (const send of [...leaving, ...uploading]) {
          expect(waiting.find((other) => other.phone === send.phone)).toBe(send);
          expect(send.state).toBe('queued');
        }
        for (const send of leaving) expect(send.files.every(({ href }) => href !== null)).toBe(true);
      }),
    );
  });
});
