/**
 * The app's log: one JSON object per line in a rotating file, warnings and errors also on stderr as a sentence.
 *
 * LOG-1 no line holds a key, a password, a message text or a name: fields of such names are dropped, and registered
 *       secrets are replaced everywhere else.
 * LOG-2 a failing disk is reported once on stderr; it never stops the app.
 * LOG-3 a sentence on stderr holds no control characters: the terminal may show a question that the user is answering.
 */
import { appendFile, mkdir, rename, rm, stat } from 'node:fs/promises';
import path from 'node:path';
import { AppError } from '#shared/domain/app-error.ts';
import { toErrorRecord, type ErrorRecord } from '#shared/lib/error-record.ts';
import { toVisibleText } from '#shared/lib/visible-text.ts';

export type LogFields = Readonly<Record<string, string | number | boolean | null>>;

export interface Log {
  /** The file gets the whole chain of causes of an error, stderr its first line. */
  info(event: string, fields?: LogFields, error?: unknown): void;
  warn(event: string, fields?: LogFields, error?: unknown): void;
  error(event: string, error: unknown, fields?: LogFields): void;
  /** From now on this text appears in no line, until every caller that hid it has undone that. Returns its own undo. */
  hide(secret: string): () => void;
  /** Writes what is still waiting. */
  dispose(): Promise<void>;
}

export interface LogOptions {
  readonly folder: string;
  readonly now: () => number;
  readonly stderr: (line: string) => void;
  readonly maxBytes?: number;
  readonly keptFiles?: number;
}

const FORBIDDEN = /key|token|secret|password|authorization|cookie|text|body|draft|name|phone|receiver|sender/i;
const LONGEST_VALUE = 2_000;
/** A chain of causes, each with its stack. */
const LONGEST_WHY = 10_000;
const HIDDEN = '•••';

/** Opens the log in `folder`; the first line creates the file. */
export function createLog(options: LogOptions): Log {
  const secrets = new HiddenTexts();
  const file = new RotatingFile(options);
  const write = (level: 'info' | 'warn' | 'error', event: string, fields: LogFields): void => {
    const safe = toSafeFields(fields, secrets);
    file.append(JSON.stringify({ at: new Date(options.now()).toISOString(), level, event, ...safe }));
    if (level !== 'info') options.stderr(toSentence(level, event, safe));
  };
  return {
    info: (event, fields = {}, error = undefined) => write('info', event, { ...fields, ...toErrorFields(error) }),
    warn: (event, fields = {}, error = undefined) => write('warn', event, { ...fields, ...toErrorFields(error) }),
    error: (event, error, fields = {}) => write('error', event, { ...fields, ...toErrorFields(error ?? null) }),
    hide(secret) {
      if (secret.length < 4) return () => undefined;
      return secrets.add(secret);
    },
    dispose: () => file.dispose(),
  };
}

/** Two users of one key may both hide it: it stays hidden until both have undone that. */
class HiddenTexts {
  readonly #users = new Map<string, number>();

  add(secret: string): () => void {
    this.#users.set(secret, (this.#users.get(secret) ?? 0) + 1);
    let isUsed = true;
    return () => {
      if (isUsed) this.#drop(secret);
      isUsed = false;
    };
  }

  strike(text: string): string {
    let safe = text;
    for (const secret of this.#users.keys()) safe = safe.replaceAll(secret, HIDDEN);
    return safe;
  }

  #drop(secret: string): void {
    const left = (this.#users.get(secret) ?? 1) - 1;
    if (left > 0) this.#users.set(secret, left);
    else this.#users.delete(secret);
  }
}

class RotatingFile {
  readonly #options: LogOptions;
  readonly #path: string;
  #waiting: string[] = [];
  #writing: Promise<void> | null = null;
  #isBroken = false;

  constructor(options: LogOptions) {
    this.#options = options;
    this.#path = path.join(options.folder, 'switchboard.log');
  }

  append(line: string): void {
    this.#waiting.push(line);
    this.#writing ??= this.#drain();
  }

  async dispose(): Promise<void> {
    await this.#writing;
  }

  /** Ends in the same tick in which the queue is empty, so that no line is left behind. */
  async #drain(): Promise<void> {
    while (this.#waiting.length > 0) await this.#write(this.#waiting.splice(0));
    this.#writing = null;
  }

  async #write(lines: readonly string[]): Promise<void> {
    try {
      await mkdir(this.#options.folder, { recursive: true, mode: 0o700 });
      await this.#rotate();
      await appendFile(this.#path, `${lines.join('\n')}\n`, { mode: 0o600 });
      this.#isBroken = false;
    } catch (error) {
      if (!this.#isBroken) this.#options.stderr(`The log cannot be written: ${String(error)}`);
      this.#isBroken = true;
    }
  }

  async #rotate(): Promise<void> {
    const { maxBytes = 2_000_000, keptFiles = 4 } = this.#options;
    const size = await stat(this.#path).then(
      (found) => found.size,
      () => 0,
    );
    if (size < maxBytes) return;
    await rm(`${this.#path}.${String(keptFiles)}`, { force: true });
    for (let index = keptFiles - 1; index >= 1; index -= 1) {
      await rename(`${this.#path}.${String(index)}`, `${this.#path}.${String(index + 1)}`).catch(() => undefined);
    }
    await rename(this.#path, `${this.#path}.1`);
  }
}

function toSafeFields(fields: LogFields, secrets: HiddenTexts): LogFields {
  const allowed = Object.entries(fields).filter(([field]) => !FORBIDDEN.test(field));
  return Object.fromEntries(
    allowed.map(([field, value]) => [
      field,
      typeof value === 'string' ? secrets.strike(value).slice(0, field === 'why' ? LONGEST_WHY : LONGEST_VALUE) : value,
    ]),
  );
}

function toErrorFields(error: unknown): LogFields {
  if (error === undefined) return {};
  const chain: string[] = [];
  for (let record: ErrorRecord | null = toErrorRecord(error); record !== null; record = record.cause) {
    chain.push(record.stack === '' ? record.name : record.stack);
  }
  const code = error instanceof AppError ? { code: error.code, status: error.status } : {};
  return { ...code, why: chain.join('\ncaused by: ') };
}

function toSentence(level: string, event: string, fields: LogFields): string {
  const details = Object.entries(fields).map(([field, value]) => `${field}=${String(value).split('\n', 1)[0] ?? ''}`);
  return toVisibleText(`${level}: ${[event, ...details].join(' ')}`);
}
