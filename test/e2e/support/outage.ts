import { steerService, startServiceAt, type Program, type ServiceAccount } from './programs.ts';

/** What the service has of one number. */
export interface NumberInService {
  readonly chat: { readonly status: string; readonly pinned: boolean; readonly muted: boolean };
  readonly sent: readonly { readonly text: string }[];
}

/** A service in a process of its own that can go away and come back on the same port, with all that it had. */
export class KeptService {
  readonly account: ServiceAccount;
  readonly #args: readonly string[];
  #program: Program;

  private constructor(program: Program & { readonly account: ServiceAccount }, args: readonly string[]) {
    this.account = program.account;
    this.#program = program;
    this.#args = args;
  }

  /** Keeps what it has in `folder`. */
  static async start(folder: string, ...args: string[]): Promise<KeptService> {
    const all = ['--data', folder, ...args];
    return new KeptService(await startServiceAt('0', ...all), all);
  }

  /** Nobody listens any more. */
  async stop(): Promise<void> {
    await this.#program.stop();
  }

  /** Listens again. */
  async resume(...args: string[]): Promise<void> {
    this.#program = await startServiceAt(new URL(this.account.baseUrl).port, ...this.#args, ...args);
  }

  async read(phone: string): Promise<NumberInService> {
    return (await steerService(this.account, `GET state?phone=${phone}`)) as unknown as NumberInService;
  }

  /** How many messages it has in both directions. */
  async countMessages(): Promise<{ readonly inbound: number; readonly outbound: number }> {
    const { inbound, outbound } = await steerService(this.account, 'GET ids');
    return { inbound: (inbound as unknown[]).length, outbound: (outbound as unknown[]).length };
  }
}
