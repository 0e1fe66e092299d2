import type { SavedView, SettingsView } from '#shared/contract/index.ts';
import type { CommandId, CommandPage } from '#shared/domain/commands.ts';
import { isMacKeyboard, toAriaKeys, toChordLabels } from '#renderer/lib/keys/key-labels.ts';
import { isSingleKey, toChords } from '#renderer/lib/keys/chords.ts';
import { findCommand, isChordOurs, toCommandKeys, type CommandKeys } from '#renderer/lib/keys/find-command.ts';
import type { KeyContext, KeyPress } from '#renderer/lib/keys/press.ts';

export interface KeysOptions {
  /** What the person chose; reads runes. */
  readonly settings: () => Pick<SettingsView, 'singleKeys' | 'shortcuts'>;
  /** What is on screen of that to which commands may be limited; null: nothing. Reads runes. */
  readonly findPage: () => CommandPage | null;
  /** Of the browser: how keys are named here. */
  readonly userAgent: string;
}

export interface FollowedViews {
  /** Reads runes. */
  readonly list: () => readonly SavedView[];
  readonly open: (view: SavedView) => void;
}

const NO_VIEWS: FollowedViews = { list: () => [], open: () => undefined };

/** The keys of every command as they are now: the table, what the person changed in it, and the chords of kept lists. */
export class Keys {
  readonly #options: KeysOptions;
  #views = $state.raw<FollowedViews>(NO_VIEWS);
  readonly #keys: CommandKeys = $derived.by(() => toCommandKeys(this.#options.settings().shortcuts));

  constructor(options: KeysOptions) {
    this.#options = options;
  }

  get isMac(): boolean {
    return isMacKeyboard(this.#options.userAgent);
  }

  /** Lists that a person keeps under a name have chords of their own. Returns its own undo. */
  followViews(views: FollowedViews): () => void {
    this.#views = views;
    return () => {
      if (this.#views === views) this.#views = NO_VIEWS;
    };
  }

  /** The kept lists; reads runes. */
  get views(): readonly SavedView[] {
    return this.#views.list();
  }

  openView(view: SavedView): void {
    this.#views.open(view);
  }

  /** All chords of a command. */
  chordsOf(id: CommandId): readonly string[] {
    return this.#keys.get(id) ?? [];
  }

  /** Whether a chord does something now: letters, digits and signs alone can be turned off. */
  isOn(chord: string): boolean {
    return this.#options.settings().singleKeys || !isSingleKey(chord);
  }

  /** The chord that is shown for a command: the first that works now; null for none. */
  shownChordOf(id: CommandId): string | null {
    const chords = this.chordsOf(id).filter((chord) => this.isOn(chord));
    // What one letter does is learned as one letter.
    return chords.find((chord) => /^[A-Z]$/.test(chord)) ?? chords[0] ?? null;
  }

  /** Caps of the chord that is shown, for tooltips, menus and the palette; empty for none. */
  keyLabelsOf(id: CommandId): string[] {
    return this.toKeyLabelsOf(this.shownChordOf(id) ?? '');
  }

  /** A chord as key labels of this keyboard. */
  toKeyLabelsOf(chord: string): string[] {
    return [...toChordLabels(chord, this.#options.userAgent)];
  }

  /** For `aria-keyshortcuts`; undefined for none. */
  ariaOf(id: CommandId): string | undefined {
    const chords = this.chordsOf(id).filter((chord) => this.isOn(chord));
    return chords.length === 0
      ? undefined
      : chords.map((chord) => toAriaKeys(chord, this.#options.userAgent)).join(' ');
  }

  /** The chord of a press as it is written down; null for a modifier alone, or while an input method has it. */
  chordOf(press: KeyPress): string | null {
    return toChords(press, this.isMac)[0] ?? null;
  }

  /** The command of a press; null where the press is not ours. */
  find(press: KeyPress, place: KeyContext): CommandId | null {
    const { singleKeys } = this.#options.settings();
    const chords = toChords(press, this.isMac).filter((chord) => !this.isMac || !isWordMove(chord, place));
    return findCommand(chords, this.#keys, { place, singleKeys, page: this.#options.findPage() });
  }

  /** The kept list whose chord was pressed; null for none. */
  findView(press: KeyPress, place: KeyContext): SavedView | null {
    const { singleKeys } = this.#options.settings();
    const chords = toChords(press, this.isMac).filter((chord) => isChordOurs(chord, { place, singleKeys }));
    return this.views.find(({ keys }) => keys !== null && chords.includes(keys)) ?? null;
  }
}

/** On a Mac these move by a word where text is written. */
function isWordMove(chord: string, place: KeyContext): boolean {
  return (place === 'field' || place === 'composer') && /^Alt\+(?:Shift\+)?Arrow(?:Left|Right)$/.test(chord);
}
