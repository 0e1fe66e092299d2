import { LocalService } from './demo-service.ts';
import { steerService, type ServiceAccount } from './programs.ts';
import { readNumber, type NumberInService } from './service-state.ts';

/** A service that can go away and come back on the same port, with all that it had. */
export class RestartableService {
  readonly account: ServiceAccount;
  readonly #args: readonly string[];
  #service: LocalService;

  private constructor(service: LocalService, args: readonly string[]) {
    this.account = service.account;
    this.#service = service;
    this.#args = args;
  }

  /** Keeps what it has in `folder`. */
  static async start(folder: string, ...args: string[]): Promise<RestartableService> {
    const all = ['--data', folder, ...args];
    return new RestartableService(await LocalService.start(...all), all);
  }

  /** Nothing answers on its port any more. */
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
