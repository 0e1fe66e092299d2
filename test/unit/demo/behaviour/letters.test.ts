import { describe, expect, it } from 'vitest';
import { planLetters } from '#main/demo/behaviour/letters.ts';
import { createRandom } from '#main/demo/seed/random.ts';
import { DEBORAH, DemoOnFakeTimers, TOM } from '../demo-on-fake-timers.ts';

/** The letters that a message shows until everything planned has happened. */
async function listLetters(demo: DemoOnFakeTimers, phone: string): Promise<string[]> {
  const { body } = await demo.post('/messages', { text: 'Hello', phones: phone });
  const path = `/messages/${String((body as Record<string, unknown>)['id'])}`;
  const letters: string[] = [];
  for (let at = 0; at < 200; at += 1) {
    const status = String((await demo.one(path))['status']);
    if (letters.at(-1) !== status) letters.push(status);
    demo.timers.advance(100);
  }
  return letters;
}

describe('DEMO-9: the letters of a message', () => {
  it('go from queued over the operator to delivered within five seconds', async () => {
    const letters = await listLetters(new DemoOnFakeTimers(), DEBORAH);
    expect(letters).toHaveLength(4);
    expect(letters.join('')).toMatch(/^qr[ab]d$/);
  });

  it('end with f for Tom, whose number never works', async () => {
    expect((await listLetters(new DemoOnFakeTimers(), TOM)).join('')).toMatch(/^qr[ab]f$/);
  });

  it.each(['e', 'j', 'u', 'f', 'd'] as const)('end with %s when that is chosen', async (letter) => {
    const demo = new DemoOnFakeTimers();
    demo.service.setOutcome('447700900001', letter);
    expect((await listLetters(demo, '447700900001')).at(-1)).toBe(letter);
  });

  it('take their time divided by the speed', async () => {
    const demo = new DemoOnFakeTimers({ speed: 100 });
    const { body } = await demo.post('/messages', { text: 'Hello', phones: DEBORAH });
    demo.timers.advance(50);
    const { status } = (await demo.one(`/messages/${String((body as Record<string, unknown>)['id'])}`)) as {
      status: string;
    };
    expect(status).toBe('d');
  });

  it('turn from d to f only at the very end, and long after', () => {
    for (let seed = 0; seed < 200; seed += 1) {
      const steps = planLetters(createRandom(seed), 'd', true);
      expect(steps.map(({ letter }) => letter).join('')).toMatch(/^r[ab]df$/);
      const times = steps.map(({ afterMs }) => afterMs);
      expect(times).toEqual([...times].sort((a, b) => a - b));
      expect((times[3] ?? 0) - (times[2] ?? 0)).toBeGreaterThanOrEqual(40_000);
    }
  });
});
