/** What one run of the app remembers of the work, and an end of the app may lose. */
import { classifySendFailure } from '#main/sending/core/fate.ts';
import type { AppError } from '#shared/domain/app-error.ts';
import type { OwnScheduleId } from '#shared/domain/scheduling/own-schedule.ts';
import type { LookMemory } from './decide.ts';

export class WorkNotes {
  readonly #failures = new Map<OwnScheduleId, number>();
  readonly #looks = new Map<string, LookMemory>();
  /** Whether the service was asked for schedules: then it is known whether it has any. */
  knowsService = false;
  #isHurried = false;

  /** Nothing waits any longer for its next attempt. */
  hurry(): void {
    this.#isHurried = true;
  }

  takeHurry(): boolean {
    const isHurried = this.#isHurried;
    this.#isHurried = false;
    return isHurried;
  }

  /** How many failures in a row that makes. */
  countFailure(id: OwnScheduleId): number {
    const failures = (this.#failures.get(id) ?? 0) + 1;
    this.#failures.set(id, failures);
    return failures;
  }

  answered(id: OwnScheduleId): void {
    this.#failures.delete(id);
  }

  /** The search for a creation that has this reference. */
  getLook(referenceId: string, now: number): LookMemory {
    const memory = this.#looks.get(referenceId) ?? { since: now, absentSince: null };
    this.#looks.set(referenceId, memory);
    return memory;
  }

  /** It was read whole without it, beginning then. */
  noteAbsent(referenceId: string, startedAt: number): void {
    const memory = this.getLook(referenceId, startedAt);
    if (memory.absentSince === null) this.#looks.set(referenceId, { ...memory, absentSince: startedAt });
  }

  forgetLook(referenceId: string): void {
    this.#looks.delete(referenceId);
  }
}

/** Nothing can leave now: what waits behind waits as well, so that the order stays. */
export function isUnreachable(error: AppError): boolean {
  const fate = classifySendFailure(error);
  return fate === 'key' || fate === 'again' || error.code === 'offline' || error.code === 'maintenance';
}
