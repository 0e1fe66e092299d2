/** What somebody sees who works the inbox by keys, as plain words; read inside the page, without a word to the app. */

export interface Scene {
  /** Where the focus is: `list`, `composer`, `message`, `menu`, the name of a field or of a button; empty where it is lost. */
  readonly focus: string;
  /** Who is on the sheet: name and number; `New message` while one is written. */
  readonly who: string;
  /** Counts the visits whose messages stand in their places; empty until they do. */
  readonly thread: string;
  /** The newest message of the thread, as far as it is on screen. */
  readonly last: string;
  /** All messages on screen. */
  readonly messages: string;
  /** DOM id of the row that is open, where it is among the rows. */
  readonly open: string;
  /** DOM id of the row under the keys. */
  readonly cursor: string;
  /** What a screen reader says of that row. */
  readonly row: string;
  /** The same; where no row is under the keys, as after its chat went to the top of a long list, the toast. */
  readonly told: string;
  /** The text of the field that has the focus. */
  readonly value: string;
  /** The name of the dialog, the menu or the palette on top. */
  readonly over: string;
  /** The line of it that Enter takes. */
  readonly active: string;
  /** The bar of the checked rows. */
  readonly bar: string;
  readonly toast: string;
  /** What the list on screen is called. */
  readonly list: string;
  /** DOM ids of its rows that are painted. */
  readonly rows: string;
}

/** Has `day.readScene` in the page. Put into it before its own scripts. */
export function installScene(): void {
  const visits = new WeakMap<Element, number>();
  let count = 0;
  const find = (selector: string): HTMLElement | null => document.querySelector<HTMLElement>(selector);
  const findText = (selector: string): string => find(selector)?.textContent.trim().replace(/\s+/g, ' ') ?? '';
  const nameOf = (element: Element): string => {
    const by = document.getElementById(element.getAttribute('aria-labelledby') ?? '')?.textContent;
    const label = element instanceof HTMLInputElement ? element.labels?.[0]?.textContent : null;
    return (element.ariaLabel ?? by ?? label ?? element.textContent).trim();
  };
  const readFocus = (): string => {
    const element = document.activeElement;
    const isLost = element === null || element === document.body || !element.checkVisibility();
    if (isLost) return '';
    const place = element.getAttribute('data-place');
    if (place !== null) return place;
    return element.closest('[role=menu]') === null ? nameOf(element) || element.tagName : 'menu';
  };
  const readThread = (): string => {
    const box = find('section.thread .box.placed');
    if (box?.querySelector('[data-key]') == null) return '';
    if (!visits.has(box)) visits.set(box, (count += 1));
    return String(visits.get(box));
  };
  const findField = (): HTMLInputElement | HTMLTextAreaElement | null => {
    const field = document.activeElement;
    return field instanceof HTMLInputElement || field instanceof HTMLTextAreaElement ? field : null;
  };
  const findOver = (): HTMLElement | null => find('[role=dialog], [role=alertdialog], [role=menu]');
  const findList = (): HTMLElement | null => find('#chat-list [role=listbox]');
  const listMessages = (): string[] =>
    [...document.querySelectorAll('section.thread .box [data-key]')].map((row) => row.textContent.trim());
  const readCursor = (): string => findList()?.getAttribute('aria-activedescendant') ?? '';
  const readRow = (): string => document.getElementById(readCursor())?.firstElementChild?.textContent.trim() ?? '';
  const readToast = (): string => findText('.toast p');
  const readers: Readonly<Record<keyof Scene, () => string>> = {
    focus: readFocus,
    who: () => findText('section.thread .who') || (find('section.new') === null ? '' : 'New message'),
    thread: readThread,
    last: () => listMessages().at(-1) ?? '',
    messages: () => listMessages().join(' '),
    open: () => find('#chat-list [role=option][aria-selected=true]')?.id ?? '',
    cursor: readCursor,
    row: readRow,
    told: () => readRow() || readToast(),
    value: () => findField()?.value ?? '',
    over: () => {
      const over = findOver();
      return over === null ? '' : nameOf(over);
    },
    active: () => {
      const pointed = document.getElementById(findField()?.getAttribute('aria-activedescendant') ?? '');
      const active = pointed ?? findOver()?.querySelector('[data-highlighted]');
      return active?.textContent.trim().replace(/\s+/g, ' ') ?? '';
    },
    bar: () => findText('.bulk .who'),
    toast: readToast,
    list: () => findList()?.ariaLabel ?? '',
    rows: () => [...document.querySelectorAll('#chat-list [role=option]')].map(({ id }) => `${id};`).join(' '),
  };
  const readScene = (): Scene =>
    Object.fromEntries(Object.entries(readers).map(([field, read]) => [field, read()])) as unknown as Scene;
  Object.assign(globalThis, { day: { readScene, read: (field: keyof Scene): string => readers[field]() } });
}

/** What the page's own part offers to the functions that run in it. */
export interface DayInPage {
  readonly readScene: () => Scene;
  /** One of its words: reading all of it takes as long as a frame, which would be counted as the key's. */
  readonly read: (field: keyof Scene) => string;
}
