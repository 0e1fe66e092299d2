/**
 * How this page was let in. The secret lies in the storage of this tab, so that a reload works; another tab of the same
 * origin is asked for it; else the address of the terminal gives one, once.
 */
import * as v from 'valibot';
import { ENTRY_PATH, NO_EPOCH, pageKeySchema, SIGNATURE_HEADER, type PageKey } from '#shared/contract/index.ts';
import { toSignature } from './signing.ts';

const NAME = 'switchboard.page';
const TABS_ANSWER_WITHIN_MS = 400;

/** What tabs say to each other. */
const channelSchema = v.variant('type', [
  v.object({ type: v.literal('ask') }),
  v.object({ type: v.literal('key'), key: pageKeySchema }),
]);

export interface EntryPlace {
  readonly origin: string;
  readonly storage: Pick<Storage, 'getItem' | 'setItem' | 'removeItem'>;
  readonly channel: Pick<BroadcastChannel, 'postMessage' | 'addEventListener' | 'close'>;
}

export function openEntryPlace({ location, sessionStorage }: Window): EntryPlace {
  return { origin: location.origin, storage: sessionStorage, channel: new BroadcastChannel(NAME) };
}

export class PageEntry {
  readonly #place: EntryPlace;
  readonly #takers = new Set<(key: PageKey) => void>();
  #key: PageKey | null = null;
  #isProven = false;

  constructor(place: EntryPlace) {
    this.#place = place;
    place.channel.addEventListener('message', ({ data }) => this.#hear(data));
  }

  /** Null: main does not know this page. */
  get key(): PageKey | null {
    return this.#key;
  }

  /** `token`: of the address that this page was opened at. False where nothing opens: the terminal then shows how. */
  async enter(token: string | null): Promise<boolean> {
    const key =
      (token === null ? null : await this.#trade(token)) ?? (await this.#findStored()) ?? (await this.#askTabs());
    if (key !== null) this.#take(key);
    // A token that opens nothing has the terminal show one that does.
    else if (token === null) await this.#trade('');
    return key !== null;
  }

  /** Main does not know this page any more: another tab may have been let in since. */
  async renew(): Promise<void> {
    this.#key = null;
    const key = (await this.#askTabs()) ?? (await this.#findStored());
    if (key !== null) this.#take(key);
  }

  /** Resolves when another tab was let in, and this one by it; also by one whose answer came too late before. */
  async waitForTab(): Promise<void> {
    const key = await this.#askTabs(null);
    if (key !== null) this.#take(key);
  }

  /**
   * Whether main has proved itself on this tab's line, which is not lost since. Other tabs are told the key only then: when
   * main has ended, a page of our origin may be one of whoever took its port.
   */
  setProven(isProven: boolean): void {
    this.#isProven = isProven;
    // Tabs that wait at the door, or that main does not know any more, come along.
    this.#tell();
  }

  #take(key: PageKey): void {
    this.#key = key;
    this.#place.storage.setItem(NAME, JSON.stringify(key));
  }

  #tell(): void {
    if (this.#isProven && this.#key !== null) this.#place.channel.postMessage({ type: 'key', key: this.#key });
  }

  async #findStored(): Promise<PageKey | null> {
    const stored = v.safeParse(v.pipe(v.string(), v.parseJson(), pageKeySchema), this.#place.storage.getItem(NAME));
    return stored.success ? await this.#check(stored.output) : null;
  }

  async #trade(token: string): Promise<PageKey | null> {
    const headers = { 'content-type': 'application/json' };
    const body = JSON.stringify({ token });
    const response = await this.#fetch({ method: 'POST', headers, body });
    const key = v.safeParse(pageKeySchema, response?.ok === true ? await response.json().catch(() => null) : null);
    return key.success ? key.output : null;
  }

  /** The same key where main knows it, else null. */
  async #check(key: PageKey): Promise<PageKey | null> {
    const asked = { method: 'GET', path: ENTRY_PATH, epoch: NO_EPOCH, atMs: Date.now() };
    const response = await this.#fetch({ headers: { [SIGNATURE_HEADER]: toSignature(key, asked) } });
    return response?.ok === true ? key : null;
  }

  async #fetch(init: RequestInit): Promise<Response | null> {
    return await fetch(`${this.#place.origin}${ENTRY_PATH}`, init).catch(() => null);
  }

  async #askTabs(withinMs: number | null = TABS_ANSWER_WITHIN_MS): Promise<PageKey | null> {
    const heard = this.#hearKey(withinMs);
    this.#place.channel.postMessage({ type: 'ask' });
    return await heard;
  }

  /** The first key of another tab that main knows; null where none came in time. */
  #hearKey(withinMs: number | null): Promise<PageKey | null> {
    return new Promise((resolve) => {
      const finish = (key: PageKey | null): void => {
        clearTimeout(timer);
        this.#takers.delete(taker);
        resolve(key);
      };
      const taker = (key: PageKey): void => {
        void this.#check(key).then((good) => good === null || finish(good));
      };
      const timer = withinMs === null ? undefined : setTimeout(() => finish(null), withinMs);
      this.#takers.add(taker);
    });
  }

  #hear(data: unknown): void {
    const said = v.safeParse(channelSchema, data);
    if (!said.success) return;
    if (said.output.type === 'key') for (const taker of this.#takers) taker(said.output.key);
    else this.#tell();
  }
}
