import type { ChatScope, ChatSort, SavedView } from '#shared/contract/index.ts';
import { toConditions, toScope, type Flag, type ViewConditions } from './view-conditions.ts';
import type { ViewDraft } from './views.svelte.ts';

/** A view as somebody writes it down. */
export class ViewForm {
  readonly id: string | null;
  name = $state('');
  icon = $state<SavedView['icon']>('list');
  sort = $state<ChatSort>('newest');
  keys = $state<string | null>(null);
  /** Somebody wanted to save it: from then on what lacks is said. */
  isTried = $state(false);
  #conditions = $state.raw<ViewConditions>(toConditions({ shelf: 'open', marks: [], listId: null }));

  /** `view`: the one to edit; else a new one of the list on screen. */
  constructor(view: SavedView | null, shown: { readonly scope: ChatScope; readonly sort: ChatSort }) {
    this.id = view?.id ?? null;
    this.sort = view?.sort ?? shown.sort;
    this.#conditions = toConditions(view?.scope ?? shown.scope);
    if (view === null) return;
    this.name = view.name;
    this.icon = view.icon;
    this.keys = view.keys;
  }

  get conditions(): ViewConditions {
    return this.#conditions;
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
}
