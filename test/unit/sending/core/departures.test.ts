import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { LANES_AT_ONCE, planDepartures } from '#main/sending/core/departures.ts';
import { toPhoneKey } from '#shared/domain/phones.ts';
import { makeSend } from '#test/support/sending/builders.ts';

const phone = (index: number): ReturnType<typeof toPhoneKey> => toPhoneKey(`44770090000${String(index)}`);
const idsOf = (sends: readonly { readonly createdAt: number }[]): number[] => sends.map(({ createdAt }) => createdAt);

describe('planDepartures', () => {
  it('lets the first message of each number leave (SEND-5)', () => {
    const queued = [1, 2, 3].map((id) => makeSend(id, { phone: phone(id === 2 ? 2 : 1) }));
    expect(idsOf(planDepartures({ queued, busy: new Set(), now: 0 }).leaving)).toEqual([1, 2]);
  });

  it('lets nothing leave to a number whose request is under way (SEND-5)', () => {
    const queued = [makeSend(1, { phone: phone(1) })];
    expect(planDepartures({ queued, busy: new Set([phone(1)]), now: 0 })).toEqual({ leaving: [], nextDueAt: null });
  });

  it('lets nobody overtake a message that has to wait (SEND-5)', () => {
    const queued = [makeSend(1, { dueAt: 500 }), makeSend(2)];
    expect(planDepartures({ queued, busy: new Set(), now: 10 })).toEqual({ leaving: [], nextDueAt: 500 });
  });

  it('lets go what waits for an instant that only a clock set back since can have planned (SEND-6)', () => {
    const problem = { code: 'offline', detail: null, fields: {}, at: 1_001 } as const;
    const queued = [
      makeSend(1, { phone: phone(1), createdAt: 1_001, dueAt: 1_001 }),
      makeSend(2, { phone: phone(2), dueAt: 60_000, problem }),
      makeSend(3, { phone: phone(3), dueAt: 1_000 + 3_600_001 }),
      makeSend(4, { phone: phone(4), dueAt: 1_000 + 3_600_000 }),
    ];
    const { leaving, nextDueAt } = planDepartures({ queued, busy: new Set(), now: 1_000 });
    expect(leaving).toEqual(queued.slice(0, 3));
    expect(nextDueAt).toBe(1_000 + 3_600_000);
  });

  it('writes to four numbers at once', () => {
    const queued = [1, 2, 3, 4, 5, 6].map((id) => makeSend(id, { phone: phone(id) }));
    expect(idsOf(planDepartures({ queued, busy: new Set(), now: 0 }).leaving)).toEqual([1, 2, 3, 4]);
    const busy = new Set([phone(7), phone(8), phone(9)]);
    expect(idsOf(planDepartures({ queued, busy, now: 0 }).leaving)).toEqual([1]);
  });

  it('never has two of one number on the way, nor more than four in all (SEND-5)', () => {
    const entry = fc.record({ number: fc.nat(6), dueAt: fc.nat(10) });
    fc.assert(
      fc.property(fc.array(entry), fc.array(fc.nat(6), { maxLength: 4 }), (entries, busyNumbers) => {
        const queued = entries.map(({ number, dueAt }, id) => makeSend(id, { phone: phone(number), dueAt }));
        const busy = new Set(busyNumbers.map(phone));
        const { leaving } = planDepartures({ queued, busy, now: 5 });
        const phones = [...busy, ...leaving.map((send) => send.phone)];
        expect(new Set(phones).size).toBe(phones.length);
        expect(phones.length).toBeLessThanOrEqual(Math.max(LANES_AT_ONCE, busy.size));
        for (const send of leaving) expect(queued.find((other) => other.phone === send.phone)).toBe(send);
      }),
    );
  });
});
