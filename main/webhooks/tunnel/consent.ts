/**
 * Which programs may be started. The page that asks for a tunnel may have been taken over, so its word is not enough: the
 * user answers outside of it, once for each command line.
 *
 * TUNNEL-7 no program is started that was not allowed in the configuration or by the user's own answer on the desktop or in
 *          the terminal. No request of the contract can give that answer, nor write the file where it is kept.
 */
import { isDeepStrictEqual } from 'node:util';
import * as v from 'valibot';
import type { TunnelView } from '#shared/contract/index.ts';
import { findJson, saveJson } from '#main/platform/files.ts';
import { Serial } from '#shared/lib/serial.ts';
import { findWords, toFilledWords, toShownCommand } from './command-line.ts';
import { findProgram, type ProgramWorld } from './programs.ts';

/** What is allowed: the file that is started, and its arguments before the port is filled in. */
const programSchema = v.object({ file: v.string(), args: v.array(v.string()) });
const fileSchema = v.object({ allowed: v.array(programSchema) });
type Allowed = v.InferOutput<typeof programSchema>;

/** What the user is asked, for those who show that the answer is waited for. */
export type ShownQuestion = NonNullable<TunnelView['question']>;

/** A question that the user sees now. */
export interface ProgramQuestion {
  readonly place: ShownQuestion['place'];
  readonly answer: Promise<boolean>;
}

/** Shows the whole command line; the signal withdraws the question. Null: nobody can be asked here. */
export type AskToRun = (commandLine: string, signal: AbortSignal) => ProgramQuestion | null;

export interface ConsentRequest {
  /** Absolute. */
  readonly file: string;
  /** With `{port}` and `{url}` as they were typed: another port needs no other answer. */
  readonly args: readonly string[];
  readonly port: number;
  readonly signal: AbortSignal;
  readonly onAsk: (question: ShownQuestion) => void;
}

/** `nobody`: there is no place to ask in · `asked-enough`: the user said no so often that they are left alone. */
export type ConsentOutcome = 'allowed' | 'refused' | 'nobody' | 'asked-enough';

/** In a row, until the app is started anew: a page may not ask until a yes slips out. */
const MOST_REFUSED = 5;

export interface ConsentNeeds {
  /** Where answers are kept, JSON. */
  readonly file: string;
  /** A command line that the configuration allows; null: none. */
  readonly allowedCommand: string | null;
  readonly askToRun: AskToRun;
  readonly world: ProgramWorld;
  /** An answer could not be kept: it holds until the app ends. */
  readonly onTrouble: (error: unknown) => void;
}

export class ProgramConsents {
  readonly #needs: ConsentNeeds;
  readonly #turns = new Serial();
  #allowed: readonly Allowed[] | null = null;
  #refused = 0;

  constructor(needs: ConsentNeeds) {
    this.#needs = needs;
  }

  /** Asks where this command line was not allowed before; one question at a time. A withdrawn one is refused. */
  request(request: ConsentRequest): Promise<ConsentOutcome> {
    return this.#turns.run(async () => {
      const isWithdrawn = (): boolean => request.signal.aborted;
      const wanted = { file: request.file, args: [...request.args] };
      if (await this.#isAllowed(wanted)) return 'allowed';
      if (isWithdrawn()) return 'refused';
      if (this.#refused >= MOST_REFUSED) return 'asked-enough';
      const outcome = await this.#ask(request);
      if (outcome !== 'refused') this.#refused = 0;
      // A question that was withdrawn is no answer of the user's.
      else if (!isWithdrawn()) this.#refused += 1;
      if (outcome === 'allowed') await this.#keep(wanted);
      return outcome;
    });
  }

  async #ask({ file, args, port, signal, onAsk }: ConsentRequest): Promise<ConsentOutcome> {
    const commandLine = toShownCommand([file, ...toFilledWords(args, port)]);
    const question = this.#needs.askToRun(commandLine, signal);
    if (question === null) return 'nobody';
    onAsk({ place: question.place, commandLine });
    const withdrawn = Promise.withResolvers<false>();
    const withdraw = (): void => withdrawn.resolve(false);
    signal.addEventListener('abort', withdraw, { once: true });
    try {
      return (await Promise.race([question.answer, withdrawn.promise])) ? 'allowed' : 'refused';
    } catch (error) {
      // Nobody saw the question, so nobody said yes.
      this.#needs.onTrouble(error);
      return 'refused';
    } finally {
      signal.removeEventListener('abort', withdraw);
    }
  }

  async #isAllowed(wanted: Allowed): Promise<boolean> {
    const configured = await this.#findConfigured();
    const allowed = [...(await this.#load()), ...(configured === null ? [] : [configured])];
    return allowed.some((one) => isDeepStrictEqual(one, wanted));
  }

  async #findConfigured(): Promise<Allowed | null> {
    const [name, ...args] = findWords(this.#needs.allowedCommand ?? '') ?? [];
    const file = name === undefined ? null : await findProgram(name, this.#needs.world);
    return file === null ? null : { file, args };
  }

  /** What cannot be read counts as nothing: the user is asked once more. */
  async #load(): Promise<readonly Allowed[]> {
    const { file, onTrouble } = this.#needs;
    this.#allowed ??= await findJson(file, fileSchema).then(
      (kept) => kept?.allowed ?? [],
      (error: unknown) => {
        onTrouble(error);
        return [];
      },
    );
    return this.#allowed;
  }

  async #keep(allowed: Allowed): Promise<void> {
    this.#allowed = [...(await this.#load()), allowed];
    await saveJson(this.#needs.file, { allowed: this.#allowed }).catch(this.#needs.onTrouble);
  }
}
