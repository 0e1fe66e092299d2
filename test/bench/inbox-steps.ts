/** What a person does in the inbox, timed inside the page, so that the way through the browser's driver does not count. */
import type { Locator, Page } from 'playwright';

/** Put into every page before its own scripts: notes when the chat list can be used. */
export function noteWhenUsable(): void {
  const look = (): void => {
    const list = document.querySelector('[role=listbox]');
    const isUsable = list?.querySelector('[role=option]') != null && list.scrollHeight > list.clientHeight;
    // Looks when a frame was painted.
    if (isUsable) performance.mark('usable');
    else requestAnimationFrame(() => setTimeout(look));
  };
  look();
}

/** Milliseconds from the start of the page's loading until there are rows that can be scrolled. */
export async function readUsableMs(page: Page): Promise<number> {
  await page.waitForFunction(() => performance.getEntriesByName('usable').length > 0);
  return await page.evaluate(() => performance.getEntriesByName('usable')[0]?.startTime ?? Number.NaN);
}

/** Opens a chat on screen that is not open by a real click; milliseconds from the click until its messages are painted. */
export async function openChat(page: Page, row: number): Promise<number> {
  return await openOption(page, page.locator('#chat-list [role=option][aria-selected=false]').nth(row));
}

/** The same of a row that is known. */
export async function openOption(page: Page, option: Locator): Promise<number> {
  const [ms] = await Promise.all([page.evaluate(timeOpening), option.click()]);
  return ms;
}

function timeOpening(): Promise<number> {
  const WITHIN_MS = 20_000;
  const findThread = (): Element | null => document.querySelector('main [role=list]:has(> [role=listitem])');
  const before = findThread();
  return new Promise((resolve, reject) => {
    // Looks when a frame was painted.
    const look = (clickedAt: number): void => {
      const thread = findThread();
      const isShown = thread !== null && thread !== before && thread.checkVisibility({ visibilityProperty: true });
      if (isShown) {
        // Its closure would keep the chat that was left for as long as it runs.
        clearTimeout(tooLate);
        resolve(performance.now() - clickedAt);
      } else requestAnimationFrame(() => setTimeout(look, 0, clickedAt));
    };
    addEventListener('click', ({ timeStamp }) => look(timeStamp), { capture: true, once: true });
    const tooLate = setTimeout(() => reject(new Error('The chat that was clicked never showed')), WITHIN_MS);
  });
}

export interface Passage {
  /** DOM nodes of the list pane, at their most: elements, texts and what marks places. */
  readonly mostNodes: number;
  readonly rows: number;
  readonly frames: number;
}

/** Scrolls the list from one end to the other and back, most of a screen per frame, as far as `mostFrames` go. */
export async function scrollThrough(page: Page, mostFrames: number): Promise<Passage> {
  return await page.evaluate(async (frames) => {
    const pane = document.querySelector('#chat-list');
    const list = pane?.querySelector('[role=listbox]');
    if (pane == null || list == null) throw new Error('There is no chat list');
    const countNodes = (): number => {
      const walker = document.createTreeWalker(pane, NodeFilter.SHOW_ALL);
      let count = 1;
      while (walker.nextNode() !== null) count += 1;
      return count;
    };
    const way = list.scrollHeight - list.clientHeight;
    const step = Math.max(list.clientHeight * 0.8, (2 * way) / frames);
    const passage = { mostNodes: 0, rows: 0, frames: 0 };
    for (let gone = 0; gone <= 2 * way; gone += step) {
      list.scrollTop = gone <= way ? gone : 2 * way - gone;
      await new Promise(requestAnimationFrame);
      if (passage.frames % 10 === 0) passage.mostNodes = Math.max(passage.mostNodes, countNodes());
      passage.frames += 1;
    }
    list.scrollTop = 0;
    const row = list.querySelector('[role=option]');
    return { ...passage, rows: Number(row?.getAttribute('aria-setsize') ?? 0) };
  }, mostFrames);
}

/** Types into the palette, letter by letter; milliseconds from each letter until what it found is painted. */
export async function typeSearch(page: Page, words: readonly string[]): Promise<number[]> {
  await page.keyboard.press('ControlOrMeta+k');
  const field = page.getByRole('dialog').getByRole('combobox');
  await field.waitFor();
  const times: number[] = [];
  for (const word of words) {
    await field.fill('');
    for (const letter of word) {
      const [ms] = await Promise.all([page.evaluate(timeFinding), field.pressSequentially(letter)]);
      times.push(ms);
    }
  }
  await page.keyboard.press('Escape');
  return times;
}

/** Until the palette changed for the last time before it stays as it is for a while. */
function timeFinding(): Promise<number> {
  const QUIET_MS = 200;
  return new Promise((resolve) => {
    const watch = (typedAt: number): void => {
      let [changedAt, quietFrom] = [typedAt, performance.now()];
      const observer = new MutationObserver(() => {
        quietFrom = performance.now();
        requestAnimationFrame(() => setTimeout(() => (changedAt = performance.now())));
      });
      const palette = document.querySelector('[role=dialog]');
      if (palette !== null) observer.observe(palette, { subtree: true, childList: true, attributes: true });
      const timer = setInterval(() => {
        if (performance.now() - quietFrom < QUIET_MS) return;
        clearInterval(timer);
        observer.disconnect();
        resolve(changedAt - typedAt);
      }, 20);
    };
    addEventListener('input', ({ timeStamp }) => watch(timeStamp), { capture: true, once: true });
  });
}
