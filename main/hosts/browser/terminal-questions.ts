/** Questions in the terminal that the app was started in: whoever types there is the user, and no page. */
import { readFileSync } from 'node:fs';
import { createInterface, type Interface } from 'node:readline';
import type { Readable, Writable } from 'node:stream';
import { setTimeout as wait } from 'node:timers/promises';
import { isatty } from 'node:tty';
import { Serial } from '#shared/lib/serial.ts';

export interface Terminal {
  readonly input: Readable;
  readonly output: Writable;
  /** Whether what is typed comes to this app: one in the background is stopped by the system when it reads. */
  readonly isInForeground: () => boolean;
}

/** What the user types and sees; null where either of the two is no terminal. */
export function findTerminal(): Terminal | null {
  if (!isatty(0)) return null;
  if (isatty(1)) return { input: process.stdin, output: process.stdout, isInForeground };
  return isatty(2) ? { input: process.stdin, output: process.stderr, isInForeground } : null;
}

/** Group of this process and group in the foreground of its terminal, among the fields after the name (proc(5)). */
const GROUP_FIELD = 2;
const FOREGROUND_FIELD = 5;

/** Only Linux tells: elsewhere it counts as in the foreground. */
function isInForeground(): boolean {
  if (process.platform !== 'linux') return true;
  const status = readFileSync('/proc/self/stat', 'utf8');
  const fields = status.slice(status.lastIndexOf(')') + 2).split(' ');
  return fields[GROUP_FIELD] === fields[FOREGROUND_FIELD];
}

/** Lines that were typed before the question are no answers to it: they come at once. */
const EARLIER_LINES_MS = 50;
const YES = /^\s*y(?:es)?\s*$/i;

interface Asked {
  readonly lines: Interface;
  /** The command line, and what is to be answered. */
  readonly question: string;
  readonly signal: AbortSignal;
}

export class TerminalQuestions {
  readonly #terminal: Terminal;
  readonly #turns = new Serial();
  /** The user may still be answering a question that was withdrawn: that line answers no other one. */
  #owesLine = false;

  constructor(terminal: Terminal) {
    this.#terminal = terminal;
  }

  get canAsk(): boolean {
    const { input, isInForeground } = this.#terminal;
    return !input.readableEnded && !input.destroyed && isInForeground();
  }

  /** Whether the user typed yes. Withdrawn, or with the end of the input, it is no. One question at a time. */
  askToRun(commandLine: string, signal: AbortSignal): Promise<boolean> {
    return this.#turns.run(() => this.#ask(commandLine, signal));
  }

  async #ask(commandLine: string, signal: AbortSignal): Promise<boolean> {
    const { input } = this.#terminal;
    const isWithdrawn = (): boolean => signal.aborted;
    if (isWithdrawn() || input.readableEnded || input.destroyed) return false;
    // The terminal itself edits the line and knows Ctrl+C.
    const lines = createInterface({ input, terminal: false });
    const ended = new Promise<null>((resolve) => lines.once('close', () => resolve(null)));
    const question = `${commandLine}\n\nAllow? [y/N] `;
    try {
      await wait(EARLIER_LINES_MS);
      // Nobody has seen it, so nobody is told, and nobody's next line is the answer to it.
      if (isWithdrawn()) return false;
      this.#say(`\nSwitchboard wants to run this program for live updates:\n\n  ${question}`);
      const line = await Promise.race([this.#readLine({ lines, question, signal }), ended]);
      if (typeof line === 'string') return YES.test(line);
      this.#say(`\n${line === null ? '' : 'The question was withdrawn. '}The program was not run.\n`);
      return false;
    } finally {
      lines.close();
    }
  }

  /** Undefined: withdrawn. */
  #readLine({ lines, question, signal }: Asked): Promise<string | undefined> {
    return new Promise((resolve) => {
      const withdraw = (): void => {
        this.#owesLine = true;
        resolve(undefined);
      };
      signal.addEventListener('abort', withdraw, { once: true });
      lines.once('close', () => signal.removeEventListener('abort', withdraw));
      lines.on('line', (line) => {
        if (!this.#owesLine) {
          resolve(line);
          return;
        }
        this.#owesLine = false;
        this.#say(`The question has changed. Please read it and answer again.\n\n  ${question}`);
      });
    });
  }

  #say(words: string): void {
    this.#terminal.output.write(words);
  }
}
