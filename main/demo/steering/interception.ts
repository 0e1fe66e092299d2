import { systemTimers } from '../behaviour/clock.ts';
import type { Timers } from '../behaviour/clock.ts';
import type { DemoRequest, DemoResponse } from '../http.ts';
import type { ServiceBehind } from '../pipeline.ts';
import { createRandom } from '../seed/random.ts';
import { isBefore, toFaultResponse, toSpoilt } from './fault-answers.ts';
import type { Fault, Faults } from './faults.ts';

/** Lets each request meet the faults that are switched on, before the service answers and after. */
export class Interception {
  readonly #faults: Faults;
  /** Real time. */
  readonly #timers: Timers;
  /** What ends each wait before its time. */
  readonly #waits = new Set<() => void>();
  #isEnded = false;
  /** For delays of no fixed length. */
  readonly #random = createRandom(1);

  constructor(faults: Faults, timers: Timers = systemTimers) {
    this.#faults = faults;
    this.#timers = timers;
  }

  async answer(request: DemoRequest, behind: ServiceBehind): Promise<DemoResponse> {
    const after: Fault[] = [];
    let skewMs = 0;
    for (const fault of this.#faults.meet(request)) {
      if (isBefore(fault)) return behind.toDated(toFaultResponse(fault, behind.shape), skewMs);
      if (fault.kind === 'delay') await this.#wait(this.#toDelayMs(fault));
      else if (fault.kind === 'skew') skewMs += fault.skewMs ?? 0;
      else after.push(fault);
    }
    let response = await behind.answer(skewMs);
    for (const fault of after) {
      const delayMs = this.#toDelayMs(fault);
      response = toSpoilt(fault, response, delayMs);
      if (fault.kind === 'delay-after') await this.#wait(delayMs);
    }
    return response;
  }

  /** Ends all waiting; from now on nothing waits. */
  end(): void {
    this.#isEnded = true;
    for (const end of this.#waits) end();
  }

  #toDelayMs({ delayMs = 0, toDelayMs = delayMs }: Fault): number {
    return this.#random.between(delayMs, toDelayMs);
  }

  #wait(delayMs: number): Promise<void> {
    return new Promise((resolve) => {
      const end = (): void => {
        this.#waits.delete(end);
        cancel();
        resolve();
      };
      const cancel = this.#timers.after(delayMs, end);
      this.#waits.add(end);
      if (this.#isEnded) end();
    });
  }
}
