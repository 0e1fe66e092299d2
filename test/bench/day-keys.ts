/** Keys as a person presses them, one after the other, each timed in the page until its effect is painted. */
import type { Page } from 'playwright';
import { installScene, type Scene } from './day-scene.ts';
import {
  installKeyWatch,
  installRestWatch,
  type Condition,
  type Painted,
  type Rest,
  type WatchInPage,
} from './day-watch.ts';

/** One press of the day. */
export interface Pressed {
  /** What the key was pressed for. */
  readonly kind: string;
  readonly ms: number;
  /** Whether it wrote a letter; such presses are many, and cheap. */
  readonly isLetter: boolean;
}

/** The hands: every key of the day goes through them. No mouse. */
export class Typist {
  readonly pressed: Pressed[] = [];
  /** Presses after which the focus was nowhere, by kind. */
  readonly lost: string[] = [];
  /** What moved by itself while nobody pressed a key. */
  readonly rests: Rest[] = [];
  readonly page: Page;
  #scene: Scene | null = null;

  private constructor(page: Page) {
    this.page = page;
  }

  /** Before the page is loaded. */
  static async prepare(page: Page): Promise<Typist> {
    for (const install of [installScene, installKeyWatch, installRestWatch]) await page.addInitScript(install);
    return new Typist(page);
  }

  /** What was painted last. */
  get scene(): Scene {
    if (this.#scene === null) throw new Error('Nobody has looked yet');
    return this.#scene;
  }

  async look(): Promise<Scene> {
    this.#scene = await this.page.evaluate(readScene);
    return this.#scene;
  }

  /** Holds a key until all of this is painted, as a hand does; the focus is somewhere by then. */
  async press(kind: string, key: string, effect: readonly Condition[], isLetter = false): Promise<Scene> {
    const { keyboard } = this.page;
    // A plus may be the key itself.
    const held = key.split(/(?<=[^+])\+/);
    await this.page.evaluate(arm, effect);
    for (const one of held) await keyboard.down(one);
    const { ms, scene } = await this.page.evaluate(awaitPaint).catch(async (error: unknown) => {
      throw new Error(`${kind} (${key}): ${JSON.stringify(await this.look())}`, { cause: error });
    });
    for (const one of held.toReversed()) await keyboard.up(one);
    this.pressed.push({ kind, ms, isLetter });
    if (scene.focus === '') this.lost.push(`${kind} (${key}), ${JSON.stringify(scene)}`);
    this.#scene = scene;
    return scene;
  }

  /** Types letter by letter. `effect`: of the last one, besides that it is written. */
  async type(kind: string, text: string, effect: readonly Condition[] = []): Promise<Scene> {
    const start = (await this.look()).value;
    const letters = [...text];
    for (const [index, letter] of letters.entries()) {
      const written = ['value', 'is', start + letters.slice(0, index + 1).join('')] as const;
      const isLast = index === letters.length - 1 && effect.length > 0;
      if (isLast) await this.press(kind, letter, [written, ...effect]);
      else await this.press('letter', letter, [written], true);
    }
    return this.scene;
  }

  /** Waits until something is so that no key does. */
  async until(...condition: Condition): Promise<void> {
    await this.page.waitForFunction(isSo, condition).catch(async (error: unknown) => {
      throw new Error(`${condition.join(' ')}: ${JSON.stringify(await this.look())}`, { cause: error });
    });
    await this.look();
  }

  /** Waits without a key, as whoever reads does, and notes what moves meanwhile. */
  async rest(until: () => Promise<unknown>): Promise<void> {
    // Chromium counts what moves within half a second after a key as the key's.
    await this.page.evaluate(awaitQuiet);
    await this.page.evaluate(beginRest);
    await until();
    await this.page.evaluate(awaitQuiet);
    this.rests.push(await this.page.evaluate(endRest));
    await this.look();
  }
}

type Here = typeof globalThis & { readonly day: WatchInPage };

const readScene = (): Scene => (globalThis as Here).day.readScene();
const arm = (effect: readonly Condition[]): void => (globalThis as Here).day.arm(effect);
const awaitPaint = (): Promise<Painted> => (globalThis as Here).day.painted();
const isSo = (condition: Condition): boolean => (globalThis as Here).day.isSo(condition);
const beginRest = (): void => (globalThis as Here).day.beginRest();
const endRest = (): Rest => (globalThis as Here).day.endRest();

/** Forty frames: longer than half a second, and than anything that slides or fades. */
async function awaitQuiet(): Promise<void> {
  for (let frame = 0; frame < 40; frame += 1) await new Promise(requestAnimationFrame);
}
