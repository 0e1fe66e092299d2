/** Records, inside the page, its requests on chats and what the user saw at that moment. */
import type { Page } from 'playwright';

/** What the page shows: the number in the header of the thread, and rows by their element ids. */
export interface InView {
  /** Digits of the number; the words where it has none. Empty while no chat is open. */
  readonly header: string;
  /** The row under the keys. */
  readonly current: string;
  /** The row that is shown as open. */
  readonly open: string;
  /** The rows that are checked, as far as they are painted, and how many the bar says. */
  readonly checked: readonly string[];
  readonly checkedCount: number;
}

/** A request that acts on chats or writes to one. */
export interface ChatRequest {
  /** Of the request and of its answer. */
  readonly id: number;
  readonly name: string;
  readonly chatIds: readonly number[];
  readonly phone: string;
  /** Of an act on chats. */
  readonly kind: string;
  readonly isPinned: boolean | null;
  /** When the last key was pressed, before anything was done about it. */
  readonly atKey: InView;
  /** When main was told. */
  readonly atOnce: InView;
}

interface Noted {
  readonly requests: ChatRequest[];
  readonly look: () => InView;
  /** Whether no row of the list is waited for. */
  readonly isLoaded: () => boolean;
  /** Whether something was taken back after the first `from` requests, and main answered. */
  readonly isUndone: (from: number) => boolean;
}
type Here = typeof globalThis & { readonly noted: Noted };

/** Before the page's own scripts: its listener is the first to hear of a key. */
export async function recordRequests(page: Page): Promise<void> {
  await page.addInitScript(install);
}

export const readInView = (page: Page): Promise<InView> => page.evaluate(() => (globalThis as Here).noted.look());
export const readRequests = (page: Page): Promise<ChatRequest[]> =>
  page.evaluate(() => (globalThis as Here).noted.requests);
export const countRequests = (page: Page): Promise<number> =>
  page.evaluate(() => (globalThis as Here).noted.requests.length);

/** Resolves once main was told of one such thing after the first `count`. `isRead`: one that time marks as read is one, too. */
export async function untilRequested(page: Page, count: number, isRead: boolean): Promise<void> {
  await page.waitForFunction(
    (from) => (globalThis as Here).noted.requests.slice(from.count).some(({ kind }) => from.isRead || kind !== 'read'),
    { count, isRead },
  );
}

/** Resolves once main answered, after the first `count` requests, that something was taken back, and the list shows it. */
export async function untilUndone(page: Page, count: number): Promise<void> {
  await page.waitForFunction((from) => (globalThis as Here).noted.isUndone(from), count);
  await untilLoaded(page);
}

/** Resolves once row and thread are of one chat: the row under the keys is open, or none is. */
export async function untilOne(page: Page): Promise<InView> {
  await page.waitForFunction(() => {
    const { open, current } = (globalThis as Here).noted.look();
    return open === current;
  });
  return await readInView(page);
}

/** Resolves once no row is waited for: keys that lead to one have led there. */
export async function untilLoaded(page: Page): Promise<void> {
  await page.waitForFunction(() => (globalThis as Here).noted.isLoaded());
}

interface ActFrame {
  readonly id: number;
  readonly name: string;
  readonly input: {
    readonly target?: { readonly chatIds?: readonly number[] };
    readonly action?: { readonly kind: string; readonly isPinned?: boolean };
    readonly phone?: string;
  };
}

function install(): void {
  const NAMES = ['chats.applyAction', 'chats.undo', 'sends.create'];
  const requests: ChatRequest[] = [];
  const loading = new Set<number>();
  const answered = new Set<number>();
  const textOf = (selector: string): string => document.querySelector(selector)?.textContent.trim() ?? '';
  const look = (): InView => {
    const shown = textOf('section.thread .who p bdi[dir=ltr]') || textOf('section.thread .who h2');
    return {
      header: shown.replaceAll(/\D/g, '') || shown,
      current: document.querySelector('#chat-list [role=listbox]')?.getAttribute('aria-activedescendant') ?? '',
      open: document.querySelector('#chat-list [role=option][aria-selected=true]')?.id ?? '',
      checked: [...document.querySelectorAll('#chat-list [role=option][aria-checked=true]')].map(({ id }) => id),
      checkedCount: Number.parseInt(textOf('.bulk .who'), 10),
    };
  };
  let atKey: InView = { header: '', current: '', open: '', checked: [], checkedCount: 0 };
  addEventListener('keydown', () => (atKey = look()), { capture: true });
  const note = (text: string): void => {
    const { id, name, input } = JSON.parse(text) as ActFrame;
    if (name === 'chats.list') loading.add(id);
    if (!NAMES.includes(name)) return;
    const { target, action, phone = '' } = input;
    const [kind, isPinned] = [action?.kind ?? '', action?.isPinned ?? null];
    requests.push({ id, name, chatIds: target?.chatIds ?? [], phone, kind, isPinned, atKey, atOnce: look() });
  };
  globalThis.WebSocket = class extends WebSocket {
    constructor(...args: ConstructorParameters<typeof WebSocket>) {
      super(...args);
      this.addEventListener('message', ({ data }) => {
        const { id } = JSON.parse(String(data)) as { id: number };
        loading.delete(id);
        answered.add(id);
      });
    }

    override send(data: Parameters<WebSocket['send']>[0]): void {
      if (typeof data === 'string') note(data);
      super.send(data);
    }
  };
  const isUndone = (from: number): boolean =>
    requests.slice(from).some(({ id, name }) => name === 'chats.undo' && answered.has(id));
  Object.assign(globalThis, { noted: { requests, look, isLoaded: () => loading.size === 0, isUndone } });
}
