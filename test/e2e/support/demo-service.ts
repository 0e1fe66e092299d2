/** The demo service inside the process of the tests, on a port of its own: made for one test in a moment. */
import { parseArguments } from '#main/demo/arguments.ts';
import { listen, type Listening } from '#main/demo/listen.ts';
import { toControl } from '#main/demo/steering/control.ts';
import { createSteeredService, type SteeredService } from '#main/demo/steering/steered-service.ts';
import type { ServiceAccount } from './programs.ts';

export class LocalService {
  readonly account: ServiceAccount;
  readonly #service: SteeredService;
  readonly #listening: Listening;
  #ending: Promise<void> | undefined;

  private constructor(service: SteeredService, listening: Listening) {
    const { baseUrl, webUrl } = listening;
    const { username, apiKey } = service;
    this.account = { baseUrl, webUrl, username, apiKey };
    this.#service = service;
    this.#listening = listening;
  }

  /** With the arguments of the service's command, `--port` among them. */
  static async start(...args: readonly string[]): Promise<LocalService> {
    const { port, options, faults } = parseArguments(args);
    const service = createSteeredService(options);
    service.faults.set(faults);
    return new LocalService(service, await listen(service, { port, control: toControl(service) }));
  }

  /** Nothing listens on its port any more; what it keeps in a folder is written. */
  stop(): Promise<void> {
    this.#ending ??= this.#listening.dispose().then(() => this.#service.dispose());
    return this.#ending;
  }
}
