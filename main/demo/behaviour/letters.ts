import { hashText } from '../seed/random.ts';
import type { Random } from '../seed/random.ts';
import type { Letter } from '../state/model.ts';
import type { World } from '../state/world.ts';

/** One step of a message on its way: after how long, which letter, and why if it was refused. */
export interface LetterStep {
  readonly afterMs: number;
  readonly letter: Letter;
  readonly reason: string | null;
}

/** Final letters that a message can end with. */
export type FinalLetter = Extract<Letter, 'd' | 'e' | 'f' | 'j' | 'u'>;

const REASONS: Record<FinalLetter, string | null> = { d: null, u: null, e: 'e', f: 'a', j: 'if' };

/** One contact in twenty-five has a phone that texts do not always reach. Unknown numbers are always reached. */
export function isFlaky(world: World, phone: string): boolean {
  return hashText(phone) % 25 === 0 && world.findContactByPhone(phone) !== undefined;
}

/** Where a message to a flaky phone ends: mostly delivered all the same. */
export function pickFlakyEnd(random: Random): FinalLetter {
  const at = random.next();
  if (at < 0.55) return 'd';
  if (at < 0.75) return 'f';
  if (at < 0.85) return 'u';
  return at < 0.93 ? 'j' : 'e';
}

/**
 * The letters that follow q, each with its delay from the acceptance: r, then a or b, then the end. A refusal comes
 * without an acknowledgement, and now and then a delivered message turns out to have failed after all.
 */
export function planLetters(random: Random, end: FinalLetter, flipsLater: boolean): LetterStep[] {
  const sentMs = random.between(350, 900);
  const steps: LetterStep[] = [{ afterMs: sentMs, letter: 'r', reason: null }];
  if (end === 'e') return [{ afterMs: sentMs, letter: 'e', reason: REASONS.e }];
  const tookMs = sentMs + random.between(400, 1_100);
  if (end === 'j') return [...steps, { afterMs: tookMs, letter: 'j', reason: REASONS.j }];
  steps.push({ afterMs: tookMs, letter: random.chance(0.75) ? 'a' : 'b', reason: null });
  const endMs = tookMs + random.between(700, 1_900);
  steps.push({ afterMs: endMs, letter: end, reason: REASONS[end] });
  if (end === 'd' && flipsLater) {
    steps.push({ afterMs: endMs + random.between(40_000, 90_000), letter: 'f', reason: REASONS.f });
  }
  return steps;
}
