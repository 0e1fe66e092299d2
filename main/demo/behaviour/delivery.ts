import { createRandom, hashText } from '../seed/random.ts';
import type { RuntimeSettings } from '../settings.ts';
import type { Job, Letter, Outbound } from '../state/model.ts';
import type { World } from '../state/world.ts';
import type { Timers } from './clock.ts';
import { isFlaky, pickFlakyEnd, planLetters } from './letters.ts';
import type { FinalLetter } from './letters.ts';

const FLIP_PROBABILITY = 0.15;

export interface DeliveryParts {
  readonly world: World;
  readonly clock: Timers;
  readonly settings: RuntimeSettings;
  readonly schedule: (job: Job) => void;
  /** Told of every letter that a message gets after its first. */
  readonly onLetter: (message: Outbound) => void;
}

function isFinal(letter: Letter | undefined): letter is FinalLetter {
  return letter === 'd' || letter === 'e' || letter === 'f' || letter === 'j' || letter === 'u';
}

/** Moves accepted messages through their letters. */
export class Delivery {
  readonly #parts: DeliveryParts;

  constructor(parts: DeliveryParts) {
    this.#parts = parts;
  }

  /** Plans the way of a message that was just accepted. A refused one (g) is where it will stay. */
  follow(message: Outbound): void {
    if (message.status !== 'q') return;
    const { world, clock, settings, schedule } = this.#parts;
    const random = createRandom(hashText(`${world.data.seed} ${message.id}`));
    const chosen = world.data.outcomes[message.receiver];
    const flaky = isFlaky(world, message.receiver);
    const end = isFinal(chosen) ? chosen : flaky ? pickFlakyEnd(random) : 'd';
    for (const step of planLetters(random, end, flaky && random.chance(FLIP_PROBABILITY))) {
      const dueAt = clock.nowAt() + step.afterMs / settings.speed;
      schedule({ kind: 'letter', dueAt, messageId: message.id, letter: step.letter, reason: step.reason });
    }
  }

  apply(job: Extract<Job, { kind: 'letter' }>): void {
    const message = this.#parts.world.outbound.find(job.messageId);
    if (message === undefined) return;
    message.status = job.letter;
    message.rejectReason = job.reason;
    this.#parts.world.outbound.touch();
    this.#parts.onLetter(message);
  }
}
