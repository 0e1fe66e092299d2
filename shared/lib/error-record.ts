/** As many causes are kept. */
const MOST_CAUSES = 5;

/** An error as plain data, to cross a thread: with where it happened, and what caused it. */
export interface ErrorRecord {
  readonly name: string;
  readonly message: string;
  readonly stack: string;
  /** Of the system or of SQLite. */
  readonly code: string | null;
  readonly cause: ErrorRecord | null;
}

/** What was thrown may be anything. The record never quotes what was read or written: only where that was wrong. */
export function toErrorRecord(error: unknown, depth = 1): ErrorRecord {
  if (!(error instanceof Error)) return { name: typeof error, message: '', stack: '', code: null, cause: null };
  const { name, cause } = error;
  const message = toWords(error);
  const code = 'code' in error && typeof error.code === 'string' ? error.code : null;
  const hasCause = cause !== undefined && depth < MOST_CAUSES;
  const stack = [`${name}: ${message}`, ...listFrames(error)].join('\n');
  return { name, message, stack, code, cause: hasCause ? toErrorRecord(cause, depth + 1) : null };
}

/** The error on the other side of the thread. */
export function toError({ name, message, stack, code, cause }: ErrorRecord): Error {
  const error = new Error(message, cause === null ? undefined : { cause: toError(cause) });
  return Object.assign(error, { name, stack }, code === null ? {} : { code });
}

/** What an error says: of data that does not fit, which field and how; its own words would quote the data. */
export function toWords(error: Error): string {
  if (error.name === 'SyntaxError') return 'what was read is not valid JSON';
  if (!('issues' in error) || !Array.isArray(error.issues)) return error.message;
  return (error.issues as readonly Issue[]).map(toIssueWords).join(', ');
}

/** As valibot says what does not fit. */
interface Issue {
  readonly type: string;
  readonly expected?: string | null;
  readonly path?: readonly { readonly key?: unknown }[];
}

function toIssueWords({ type, expected, path = [] }: Issue): string {
  const place = path.map(({ key }) => String(key)).join('.');
  return `${place === '' ? 'it' : place} is no ${expected ?? type}`;
}

function listFrames({ stack }: Error): readonly string[] {
  return (stack ?? '').split('\n').filter((line) => /^\s+at /.test(line));
}
