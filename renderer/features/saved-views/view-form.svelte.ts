import type { ChatMark, ChatScope, ChatSort, SavedView } from '#shared/contract/index.ts';
import type { ViewDraft } from './views.svelte.ts';

export const FLAGS = ['pinned', 'waiting', 'draft', 'failed', 'scheduled'] as const satisfies readonly ChatMark[];
export type Flag = (typeof FLAGS)[number];

/** Which chats a view has, as its form shows them. */
export interface ViewConditions {
  readonly shelf: ChatScope['shelf'];
  readonly read: 'any' | 'unread' | 'read';
  readonly muted: 'any' | 'muted' | 'not-muted';
  readonly flags: readonly Flag[];
  readonly listId: number | null;
}

/** A view as the user edits it. */
export class ViewForm {
  readonly id: string | null;
  name = $state('');
  icon = $state<SavedView['icon']>('list');
  sort = $state<ChatSort>('newest');
  keys = $state<string | null>(null);
  /** The user tried to save it: from then on what lacks is said. */
  isTried = $state(false);
  readonly #start: string;
  #conditions = $state.raw<ViewConditions>(toConditions({ shelf: 'open', marks: [], listId: null }));

  /** `view`: the one to edit; else a new one of the list on screen. */
  constructor(view: SavedView | null, shown: { readonly scope: ChatScope; readonly sort: ChatSort }) {
    this.id = view?.id ?? null;
    this.sort = view?.sort ?? shown.sort;
    this.#conditions = toConditions(view?.scope ?? shown.scope);
    this.name = view?.name ?? '';
    this.icon = view?.icon ?? 'list';
    this.keys = view?.keys ?? null;
    this.#start = this.#print();
  }

  get conditions(): ViewConditions {
    return this.#conditions;
  }
  /** It is not as it was when it was opened. */
  get isChanged(): boolean {
    return this.#print() !== this.#start;
  }
  get isNameMissing(): boolean {
    return this.isTried && this.name.trim() === '';
  }

  set(changes: Partial<ViewConditions>): void {
    this.#conditions = { ...this.#conditions, ...changes };
  }

  setFlag(flag: Flag, isOn: boolean): void {
    const others = this.#conditions.flags.filter((other) => other !== flag);
    this.set({ flags: isOn ? [...others, flag] : others });
  }

  /** What to save; null while it lacks a name. */
  toDraft(): ViewDraft | null {
    this.isTried = true;
    const name = this.name.trim();
    if (name === '') return null;
    return { id: this.id, name, icon: this.icon, scope: toScope(this.#conditions), sort: this.sort, keys: this.keys };
  }

  #print(): string {
    const { name, icon, sort, keys } = this;
    return JSON.stringify([name, icon, sort, keys, toScope(this.#conditions)]);
  }
}

export function toConditions({ shelf, marks, listId }: ChatScope): ViewConditions {
  return {
    shelf,
    read: marks.includes('unread') ? 'unread' : marks.includes('read') ? 'read' : 'any',
    muted: marks.includes('muted') ? 'muted' : marks.includes('not-muted') ? 'not-muted' : 'any',
    flags: FLAGS.filter((flag) => marks.includes(flag)),
    listId,
  };
}

export function toScope({ shelf, read, muted, flags, listId }: ViewConditions): ChatScope {
  const marks: ChatMark[] = [...(read === 'any' ? [] : [read]), ...(muted === 'any' ? [] : [muted]), ...flags];
  return { shelf, marks, listId };
}
