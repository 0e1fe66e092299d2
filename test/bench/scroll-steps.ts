/** The ways a person scrolls: by the wheel, by dragging, by keys. Each goes through all of the list or of a thread. */
import type { ElementHandle, Locator, Page } from 'playwright';

/** What scrolls, and the pane whose nodes are counted. */
export interface Scrolled {
  readonly page: Page;
  /** Found once: to look for it by its role takes the page as long as a frame, and is no work of the app. */
  readonly box: ElementHandle<HTMLElement | SVGElement>;
  /** Where the list stands on it that scrolls, as a selector. */
  readonly pane: string;
}

/** Rows and everything in them, at their most: elements, texts and what marks places. */
export interface Passage {
  readonly mostNodes: number;
  readonly steps: number;
}

export interface BoxPlace {
  readonly top: number;
  readonly viewport: number;
  readonly content: number;
}

interface Seen extends BoxPlace {
  readonly nodes: number;
}

/** Steps without a move after which an end is an end: what is beyond it may be on its way. */
const REST_STEPS = 10;
/** A way that never ends is a fault. */
const MOST_STEPS = 20_000;
const COUNT_EVERY = 10;

export async function listOf(page: Page): Promise<Scrolled> {
  return { page, box: await page.getByRole('listbox').elementHandle(), pane: '#chat-list' };
}

export async function threadOf(page: Page): Promise<Scrolled> {
  return { page, box: await messagesOf(page).elementHandle(), pane: 'main' };
}

export function messagesOf(page: Page): Locator {
  return page.getByRole('list', { name: 'Messages' });
}

/** What is in the pane once the next frame is painted, and where its box is scrolled to. */
async function look({ box, pane }: Scrolled): Promise<Seen> {
  return await box.evaluate(async (element, selector: string) => {
    await new Promise(requestAnimationFrame);
    const root = document.querySelector(selector);
    if (root === null) throw new Error(`There is no ${selector}`);
    const walker = document.createTreeWalker(root, NodeFilter.SHOW_ALL);
    let nodes = 1;
    while (walker.nextNode() !== null) nodes += 1;
    return { nodes, top: element.scrollTop, viewport: element.clientHeight, content: element.scrollHeight };
  }, pane);
}

export async function readPlace({ box }: Scrolled): Promise<BoxPlace> {
  return await box.evaluate((element) => ({
    top: element.scrollTop,
    viewport: element.clientHeight,
    content: element.scrollHeight,
  }));
}

/** At one of its ends, by no act of a person. */
export async function placeAt(where: Scrolled, end: 'top' | 'end'): Promise<void> {
  await where.box.evaluate(
    (element, isTop: boolean) => element.scrollTo({ top: isTop ? 0 : element.scrollHeight, behavior: 'instant' }),
    end === 'top',
  );
  await settle(where);
}

/** Until nothing has moved for some frames. */
export async function settle(where: Scrolled): Promise<void> {
  await goOn(
    where,
    () => Promise.resolve(),
    () => true,
  );
}

/** Steps until the end is reached and stays the end. */
async function goOn(
  where: Scrolled,
  step: () => Promise<void>,
  isThere: (place: BoxPlace) => boolean,
): Promise<Passage> {
  let mostNodes = 0;
  let rest = 0;
  let last = '';
  for (let steps = 1; steps <= MOST_STEPS; steps += 1) {
    await step();
    const isCounted = steps % COUNT_EVERY === 0 || rest > 0;
    const place = isCounted ? await look(where) : await frame(where);
    mostNodes = Math.max(mostNodes, place.nodes);
    const now = `${String(Math.round(place.top))}/${String(place.content)}`;
    rest = now === last && isThere(place) ? rest + 1 : 0;
    last = now;
    if (rest === REST_STEPS) return { mostNodes, steps };
  }
  throw new Error('There is no end to it');
}

/** The same without counting. */
async function frame({ box }: Scrolled): Promise<Seen> {
  return await box.evaluate(async (element) => {
    await new Promise(requestAnimationFrame);
    return { nodes: 0, top: element.scrollTop, viewport: element.clientHeight, content: element.scrollHeight };
  });
}

const isAtTop = ({ top }: BoxPlace): boolean => top < 1;
const isAtEnd = ({ top, viewport, content }: BoxPlace): boolean => content - top - viewport < 2;

/** Turns the wheel over the box, `byPx` a frame, until there is nothing more that way. */
export async function wheel(where: Scrolled, byPx: number): Promise<Passage> {
  await where.box.hover();
  return await goOn(where, () => where.page.mouse.wheel(0, byPx), byPx < 0 ? isAtTop : isAtEnd);
}

/** Presses a key over and over, as one that is held repeats it, until there is nothing more that way. */
export async function holdKey(where: Scrolled, key: string, towards: 'top' | 'end'): Promise<Passage> {
  return await goOn(where, () => where.page.keyboard.press(key), towards === 'top' ? isAtTop : isAtEnd);
}

/** Takes the list's own thumb down to the end and up again, a little each frame. */
export async function dragThumb(where: Scrolled, frames: number): Promise<Passage> {
  const { page, box } = where;
  await box.hover();
  const thumb = page.locator(`${where.pane} .thumb`);
  const [own, track] = [await thumb.boundingBox(), await box.boundingBox()];
  if (own === null || track === null) throw new Error('The list has no thumb');
  const [x, from, way] = [own.x + own.width / 2, own.y + own.height / 2, track.height];
  await page.mouse.move(x, from);
  await page.mouse.down();
  let mostNodes = 0;
  const half = frames / 2;
  for (let step = 1; step <= frames; step += 1) {
    const share = step <= half ? step / half : 2 - step / half;
    await page.mouse.move(x, from + share * way);
    mostNodes = Math.max(mostNodes, (await look(where)).nodes);
  }
  await page.mouse.up();
  return { mostNodes, steps: frames };
}

/** Leaps through all of it and back, as the browser's own scrollbar is dragged. */
export async function leap(where: Scrolled, frames: number): Promise<Passage> {
  let mostNodes = 0;
  const { content, viewport } = await readPlace(where);
  const half = frames / 2;
  for (let step = 1; step <= frames; step += 1) {
    const share = step <= half ? 1 - step / half : step / half - 1;
    await where.box.evaluate(
      (element, top: number) => element.scrollTo({ top, behavior: 'instant' }),
      share * (content - viewport),
    );
    mostNodes = Math.max(mostNodes, (await look(where)).nodes);
  }
  return { mostNodes, steps: frames };
}
