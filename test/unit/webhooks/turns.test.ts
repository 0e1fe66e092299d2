import { describe, expect, it } from 'vitest';
import { Turns } from '#main/webhooks/turns.ts';

describe('turns', () => {
  it('are given in order, each in a turn of the event loop of its own', async () => {
    const turns = new Turns();
    let turn = 0;
    let isOver = false;
    const count = (): void => {
      turn += 1;
      if (!isOver) setImmediate(count);
    };
    setImmediate(count);
    const seen: [who: number, turn: number][] = [];
    await Promise.all([1, 2, 3].map((who) => turns.next().then(() => seen.push([who, turn]))));
    isOver = true;
    expect(seen.map(([who]) => who)).toEqual([1, 2, 3]);
    expect(new Set(seen.map(([, when]) => when)).size).toBe(3);
  });
});
