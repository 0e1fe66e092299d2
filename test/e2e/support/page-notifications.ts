/** The notifications of a page, in a browser that always answers that it may show none: its part is played. */
import { expect, type Page } from '@playwright/test';

interface Played {
  readonly standing: Map<string, EventTarget & { readonly text: string }>;
}

export class PlayedNotifications {
  /** What was told since the page was first opened, reloads and tabs together: `Callum MacIntyre: Hello`. */
  readonly told: string[] = [];
  readonly #page: Page;

  private constructor(page: Page) {
    this.#page = page;
  }

  /** Before the page is opened. The browser was not asked yet, and allows them once it is. */
  static async install(page: Page): Promise<PlayedNotifications> {
    const played = new PlayedNotifications(page);
    await page.exposeFunction('tellTest', (text: string) => void played.told.push(text));
    await page.addInitScript(play);
    return played;
  }

  /** What is on the screen now. */
  async list(): Promise<string[]> {
    return await this.#page.evaluate(() =>
      [...(globalThis as unknown as { played: Played }).played.standing.values()].map(({ text }) => text).sort(),
    );
  }

  async click(text: string): Promise<void> {
    await this.#page.evaluate((wanted) => {
      const all = [...(globalThis as unknown as { played: Played }).played.standing.values()];
      all.find((one) => one.text === wanted)?.dispatchEvent(new Event('click'));
    }, text);
  }

  async expectStanding(texts: readonly string[]): Promise<void> {
    await expect.poll(() => this.list()).toEqual([...texts].sort());
  }
}

/** Runs in the page. */
function play(): void {
  const here = globalThis as unknown as { tellTest: (text: string) => void; played: Played; Notification: unknown };
  const standing: Played['standing'] = new Map();
  here.played = { standing };
  here.Notification = class extends EventTarget {
    static get permission(): string {
      return localStorage.getItem('test.permission') ?? 'default';
    }
    static requestPermission(): Promise<string> {
      localStorage.setItem('test.permission', 'granted');
      return Promise.resolve('granted');
    }
    readonly text: string;
    readonly #tag: string;

    constructor(title: string, { body = '', tag = '' }: NotificationOptions) {
      super();
      this.text = `${title}: ${body}`;
      this.#tag = tag;
      standing.set(tag, this);
      here.tellTest(this.text);
    }

    close(): void {
      if (standing.get(this.#tag) === this) standing.delete(this.#tag);
      this.dispatchEvent(new Event('close'));
    }
  };
}
