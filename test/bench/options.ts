/** What of the bench is run, and how large. */
import { parseArgs } from 'node:util';
import * as v from 'valibot';

export const PARTS = [
  'store',
  'app',
  'sync',
  'callbacks',
  'idle',
  'start',
  'day',
  'scroll',
  'contacts',
  'storm',
  'queries',
  'pace',
  'demo',
  'files',
  'imports',
  'schedules',
] as const;
export type Part = (typeof PARTS)[number];

export interface BenchOptions {
  readonly parts: readonly Part[];
  readonly isQuick: boolean;
  readonly chats: number;
  readonly messages: number;
  readonly contacts: number;
  /** Messages of the larger of two accounts that are started. */
  readonly startMessages: number;
  /** Texts that are written while the page is watched. */
  readonly texts: number;
  /** How long it rests, once in view and once hidden. */
  readonly idleSeconds: number;
  /** Messages of the long conversation that is scrolled through. */
  readonly threadMessages: number;
  /** Chats that wait in the morning of the day. */
  readonly queue: number;
}

type Sizes = Omit<BenchOptions, 'parts' | 'isQuick'>;

const FULL: Sizes = {
  chats: 20_000,
  messages: 300_000,
  contacts: 100_000,
  startMessages: 1_000_000,
  texts: 60,
  idleSeconds: 60,
  queue: 100,
  threadMessages: 50_000,
};
/** Says that every part works; the figures say little. */
const QUICK: Sizes = {
  chats: 500,
  messages: 5_000,
  contacts: 500,
  startMessages: 10_000,
  texts: 10,
  idleSeconds: 5,
  queue: 8,
  threadMessages: 600,
};

const countSchema = v.optional(
  v.pipe(v.string(), v.transform(Number), v.integer('takes a whole number'), v.minValue(1, 'takes a number from 1 on')),
);
const optionsSchema = v.object({
  chats: countSchema,
  messages: countSchema,
  contacts: countSchema,
  'start-messages': countSchema,
  texts: countSchema,
  'idle-seconds': countSchema,
  queue: countSchema,
  'thread-messages': countSchema,
  quick: v.optional(v.boolean(), false),
  only: v.optional(
    v.pipe(
      v.string(),
      v.transform((text) => text.split(',')),
      v.array(v.picklist(PARTS, `takes of ${PARTS.join(', ')}`)),
    ),
  ),
});

/** Reads the command line. Throws with a sentence for whoever typed it. */
export function parseOptions(args: readonly string[]): BenchOptions {
  const named = Object.keys(optionsSchema.entries).map((name) => [
    name,
    { type: name === 'quick' ? 'boolean' : 'string' },
  ]);
  const options = Object.fromEntries(named) as Record<string, { type: 'boolean' | 'string' }>;
  const parsed = v.safeParse(optionsSchema, parseArgs({ args: [...args], options }).values);
  if (!parsed.success) {
    const [issue] = parsed.issues;
    throw new Error(`--${v.getDotPath(issue)?.split('.')[0] ?? ''}: ${issue.message}.`);
  }
  const { quick: isQuick, only, ...rest } = parsed.output;
  const {
    'start-messages': startMessages,
    'idle-seconds': idleSeconds,
    'thread-messages': threadMessages,
    ...same
  } = rest;
  const said = Object.entries({ ...same, startMessages, idleSeconds, threadMessages }).filter(
    ([, value]) => value !== undefined,
  );
  return {
    ...(isQuick ? QUICK : FULL),
    ...(Object.fromEntries(said) as Partial<Sizes>),
    parts: only ?? PARTS,
    isQuick,
  };
}
