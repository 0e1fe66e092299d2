/** The clock of the keys, and what moves while nobody presses one; runs inside the page. */
import type { DayInPage, Scene } from './day-scene.ts';

export type Condition = readonly [field: keyof Scene, is: 'is' | 'not' | 'has' | 'lacks' | 'new', words?: string];

/** What came of one press. */
export interface Painted {
  /** From the time stamp of the key's event until the frame that shows what it did was painted. */
  readonly ms: number;
  /** When the key came, by the page's clock. */
  readonly at: number;
  readonly scene: Scene;
}

/** What moved by itself between two moments. */
export interface Rest {
  /** How far the row under the keys was moved at most within one frame, and altogether, in pixels. */
  readonly rowLeap: number;
  readonly rowWay: number;
  /** The same of what is written in, and of the head of the open chat. */
  readonly sheetWay: number;
  /** Layout shifts without a recent key, but for what arriving texts move on purpose, in words. */
  readonly shifts: readonly string[];
  /** Whether the row under the keys is out of sight once everything has come to rest. */
  readonly isRowHidden: boolean;
}

export interface WatchInPage extends DayInPage {
  /** Looks for all of this from the next key on. */
  readonly arm: (conditions: readonly Condition[]) => void;
  /** Whether that is so now; `new` is never. */
  readonly isSo: (condition: Condition) => boolean;
  /** Once all of it is painted. Rejects with what is on screen where that never comes. */
  readonly painted: () => Promise<Painted>;
  readonly beginRest: () => void;
  readonly endRest: () => Rest;
}

/** Has `day.arm` and `day.painted` in the page, after `installScene`. */
export function installKeyWatch(): void {
  const WITHIN_MS = 15_000;
  const here = (globalThis as unknown as { day: WatchInPage }).day;
  let outcome: Promise<Painted> = Promise.reject(new Error('Nothing was armed'));
  outcome.catch(() => undefined);
  const holds = ([, is, words = '']: Condition, value: string, before: string): boolean => {
    if (is === 'new') return value !== '' && value !== before;
    if (is === 'is' || is === 'not') return (value === words) === (is === 'is');
    return value.includes(words) === (is === 'has');
  };
  /**
   * In the next frame, after its layout, in which rows are measured and shown, and before it is painted: the newest of all
   * observers is told last. A task later it was painted.
   */
  const atEndOfLayout = (read: () => void): void => {
    requestAnimationFrame(() => {
      const observer = new ResizeObserver(() => {
        observer.disconnect();
        read();
      });
      observer.observe(document.documentElement);
    });
  };
  const arm = (conditions: readonly Condition[]): void => {
    const before = here.readScene();
    const { promise, resolve, reject } = Promise.withResolvers<Painted>();
    const isMissing = (condition: Condition): boolean =>
      !holds(condition, here.read(condition[0]), before[condition[0]]);
    const look = (at: number): void => {
      atEndOfLayout(() => {
        const missing = conditions.find(isMissing);
        setTimeout(() => {
          const ms = performance.now() - at;
          const scene = missing === undefined || ms >= WITHIN_MS ? here.readScene() : null;
          if (scene === null) look(at);
          else if (missing === undefined) resolve({ ms, at, scene });
          else reject(new Error(`Never shown: ${JSON.stringify({ missing, before, scene })}`));
        });
      });
    };
    addEventListener('keydown', ({ timeStamp }) => look(timeStamp), { capture: true, once: true });
    outcome = promise;
  };
  const isSo = (condition: Condition): boolean => {
    const value = here.read(condition[0]);
    return holds(condition, value, value);
  };
  Object.assign(here, { arm, isSo, painted: () => outcome });
}

/** Has `day.beginRest` and `day.endRest` in the page, after `installScene`. */
export function installRestWatch(): void {
  const here = (globalThis as unknown as { day: WatchInPage }).day;
  const DIGIT_PX = 8;
  const none = { rowLeap: 0, rowWay: 0, sheetWay: 0, shifts: [] as string[], isRowHidden: false };
  let rest: typeof none | null = null;
  const topOf = (element: Element | null): number | null => element?.getBoundingClientRect().top ?? null;
  const measure = () => {
    const list = document.querySelector('#chat-list [role=listbox]');
    const row = document.getElementById(list?.getAttribute('aria-activedescendant') ?? '');
    const sheet = ['section.thread .who', 'section.thread textarea'].map((part) => topOf(document.querySelector(part)));
    return { id: row?.id ?? '', row: topOf(row), list: list?.getBoundingClientRect() ?? null, sheet };
  };
  const follow = (begin: ReturnType<typeof measure>, before: ReturnType<typeof measure>): void => {
    if (rest === null) return;
    const now = measure();
    if (now.id === begin.id && now.row !== null && before.row !== null && begin.row !== null) {
      rest.rowLeap = Math.max(rest.rowLeap, Math.abs(now.row - before.row));
      rest.rowWay = Math.max(rest.rowWay, Math.abs(now.row - begin.row));
    }
    const ways = now.sheet.map((top, part) => Math.abs((top ?? 0) - (begin.sheet[part] ?? 0)));
    rest.sheetWay = Math.max(rest.sheetWay, ...ways);
    requestAnimationFrame(() => follow(begin, now));
  };
  // Rows of the list go to new places; in a thread, a new message moves those above it up, the first of them out of its
  // box, by whose edge it is cut off; a number takes one more digit.
  const isExpected = ({ node, previousRect, currentRect }: LayoutShift['sources'][number]): boolean => {
    const isUp = currentRect.top < previousRect.top || currentRect.bottom < previousRect.bottom;
    const parent = node?.parentElement ?? null;
    const way = Math.max(Math.abs(currentRect.top - previousRect.top), Math.abs(currentRect.left - previousRect.left));
    return (
      parent?.closest('.rows') != null ||
      (isUp && parent?.closest('[data-region=messages]') != null) ||
      (way <= DIGIT_PX && currentRect.top === previousRect.top)
    );
  };
  const toName = (source: LayoutShift['sources'][number]): string => {
    const element = source.node instanceof Element ? source.node : (source.node?.parentElement ?? null);
    const region = element?.closest('[data-region]')?.getAttribute('data-region') ?? 'elsewhere';
    const words = element?.textContent.trim().slice(0, 24) ?? '';
    const [from, to] = [source.previousRect, source.currentRect].map((rect) => JSON.stringify(rect));
    return `${region}: ${from ?? ''} to ${to ?? ''} “${words}”`;
  };
  new PerformanceObserver((entries) => {
    for (const entry of entries.getEntries() as (PerformanceEntry & LayoutShift)[]) {
      const isOwn = entry.sources.every(isExpected);
      if (!entry.hadRecentInput && !isOwn)
        rest?.shifts.push(`${entry.value.toFixed(4)} ${entry.sources.map(toName).join(', ')}`);
    }
  }).observe({ type: 'layout-shift' });
  const beginRest = (): void => {
    rest = { ...none, shifts: [] };
    const begin = measure();
    requestAnimationFrame(() => follow(begin, begin));
  };
  const endRest = (): Rest => {
    const had = rest ?? none;
    rest = null;
    const { row, list } = measure();
    const isRowHidden = row !== null && list !== null && (row < list.top - 1 || row >= list.bottom);
    return { ...had, isRowHidden };
  };
  Object.assign(here, { beginRest, endRest });
}

/** As the browser tells it; not in the types of the DOM yet. */
interface LayoutShift {
  readonly value: number;
  readonly hadRecentInput: boolean;
  readonly sources: readonly {
    readonly node: Node | null;
    readonly previousRect: DOMRectReadOnly;
    readonly currentRect: DOMRectReadOnly;
  }[];
}
