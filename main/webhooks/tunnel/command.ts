/**
 * A tunnel made by a program: cloudflared, ngrok or any other, started without a shell, watched, and ended with the app.
 *
 * TUNNEL-5 the first fit address that it prints is the tunnel's; what it prints later says nothing, and costs nothing.
 */
import type { TunnelChoice } from '#shared/contract/index.ts';
import { AddressFinder } from './address-finder.ts';
import { findWords, toFilledWords, toShownCommand } from './command-line.ts';
import type { ProgramConsents } from './consent.ts';
import type { LeftBehind } from './left-behind.ts';
import { Lines } from './lines.ts';
import type { TunnelOptions } from './ports.ts';
import { startGroup, type Running } from './process-group.ts';
import { findProgram, type ProgramWorld } from './programs.ts';
import type { Attempt, AttemptHooks } from './supervisor.ts';

type CommandChoice = Extract<TunnelChoice, { kind: 'command' }>;

export interface CommandWorld extends ProgramWorld {
  readonly leftBehind: LeftBehind;
  readonly consents: Pick<ProgramConsents, 'request'>;
}

const USUAL_LINES: Readonly<Record<CommandChoice['program'], string>> = {
  cloudflared: 'cloudflared tunnel --url {url} --no-autoupdate',
  ngrok: 'ngrok http {port} --log stdout --log-format json',
  other: '',
};
const ADDRESS_WITHIN_MS = 45_000;
const LONGEST_DETAIL = 200;

/** Program and arguments of a choice, with `{port}` and `{url}` not filled in. */
export function toCommandWords({ program, commandLine }: CommandChoice): readonly string[] {
  return findWords(commandLine === '' ? USUAL_LINES[program] : commandLine) ?? [];
}

/** Starts the program. It is up once it has printed the address. */
export function beginCommand(
  world: CommandWorld,
  { choice, port, isLocalService }: Pick<TunnelOptions, 'port' | 'isLocalService'> & { readonly choice: CommandChoice },
  hooks: AttemptHooks,
): Attempt {
  return new CommandAttempt(world, {
    ...{ words: toCommandWords(choice), port },
    finder: new AddressFinder({ ...choice, isLocalService }),
    hooks,
  });
}

interface CommandWish {
  readonly words: readonly string[];
  readonly port: number;
  readonly finder: AddressFinder;
  readonly hooks: AttemptHooks;
}

class CommandAttempt implements Attempt {
  readonly #world: CommandWorld;
  readonly #wish: CommandWish;
  readonly #begun: Promise<void>;
  readonly #ending = new AbortController();
  #running: Running | null = null;
  #deadline: NodeJS.Timeout | null = null;
  #lastWords: string | null = null;
  #isUp = false;

  constructor(world: CommandWorld, wish: CommandWish) {
    this.#world = world;
    this.#wish = wish;
    this.#begun = this.#begin();
  }

  async dispose(): Promise<void> {
    this.#ending.abort();
    await this.#begun;
    this.#stopWaiting();
    if (this.#running === null) return;
    await this.#running.end();
    await this.#world.leftBehind.forget(this.#running.pid);
  }

  async #begin(): Promise<void> {
    const { words, port, hooks } = this.#wish;
    const [name = '', ...args] = toFilledWords(words, port);
    const file = await findProgram(name, this.#world);
    if (this.#isDisposed) return;
    if (file === null) hooks.onOver('not-found', name);
    else if (await this.#isAllowed(file)) await this.#start(file, args);
  }

  /** TUNNEL-7. */
  async #isAllowed(file: string): Promise<boolean> {
    const { words, port, hooks } = this.#wish;
    const args = words.slice(1);
    const { signal } = this.#ending;
    const outcome = await this.#world.consents.request({ file, args, port, signal, onAsk: hooks.onAsk });
    if (this.#isDisposed) return false;
    if (outcome === 'refused') hooks.onOver('not-allowed', null);
    if (outcome === 'asked-enough') hooks.onOver('asked-enough', null);
    if (outcome === 'nobody') hooks.onOver('nobody-to-ask', toShownCommand([file, ...args]));
    hooks.onAsk(null);
    return outcome === 'allowed';
  }

  get #isDisposed(): boolean {
    return this.#ending.signal.aborted;
  }

  async #start(file: string, args: readonly string[]): Promise<void> {
    const readers = { stdout: this.#createReader(), stderr: this.#createReader() };
    this.#running = startGroup({ file, args }, this.#world, {
      onOutput: (stream, chunk) => readers[stream].take(chunk),
      onEnd: ({ started, said }) => {
        for (const reader of Object.values(readers)) reader.end();
        this.#stopWaiting();
        this.#wish.hooks.onOver(started ? 'ended' : 'not-started', this.#lastWords ?? said);
      },
    });
    if (this.#running === null) return;
    this.#deadline = setTimeout(
      () => this.#wish.hooks.onOver('no-address', this.#lastWords),
      ADDRESS_WITHIN_MS,
    ).unref();
    await this.#world.leftBehind.note(this.#running.pid);
  }

  #createReader(): Lines {
    return new Lines((line) => this.#read(line));
  }

  #read(line: string): void {
    this.#lastWords = line.slice(0, LONGEST_DETAIL);
    if (this.#isUp || this.#isDisposed) return;
    const publicUrl = this.#wish.finder.find(line);
    if (publicUrl === null) return;
    this.#isUp = true;
    this.#stopWaiting();
    this.#wish.hooks.onUp(publicUrl);
  }

  #stopWaiting(): void {
    if (this.#deadline !== null) clearTimeout(this.#deadline);
    this.#deadline = null;
  }
}
