import { parseArgs } from 'node:util';
import { isClockRate } from './behaviour/clock.ts';
import { parseFault } from './steering/fault-form.ts';
import type { Fault } from './steering/faults.ts';
import { Refusal } from './refusal.ts';
import type { DemoOptions } from './service.ts';
import type { Role, Shape } from './settings.ts';

/** What the command line asks for. */
export interface CommandArguments {
  readonly port: number;
  readonly options: DemoOptions;
  readonly faults: readonly Fault[];
}

/** A command line that makes no sense; the message is one sentence for the person who typed it. */
export class BadArguments extends Error {}

const OPTIONS = {
  port: { type: 'string' },
  seed: { type: 'string' },
  chats: { type: 'string' },
  messages: { type: 'string' },
  contacts: { type: 'string' },
  live: { type: 'boolean' },
  schedules: { type: 'boolean' },
  shapes: { type: 'string' },
  quirks: { type: 'boolean' },
  data: { type: 'string' },
  speed: { type: 'string' },
  rate: { type: 'string' },
  role: { type: 'string' },
  faults: { type: 'string' },
} as const;

type Values = ReturnType<typeof parseValues>;

function parseValues(args: readonly string[]) {
  try {
    return parseArgs({ args: [...args], options: OPTIONS, strict: true, allowPositionals: false }).values;
  } catch (cause) {
    const why = cause instanceof Error ? (cause.message.split(/\.\s/)[0] ?? '') : String(cause);
    throw new BadArguments(
      `${why.replace(/\.$/, '')}. The options are ${Object.keys(OPTIONS)
        .map((name) => `--${name}`)
        .join(' ')}.`,
    );
  }
}

function parseCount(name: string, text: string | undefined, most: number): number | undefined {
  if (text === undefined) return undefined;
  if (/^\d{1,9}$/.test(text) && Number(text) <= most) return Number(text);
  throw new BadArguments(`--${name} needs a whole number from 0 to ${most}, not "${text}".`);
}

function parseChoice<T extends string>(name: string, text: string | undefined, choices: readonly T[]): T | undefined {
  if (text === undefined) return undefined;
  const choice = choices.find((one) => one === text);
  if (choice !== undefined) return choice;
  throw new BadArguments(`--${name} needs one of ${choices.join(', ')}, not "${text}".`);
}

function parseSpeed(text: string | undefined): number | undefined {
  if (text === undefined) return undefined;
  const speed = Number(text);
  if (speed > 0 && speed <= 100_000) return speed;
  throw new BadArguments(`--speed needs a number above 0, not "${text}".`);
}

function parseRate(text: string | undefined): number | undefined {
  if (text === undefined || isClockRate(Number(text))) return text === undefined ? undefined : Number(text);
  throw new BadArguments(`--rate needs a number above 0, at most 1000000, not "${text}".`);
}

/** Faults as JSON, one object or an array: `[{"kind":"status","status":503,"path":"/chats","times":3}]`. */
function parseFaults(text: string | undefined): Fault[] {
  if (text === undefined) return [];
  try {
    const value: unknown = JSON.parse(text);
    return (Array.isArray(value) ? (value as unknown[]) : [value]).map(parseFault);
  } catch (cause) {
    const why = cause instanceof Refusal ? JSON.stringify(cause.fields) : 'it is not JSON';
    throw new BadArguments(`--faults cannot be read: ${why}.`);
  }
}

function withoutUndefined(values: { readonly [K in keyof DemoOptions]: DemoOptions[K] | undefined }): DemoOptions {
  return Object.fromEntries(Object.entries(values).filter(([, value]) => value !== undefined));
}

function toOptions(values: Values): DemoOptions {
  return withoutUndefined({
    seed: parseCount('seed', values.seed, 999_999_999),
    chats: parseCount('chats', values.chats, 50_000),
    messages: parseCount('messages', values.messages, 1_000_000),
    contacts: parseCount('contacts', values.contacts, 200_000),
    live: values.live,
    schedules: values.schedules,
    shapes: parseChoice<Shape>('shapes', values.shapes, ['spec', 'sdk']),
    quirks: values.quirks,
    dataDir: values.data,
    speed: parseSpeed(values.speed),
    rate: parseRate(values.rate),
    role: parseChoice<Role>('role', values.role, ['P', 'A', 'U']),
  });
}

/** Reads the command line. Throws `BadArguments`. */
export function parseArguments(args: readonly string[]): CommandArguments {
  const values = parseValues(args);
  return {
    port: parseCount('port', values.port, 65_535) ?? 0,
    options: toOptions(values),
    faults: parseFaults(values.faults),
  };
}
