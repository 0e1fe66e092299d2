import type { Reply, SavedView, SettingsView, SwitchboardBridge } from '#shared/contract/index.ts';
import type { CommandId } from '#shared/domain/commands.ts';
import { getCommand, toCommandKeys } from '#renderer/lib/keys/command-table.ts';
import type { KeyPress } from '#renderer/lib/keys/press.ts';
import {
  countChanged,
  findHolder,
  isOfWindow,
  planChange,
  withoutChoice,
  withoutChord,
  withChords,
  type Shortcuts,
} from './keyboard.ts';
import type { Keys } from '#renderer/app/keys.svelte.ts';

/** Which command waits for its new keys. */
export interface Recording {
  readonly id: CommandId;
  /** Beside the keys that it has. */
  readonly isMore: boolean;
}

/** Why the keys that were pressed are not taken at once. */
export type KeyClash =
  | { readonly kind: 'window'; readonly chord: string }
  /** `isFixed`: they stay where they are. */
  | { readonly kind: 'command'; readonly chord: string; readonly holder: CommandId; readonly isFixed: boolean }
  | { readonly kind: 'view'; readonly chord: string; readonly view: SavedView };

export interface KeyboardStateOptions {
  readonly bridge: SwitchboardBridge;
  readonly keys: Keys;
  /** Reads runes. */
  readonly shortcuts: () => Shortcuts;
  /** Keeps a choice, and says where it could not be kept; false then. */
  readonly change: (changes: Partial<SettingsView>) => Promise<boolean>;
  /** Says what is so now. `chord` null: the command has no keys. */
  readonly onChanged: (id: CommandId, chord: string | null) => void;
  /** A list that a person keeps could not give up its keys. */
  readonly onViewKept: (reply: Extract<Reply<unknown>, { ok: false }>) => void;
}

/** Giving commands other keys, by pressing them. */
export class KeyboardState {
  #recording = $state.raw<Recording | null>(null);
  #clash = $state.raw<KeyClash | null>(null);
  readonly #options: KeyboardStateOptions;

  constructor(options: KeyboardStateOptions) {
    this.#options = options;
  }

  get recording(): Recording | null {
    return this.#recording;
  }
  get clash(): KeyClash | null {
    return this.#clash;
  }
  get changedCount(): number {
    return countChanged(this.#options.shortcuts());
  }

  isChanged(id: CommandId): boolean {
    const chosen = this.#options.shortcuts()[id];
    return chosen !== undefined && chosen !== getCommand(id).keys;
  }

  start(id: CommandId, isMore: boolean): void {
    this.#recording = { id, isMore };
    this.#clash = null;
  }

  cancel(): void {
    this.#recording = null;
    this.#clash = null;
  }

  /** Takes a press while keys are recorded; false where it was none of ours, as of a modifier alone. */
  async press(press: KeyPress): Promise<boolean> {
    const { keys, shortcuts } = this.#options;
    const recording = this.#recording;
    const chord = keys.chordOf(press);
    if (recording === null || chord === null) return false;
    if (chord === 'Escape') this.cancel();
    else if (chord === 'Backspace') await this.#keep(recording.id, withChords(shortcuts(), recording.id, []), null);
    else {
      this.#clash = this.#findClash(recording.id, chord);
      if (this.#clash === null) await this.#take(recording, chord, shortcuts());
    }
    return true;
  }

  /** Takes the keys away from who has them. */
  async takeOver(): Promise<void> {
    const [recording, clash] = [this.#recording, this.#clash];
    if (recording === null || clash === null || clash.kind === 'window') return;
    if (clash.kind === 'view') {
      if (await this.#release(clash.view)) await this.#take(recording, clash.chord, this.#options.shortcuts());
      return;
    }
    if (clash.isFixed) return;
    const freed = withoutChord(this.#options.shortcuts(), clash.holder, clash.chord);
    await this.#take(recording, clash.chord, freed);
  }

  /** Gives a command its usual keys; those that took them meanwhile have them no longer. */
  async reset(id: CommandId): Promise<void> {
    let next = withoutChoice(this.#options.shortcuts(), id);
    for (const chord of toCommandKeys(next).get(id) ?? []) {
      const holder = findHolder(chord, id, toCommandKeys(next));
      if (holder !== null) next = withoutChord(next, holder, chord);
    }
    await this.#keep(id, next, toCommandKeys(next).get(id)?.[0] ?? null);
  }

  async resetAll(): Promise<void> {
    this.cancel();
    await this.#options.change({ shortcuts: {} });
  }

  #findClash(id: CommandId, chord: string): KeyClash | null {
    const { keys, shortcuts } = this.#options;
    if (isOfWindow(chord)) return { kind: 'window', chord };
    const holder = findHolder(chord, id, toCommandKeys(shortcuts()));
    if (holder !== null) return { kind: 'command', chord, holder, isFixed: getCommand(holder).isFixed === true };
    const view = keys.views.find((candidate) => candidate.keys === chord);
    return view === undefined ? null : { kind: 'view', chord, view };
  }

  #take({ id, isMore }: Recording, chord: string, shortcuts: Shortcuts): Promise<void> {
    return this.#keep(id, planChange(shortcuts, { id, chord, isMore }), chord);
  }

  async #keep(id: CommandId, shortcuts: Shortcuts, chord: string | null): Promise<void> {
    this.cancel();
    if (await this.#options.change({ shortcuts: { ...shortcuts } })) this.#options.onChanged(id, chord);
  }

  async #release(view: SavedView): Promise<boolean> {
    const input = { requestId: crypto.randomUUID(), view: { ...view, keys: null } };
    const reply = await this.#options.bridge.request('views.save', input);
    if (!reply.ok) this.#options.onViewKept(reply);
    return reply.ok;
  }
}
