/** An app that nobody touches: what it asks of the service, what it uses of a core, and what it keeps in memory. */
import { setTimeout as wait } from 'node:timers/promises';
import type { Page } from 'playwright';
import { scrollThrough } from './inbox-steps.ts';
import { awaitIdle, PageMeter, type LivePlace } from './live-place.ts';
import { readUsage } from './main-turns.ts';
import { toFigure, type Figure } from './measure.ts';
import { countPurposes, ServiceLog, type RequestPurpose } from './service-log.ts';

const TARGETS = { requestsPerMinute: 2, coreShare: 0.01 } as const;
/** Frames of a way through the list and back. */
const STEPS = 1_000;
/** The usage of the process is told once a second. */
const TOLD_WITHIN_MS = 1_500;
const MOST_AGAIN = 2;

/** Rests twice: the page in view, then hidden. */
export async function measureIdle(place: LivePlace, seconds: number): Promise<Figure[]> {
  const meter = await PageMeter.attach(place.page);
  await awaitIdle(place);
  const inView = await rest(place, meter, { seconds, name: 'page in view' });
  await hide(place.page);
  const hidden = await rest(place, meter, { seconds, name: 'page hidden' });
  const resting = await measureMemory(place, meter, 'at rest');
  await scrollThrough(place.page, STEPS);
  return [
    ...inView,
    ...hidden,
    ...resting,
    ...(await measureMemory(place, meter, 'after the list was scrolled through')),
  ];
}

interface Rest {
  /** CPU time of the app's process and of the page's main thread, as shares of a core. */
  readonly appShare: number;
  readonly pageShare: number;
  readonly minutes: number;
  readonly requests: Readonly<Record<RequestPurpose, number>>;
}

/** The reading of all chats every five minutes is a sweep of its own: where it fell into the time, it is taken anew. */
async function rest(
  place: LivePlace,
  meter: PageMeter,
  { seconds, name }: { readonly seconds: number; readonly name: string },
): Promise<Figure[]> {
  let calm = await observe(place, meter, seconds);
  for (let again = 0; calm.requests.chats > 0 && again < MOST_AGAIN; again += 1) {
    calm = await observe(place, meter, seconds);
  }
  const { appShare, pageShare, minutes, requests } = calm;
  const { heads, ...apart } = requests;
  const target = TARGETS.coreShare;
  return [
    toFigure({
      name: `requests at rest, ${name}, sweeps apart`,
      unit: 'a minute',
      value: heads / minutes,
      target: TARGETS.requestsPerMinute,
      details: { seconds: minutes * 60, ...apart },
    }),
    toFigure({
      name: `processor of the app at rest, ${name}`,
      unit: 'of a core',
      value: appShare,
      target,
      details: { requestsMeanwhile: Object.values(requests).reduce((sum, count) => sum + count) },
    }),
    toFigure({
      name: `processor of the page at rest, ${name}`,
      unit: 'of a core',
      value: pageShare,
      target,
      details: {},
    }),
  ];
}

async function observe({ world }: LivePlace, meter: PageMeter, seconds: number): Promise<Rest> {
  await wait(TOLD_WITHIN_MS);
  const log = new ServiceLog(world.account);
  const before = { usage: await readUsage(world.probeFile), pageMs: await meter.readCpuMs(), at: Date.now() };
  await wait(seconds * 1_000);
  const after = { usage: await readUsage(world.probeFile), pageMs: await meter.readCpuMs(), at: Date.now() };
  await wait(TOLD_WITHIN_MS);
  await log.read();
  return {
    appShare: (after.usage.processCpuMs - before.usage.processCpuMs) / (after.usage.at - before.usage.at),
    pageShare: (after.pageMs - before.pageMs) / (after.at - before.at),
    minutes: (after.at - before.at) / 60_000,
    requests: countPurposes(log.list(before.at, after.at)),
  };
}

async function measureMemory({ world }: LivePlace, meter: PageMeter, when: string): Promise<Figure[]> {
  await wait(TOLD_WITHIN_MS);
  const { rssBytes, heapBytes } = await readUsage(world.probeFile);
  const page = await meter.readHeapBytes();
  const toMemory = (name: string, bytes: number, details: Figure['details']): Figure =>
    toFigure({ name: `${name} ${when}`, unit: 'MB', value: bytes / 1e6, target: null, details });
  return [
    toMemory('memory of the app, resident,', rssBytes, { heapOfMain: heapBytes / 1e6 }),
    toMemory('JavaScript heap of the page', page, {}),
  ];
}

/** A browser without a screen hides no page by itself: the page is told what it would be told. */
async function hide(page: Page): Promise<void> {
  await page.evaluate(() => {
    Object.defineProperty(document, 'visibilityState', { configurable: true, get: () => 'hidden' });
    Object.defineProperty(document, 'hidden', { configurable: true, get: () => true });
    document.dispatchEvent(new Event('visibilitychange'));
    dispatchEvent(new Event('blur'));
  });
}
