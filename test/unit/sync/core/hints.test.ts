import { describe, expect, it } from 'vitest';
import type { KeptCallback } from '#shared/domain/callbacks.ts';
import {
  afterPass,
  FEW,
  FRESH_PACE,
  groupByMessage,
  MOST_READS,
  planAgainMs,
  planHeads,
  planPassAt,
  planRanges,
  planReads,
  planRefusedAgainMs,
  showsLetters,
} from '#main/sync/core/hints.ts';
import type { HintedMessage } from '#main/sync/core/hints.ts';
import { toPhoneKey } from '#shared/domain/phones.ts';
import { range } from '#test/support/sync/builders.ts';

const PHONE = toPhoneKey('447700900001');
const HEADS = { inbound: 100, outbound: 100 };

function eventOf(direction: 'in' | 'out', messageId: number, seq: number, letter = ''): KeptCallback {
  const event = { direction, messageId, seq, letter, phone: PHONE, referenceId: null, happenedAt: null };
  return { ...event, receivedAt: 0, state: 'waiting', settledAt: null, times: 1 };
}

const hintsOf = (direction: 'in' | 'out', ids: readonly number[]): readonly HintedMessage[] =>
  groupByMessage(ids.map((id, index) => eventOf(direction, id, index)));

const facts = { heads: HEADS, fresh: [], isInboundAbsent: false };

describe('groupByMessage', () => {
  it('reads one message once, however many events name it', () => {
    const [one, ...others] = groupByMessage([eventOf('out', 5, 1, 'q'), eventOf('out', 5, 2, 'd')]);
    expect(one).toMatchObject({ key: 'out:5', letters: ['q', 'd'], seqs: [1, 2] });
    expect(others).toEqual([]);
  });

  it('keeps the two sequences of ids apart', () => {
    expect(groupByMessage([eventOf('in', 5, 1), eventOf('out', 5, 2)])).toHaveLength(2);
  });
});

describe('how messages that callbacks name are read', () => {
  it('is one by one while they are few', () => {
    const few = hintsOf('in', range(101, 100 + FEW));
    expect(planHeads(few, HEADS)).toEqual([]);
    expect(planReads(few, facts)).toMatchObject({ alone: few, lastIds: [], later: [], unknown: [] });
  });

  it('is one reading of the head where many are new', () => {
    expect(planHeads(hintsOf('in', range(101, 101 + FEW)), HEADS)).toEqual(['inbound']);
    expect(planHeads(hintsOf('out', range(101, 600)), HEADS)).toEqual(['outbound']);
  });

  it('takes what lies above a head that was just read for unknown, without asking for each', () => {
    const forged = hintsOf('in', range(501, 900));
    const plan = planReads(forged, { ...facts, fresh: ['inbound'] });
    expect(plan.unknown).toHaveLength(400);
    expect(plan.alone).toEqual([]);
  });

  it('is by stretches of the outbound feed where many letters of older messages changed', () => {
    const plan = planReads(hintsOf('out', range(1, 95)), facts);
    expect(plan).toMatchObject({ lastIds: [96], alone: [] });
  });

  it('never asks more in one pass than is good for the others, and leaves nothing out', () => {
    const scattered = hintsOf(
      'out',
      range(1, 80).map((step) => step * 1_000),
    );
    const many = hintsOf('in', range(1, 90));
    const plan = planReads([...scattered, ...many], facts);
    expect(plan.lastIds.length + plan.alone.length).toBeLessThanOrEqual(MOST_READS);
    const read = plan.lastIds.length + plan.alone.length + plan.later.length;
    expect(read).toBe(170);
  });

  it('is by the chat of the number where the service has no inbound feed', () => {
    const hints = hintsOf('in', [1, 2]);
    const heads = { inbound: null, outbound: 100 };
    expect(planReads(hints, { heads, fresh: [], isInboundAbsent: true })).toMatchObject({ byChat: hints, alone: [] });
  });
});

describe('planRanges', () => {
  it('looks close ids up together and scattered ones apart', () => {
    expect(planRanges([10, 12, 50_000])).toEqual([
      { fromId: 50_000, toId: 50_000 },
      { fromId: 10, toId: 12 },
    ]);
  });

  it('never looks up a stretch so wide that its answer would be cut off', () => {
    for (const { fromId, toId } of planRanges(range(1, 20_000))) expect(toId - fromId).toBeLessThan(5_000);
  });
});

describe('a page that shows a message', () => {
  const [told] = groupByMessage([eventOf('out', 5, 1, 'd')]);

  it('confirms letters that it shows itself, or that came before', () => {
    const [earlier] = groupByMessage([eventOf('out', 5, 1, 'q')]);
    expect(told && showsLetters(told, 'd')).toBe(true);
    expect(earlier && showsLetters(earlier, 'd')).toBe(true);
  });

  it('does not confirm a letter that it does not show: it may be stale, or the letter made up', () => {
    for (const shown of ['q', 'f', null]) expect(told && showsLetters(told, shown)).toBe(false);
  });
});

describe('an event that the service does not know', () => {
  it('is asked for again over about two minutes, and then refuted (SYNC-13)', () => {
    expect([1, 2, 3, 4].map(planAgainMs)).toEqual([5_000, 30_000, 120_000, null]);
  });

  it('is never refuted by refusals that say nothing about it', () => {
    const waits = range(1, 60).map(planRefusedAgainMs);
    expect(waits.every((ms) => ms >= 5_000 && ms <= 3_600_000)).toBe(true);
  });
});

describe('the pace of passes', () => {
  it('comes down to one a second where each is about much, after a few at once', () => {
    let pace = FRESH_PACE;
    let now = 0;
    for (let pass = 0; pass < 100; pass += 1) {
      now = Math.max(now, planPassAt(pace, now));
      pace = afterPass(pace, now, 50);
    }
    expect(now).toBeGreaterThanOrEqual(97_000);
    expect(now).toBeLessThanOrEqual(99_000);
  });

  it('keeps nobody waiting who writes once a second', () => {
    let pace = FRESH_PACE;
    for (let second = 0; second < 100; second += 1) {
      expect(planPassAt(pace, second * 1_000)).toBeLessThanOrEqual(second * 1_000);
      pace = afterPass(pace, second * 1_000, 1);
    }
  });

  it('waits for nothing that was planned by a clock that was set back since (SYNC-11)', () => {
    let pace = FRESH_PACE;
    for (let pass = 0; pass < 10; pass += 1) pace = afterPass(pace, 1_000_000 + pass, 50);
    expect(planPassAt(pace, 500_000)).toBe(500_000);
    expect(planPassAt(afterPass(pace, 500_000, 1), 500_100)).toBe(500_100);
  });
});
