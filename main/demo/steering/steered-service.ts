import { DemoService } from '../service.ts';
import type { DemoOptions } from '../service.ts';
import { Faults } from './faults.ts';
import { Interception } from './interception.ts';

/** The demo service with faults that a test switches on; see README.md. The app's own demo is without. */
export class SteeredService extends DemoService {
  readonly faults: Faults;
  readonly #interception: Interception;

  constructor(options: DemoOptions) {
    const faults = new Faults();
    const interception = new Interception(faults, options.timers);
    super(options, (request, behind) => interception.answer(request, behind));
    this.faults = faults;
    this.#interception = interception;
  }

  override dispose(): Promise<void> {
    this.#interception.end();
    return super.dispose();
  }
}

/** Builds a demo service that can be steered. Dispose of it to stop its timers and keep its state. */
export function createSteeredService(options: DemoOptions = {}): SteeredService {
  return new SteeredService(options);
}
