/** Questions in the terminal that the app was started in: only the user types there, no page does. */
import { readFileSync } from 'node:fs';
import { createInterface, type Interface } from 'node:readline';
import type { Readable, Writable } from 'node:stream';
import { setTimeout as wait } from 'node:timers/promises';
import { isatty } from 'node:tty';
import { Serial } from '#shared/lib/serial.ts';

export interface Terminal {
  readonly input: Readable;
  readonly output: Writable;
  /** Whether this app gets what is typed: the system stops a background process that reads the terminal. */
  readonly isInForeground: () => boolean;
}

/** Where the user types and reads; null where either of the two is no terminal. */
export function findTerminal(): Terminal | null {
  if (!isatty(0)) return null;
  if (isatty(1)) return { input: process.stdin, output: process.stdout, isInForeground };
  return isatty(2) ? { input: process.stdin, output: process.stderr, isInForeground } : null;
}

/** Group of this process and group in the foreground of its terminal, among the fields after the name (proc(5)). */
const GROUP_FIELD = 2;
const FOREGROUND_FIELD = 5;

/** Only Linux says: elsewhere the app counts as in the foreground. */
function isInForeground(): boolean {
  if (process.platform !== 'linux') return true;
  const status = readFileSync('/proc/self/stat', 'utf8');
  const fields = status.slice(status.lastIndexOf(')') + 2).split(' ');
  return fields[GROUP_FIELD] === fields[FOREGROUND_FIELD];
}

/** Lines typed before the question arrive within this time; they do not answer it. */
const EARLIER_LINES_MS = 50;
const YES = /^\s*y(?:es)?\s*$/i;

interface Asked {
  readonly lines: Interface;
  /** The command line and the prompt. */
  readonly question: string;
  readonly signal: AbortSignal;
}

export class TerminalQuestions {
  readonly #terminal: Terminal;
  readonly #turns = new Serial();
  /** The user may still be answering a withdrawn question: that line does not answer the next one. */
  #skipsNextLine = false;

  constructor(terminal: Terminal) {
    this.#terminal = terminal;
  }

  get canAsk(): boolean {
    const { input, isInForeground } = this.#terminal;
    return !input.readableEnded && !input.destroyed && isInForeground();
  }

  /** Whether the user typed yes. A withdrawn question and the end of the input mean no. One question at a time. */
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
      // The user has not seen the question: nothing to say, and the next line does not belong to it.
      if (isWithdrawn()) return false;
      this.#print(`\nSwitchboard wants to run this program for live updates:\n\n  ${question}`);
      const line = await Promise.race([this.#readLine({ lines, question, signal }), ended]);
      if (typeof line === 'string') return YES.test(line);
      this.#print(`\n${line === null ? '' : 'The question no longer applies. '}The program wasn’t run.\n`);
      return false;
    } finally {
      lines.close();
    }
  }

  /** Undefined: withdrawn. */
  #readLine({ lines, question, signal }: Asked): Promise<string | undefined> {
    return new Promise((resolve) => {
      const withdraw = (): void => {
        this.#skipsNextLine = true;
        resolve(undefined);
      };
      signal.addEventListener('abort', withdraw, { once: true });
      lines.once('close', () => signal.removeEventListener('abort', withdraw));
      lines.on('line', (line) => {
        if (!this.#skipsNextLine) {
          resolve(line);
          return;
        }
        this.#skipsNextLine = false;
        this.#print(`The question has changed. Please read it and answer again.\n\n  ${question}`);
      });
    });
  }

  #print(words: string): void {
    this.#terminal.output.write(words);
  }
}
