/** When a page is still: what a test measures then, and finds not to have moved, will not move any more. */
import { expect, type Page } from '@playwright/test';
import type { LoopbackMain } from './loopback-main.ts';

/** What a page did and has yet to do, as the page itself counts it. */
interface Activity {
  /** Frames that came and went over its newest socket. */
  taken: number;
  sent: number;
  /** What it will do by itself: frames of animation that it asked for, and timers. */
  readonly due: Set<string>;
  /** Resolves when the browser has drawn what it has: a frame of animation later, the one before is on screen. */
  readonly drawn: () => Promise<void>;
}

declare global {
  interface Window {
    activity: Activity;
  }
}

/** Timers of the app that are longer than this move nothing: they take notices away and ask again. */
const SOON_MS = 500;
const mains = new WeakMap<Page, LoopbackMain>();

/** Has every document of the page keep its account, from before its own scripts. */
export async function trackActivity(page: Page, main: LoopbackMain): Promise<void> {
  mains.set(page, main);
  await page.addInitScript(installTracking, SOON_MS);
}

/**
 * Waits until nothing moves any more, and nothing will: main has answered every request but those that a test holds back,
 * the page has taken every answer and every event, no frame of animation and no timer of its own is to come, no animation
 * runs, and a frame was drawn in which nothing changed and nothing scrolled. What would begin a movement is none of that
 * before it has begun: the effect of a turn of the wheel is waited for first.
 */
export async function untilStill(page: Page): Promise<void> {
  await expect.poll(() => listUnrest(page), { intervals: [1], message: 'the page is still' }).toEqual([]);
}

/** Waits until main and the page are even, which may be in the middle of what the page makes of the last answer. */
export async function untilTaken(page: Page): Promise<void> {
  const ask = async (): Promise<boolean> => isEven(page, await page.evaluate(readAccount));
  await expect.poll(ask, { intervals: [1], message: 'main and the page are even' }).toBe(true);
}

async function listUnrest(page: Page): Promise<string[]> {
  const { unrest, ...account } = await page.evaluate(watchFrame);
  return isEven(page, account) ? unrest : [...unrest, 'a frame between main and the page'];
}

function isEven(page: Page, account: { readonly taken: number; readonly sent: number }): boolean {
  return mains.get(page)?.isEvenWith(account) === true;
}

/** Runs in the page. */
function installTracking(soonMs: number): void {
  const due = new Set<string>();
  const [askFrame, dropFrame] = [window.requestAnimationFrame, window.cancelAnimationFrame];
  const [startTimer, stopTimer] = [window.setTimeout, window.clearTimeout];
  const activity: Activity = {
    taken: 0,
    sent: 0,
    due,
    drawn: () => new Promise((resolve) => askFrame(() => askFrame(() => resolve()))),
  };
  class CountedSocket extends WebSocket {
    constructor(url: string | URL, protocols?: string | string[]) {
      super(url, protocols);
      Object.assign(activity, { taken: 0, sent: 0 });
      this.addEventListener('message', () => (activity.taken += 1));
    }
    override send(data: string): void {
      activity.sent += 1;
      super.send(data);
    }
  }
  Object.assign(window, {
    activity,
    WebSocket: CountedSocket,
    requestAnimationFrame: (callback: FrameRequestCallback): number => {
      const id = askFrame((time) => {
        due.delete(`frame ${String(id)}`);
        callback(time);
      });
      due.add(`frame ${String(id)}`);
      return id;
    },
    cancelAnimationFrame: (id: number): void => {
      due.delete(`frame ${String(id)}`);
      dropFrame(id);
    },
    setTimeout: (callback: (...values: unknown[]) => void, ms = 0, ...values: unknown[]): number => {
      const run = (): void => {
        due.delete(`timer ${String(id)}`);
        callback(...values);
      };
      const id = startTimer(run, ms);
      if (ms <= soonMs) due.add(`timer ${String(id)}`);
      return id;
    },
    clearTimeout: (id: number): void => {
      due.delete(`timer ${String(id)}`);
      stopTimer(id);
    },
  });
}

/** Runs in the page. */
function readAccount(): { taken: number; sent: number } {
  const { taken, sent } = window.activity;
  return { taken, sent };
}

/** Runs in the page: what goes on there, while a frame is drawn and after it. */
async function watchFrame(): Promise<{ taken: number; sent: number; unrest: string[] }> {
  const { activity } = window;
  const seen = new Set<string>();
  const noteScroll = (): void => void seen.add('scrolling');
  const observer = new MutationObserver(() => seen.add('a change'));
  observer.observe(document, { subtree: true, childList: true, attributes: true, characterData: true });
  document.addEventListener('scroll', noteScroll, true);
  await activity.drawn();
  document.removeEventListener('scroll', noteScroll, true);
  observer.disconnect();
  const isOfAMoment = ({ effect, playState }: Animation): boolean =>
    playState === 'running' && effect?.getComputedTiming().endTime !== Number.POSITIVE_INFINITY;
  if (document.getAnimations().some(isOfAMoment)) seen.add('an animation');
  return { taken: activity.taken, sent: activity.sent, unrest: [...seen, ...activity.due] };
}
