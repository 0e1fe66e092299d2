/** The demo service in the process of the tests, which starts faster than a process of its own. */
import { parseArguments } from '#main/demo/arguments.ts';
import { listen, type Listening } from '#main/demo/listen.ts';
import { toControl } from '#main/demo/steering/control.ts';
import { createSteeredService, type SteeredService } from '#main/demo/steering/steered-service.ts';
import { steerService, type ServiceAccount } from './programs.ts';
import { readNumber, type NumberInService } from './service-state.ts';

/** A service that stops and resumes on the same port with the same data. */
export class RestartableService {
  readonly account: ServiceAccount;
  readonly #args: readonly string[];
  #service: LocalService;

  private constructor(service: LocalService, args: readonly string[]) {
    this.account = service.account;
    this.#service = service;
    this.#args = args;
  }

  /** Keeps its data in `folder`. */
  static async start(folder: string, ...args: string[]): Promise<RestartableService> {
    const all = ['--data', folder, ...args];
    return new RestartableService(await LocalService.start(...all), all);
  }

  /** Stops answering on its port. */
  async stop(): Promise<void> {
    await this.#service.stop();
  }

  /** Answers again. */
  async resume(...args: string[]): Promise<void> {
    const { port } = new URL(this.account.baseUrl);
    this.#service = await LocalService.start('--port', port, ...this.#args, ...args);
  }

  read(phone: string): Promise<NumberInService> {
    return readNumber(this.account, phone);
  }

  /** How many messages it has in both directions. */
  async countMessages(): Promise<{ readonly inbound: number; readonly outbound: number }> {
    const { inbound, outbound } = await steerService(this.account, 'GET ids');
    return { inbound: (inbound as unknown[]).length, outbound: (outbound as unknown[]).length };
  }
}

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
