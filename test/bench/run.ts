/**
 * `npm run bench`: everything against its target, as a table on stderr and as JSON on stdout. What the figures are and how
 * they are taken is in README.md. The exit code is 1 where a figure is worse than 1.5 times its target.
 *
 * `--only store,app,sync,callbacks,idle,start,day,scroll,contacts,storm,
 * queries,pace,demo,files,imports,schedules` (any of them) runs a part, `--quick` all of it in small; `--chats N`,
 * `--messages N`, `--contacts N`, `--start-messages N`, `--texts N`, `--idle-seconds N`,
 * `--queue N` and `--thread-messages N` change single sizes.
 */
import process from 'node:process';
import { measureApp } from './app-parts.ts';
import { measureCallbacks } from './callback-parts.ts';
import { measureContacts } from './contact-parts.ts';
import { measureDay } from './day-parts.ts';
import { measureDemo } from './demo-parts.ts';
import { measureFiles } from './file-parts.ts';
import { measureImports } from './import-parts.ts';
import { measureIdle } from './idle-parts.ts';
import { enterLive } from './live-place.ts';
import { hasFailed, print, type Figure } from './measure.ts';
import { parseOptions, type BenchOptions } from './options.ts';
import { measurePace } from './pace-parts.ts';
import { measureQueries } from './query-parts.ts';
import { measureScroll } from './scroll-parts.ts';
import { measureSchedules } from './schedule-parts.ts';
import { measureStarts } from './start-parts.ts';
import { measureStore } from './store-parts.ts';
import { measureStorm } from './storm-parts.ts';
import { measureSync } from './sync-parts.ts';
import { World } from './world.ts';

async function run(options: BenchOptions): Promise<void> {
  const { parts, isQuick, ...settings } = options;
  const figures: Figure[] = [];
  if (parts.includes('store')) figures.push(...(await measureStore({ messages: settings.startMessages })));
  if (parts.includes('sync') || parts.includes('callbacks') || parts.includes('idle')) {
    figures.push(...(await measureRunning(options)));
  }
  if (parts.includes('start')) {
    say('Starting with much and with nothing');
    figures.push(...(await measureStarts({ messages: settings.startMessages, chats: settings.chats })));
  }
  if (parts.includes('app')) figures.push(...(await measureApp(settings)));
  if (parts.includes('day')) {
    say('A day by keys');
    figures.push(...(await measureDay(settings)));
  }
  if (parts.includes('scroll')) {
    say('A long list and a long thread come in');
    figures.push(...(await measureScroll(settings)));
  }
  if (parts.includes('contacts')) {
    say('A large account comes in, and its contacts are looked through');
    figures.push(...(await measureContacts(settings)));
  }
  if (parts.includes('schedules')) {
    say('Very many scheduled texts are looked through');
    figures.push(...(await measureSchedules(options)));
  }
  if (parts.includes('storm')) {
    say('A storm of callbacks, and a flood of rubbish');
    figures.push(...(await measureStorm({ isQuick: options.isQuick })));
  }
  figures.push(...(await measureParts(options)));
  print({ settings: { ...settings, parts: parts.join(' ') }, figures });
  // In small the figures say that a part works and not how fast anything is.
  if (!isQuick && hasFailed(figures)) process.exitCode = 1;
}

/** Parts that need neither the app nor a browser. */
async function measureParts({ parts, isQuick, ...sizes }: BenchOptions): Promise<Figure[]> {
  const figures: Figure[] = [];
  if (parts.includes('queries')) {
    say('Commands and queries of the store in one thread');
    figures.push(...measureQueries(sizes));
  }
  if (parts.includes('pace')) {
    say('Requests queue up');
    figures.push(...(await measurePace({ isQuick })));
  }
  if (parts.includes('demo')) {
    say('The demo service by itself');
    figures.push(...(await measureDemo({ isQuick })));
  }
  if (parts.includes('files')) {
    say('Large tables and hostile texts');
    figures.push(...(await measureFiles({ isQuick })));
  }
  if (parts.includes('imports')) {
    say('Large files are checked against a large account');
    figures.push(...(await measureImports({ isQuick, contacts: sizes.contacts })));
  }
  return figures;
}

/** One account is read once: while it comes in, when it is live, at rest. */
async function measureRunning({ parts, chats, messages, contacts, ...rest }: BenchOptions): Promise<Figure[]> {
  const world = await World.create({ chats, messages, contacts });
  const end = (): void => void world.dispose().finally(() => process.exit(1));
  for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, end);
  const figures: Figure[] = [];
  try {
    if (parts.includes('sync')) {
      say('The first sync runs, and somebody reads meanwhile');
      figures.push(...(await measureSync(world)));
    }
    if (!parts.includes('callbacks') && !parts.includes('idle')) return figures;
    say('Live updates are turned on');
    const place = await enterLive(world);
    try {
      if (parts.includes('callbacks')) figures.push(...(await measureCallbacks(place, rest.texts)));
      say('Nobody touches it');
      if (parts.includes('idle')) figures.push(...(await measureIdle(place, rest.idleSeconds)));
    } finally {
      place.client.close();
    }
    return figures;
  } finally {
    for (const signal of ['SIGINT', 'SIGTERM'] as const) process.off(signal, end);
    await world.dispose();
  }
}

function say(what: string): void {
  process.stderr.write(`${what}\n`);
}

let options: BenchOptions | null = null;
try {
  options = parseOptions(process.argv.slice(2));
} catch (error) {
  process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n`);
  process.exitCode = 2;
}
if (options !== null) await run(options);
