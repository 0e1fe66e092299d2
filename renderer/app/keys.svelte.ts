import type { SavedView, SettingsView } from '#shared/contract/index.ts';
import type { CommandId, CommandPage, CommandScope } from '#shared/domain/commands.ts';
import { isMacKeyboard, toAriaKeys, toChordLabels, toChordText } from '#renderer/lib/keys/key-labels.ts';
import { isSingleKey, toChords, toKeys } from '#renderer/lib/keys/chords.ts';
import {
  getCommand,
  ROWS,
  toCommandKeys,
  type CommandKeys,
  type CommandRow,
} from '#renderer/lib/keys/command-table.ts';
import { findKeyContext, isTakenElsewhere } from '#renderer/lib/keys/key-context.ts';
import type { KeyContext, KeyPress } from '#renderer/lib/keys/press.ts';
import type { CommandContext, Commands } from './commands.svelte.ts';

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

  /** The same within a sentence: `Ctrl+Shift+E`, on a Mac `⌘⇧E`; '' for none. */
  toTextOf(id: CommandId): string {
    return this.toText(this.shownChordOf(id) ?? '');
  }

  /** A chord within a sentence. */
  toText(chord: string): string {
    return toChordText(chord, this.#options.userAgent);
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

/** Scopes by place, the nearest first. */
const NEAREST: Readonly<Record<KeyContext, readonly CommandScope[]>> = {
  composer: ['composer', 'chat', 'anywhere'],
  field: ['chat', 'anywhere'],
  list: ['list', 'chat', 'anywhere'],
  message: ['message', 'chat', 'anywhere', 'list'],
  elsewhere: ['chat', 'anywhere', 'list'],
};

/** What a field does with its own text. */
const OF_FIELDS = /^Ctrl\+(?:Shift\+)?(?:[ACVXYZ]|End|Home|Arrow\w+|Backspace|Delete)$/;

interface FindOptions {
  readonly place: KeyContext;
  /** Whether letters, digits and signs alone are keys. */
  readonly singleKeys: boolean;
}

interface FindPageOptions extends FindOptions {
  /** What is on screen of that to which commands may be limited; null: nothing. */
  readonly page: CommandPage | null;
}

/** Whether a chord may mean something of ours at that place. */
function isChordOurs(chord: string, { place, singleKeys }: FindOptions): boolean {
  if (isSingleKey(chord)) return singleKeys && place !== 'field' && place !== 'composer';
  if (place !== 'field' && place !== 'composer') return true;
  const last = toKeys(chord).at(-1) ?? '';
  const isHeld = chord.startsWith('Ctrl+') || chord.startsWith('Alt+');
  return (isHeld && !OF_FIELDS.test(chord)) || /^F\d+$/.test(last) || last === 'Escape';
}

/** The command of the first of these chords that has one; null where none is ours. */
function findCommand(chords: readonly string[], keys: CommandKeys, options: FindPageOptions): CommandId | null {
  for (const chord of chords) {
    // The command decides whether the field undoes its own text.
    const isUndo = chord === 'Ctrl+Z' && keys.get('undo')?.includes(chord) === true;
    if (isUndo) return 'undo';
    if (!isChordOurs(chord, options)) continue;
    const found = findInScopes(chord, keys, options);
    if (found !== null) return found;
  }
  return null;
}

function findInScopes(chord: string, keys: CommandKeys, { place, page }: FindPageOptions): CommandId | null {
  for (const scope of NEAREST[place]) {
    // Beside the list only its letters lead back to it: arrows move what has the focus.
    if (scope === 'list' && place !== 'list' && !isSingleKey(chord)) continue;
    const isMeant = (row: CommandRow): boolean => row.scope === scope && (row.on === undefined || row.on === page);
    const row = ROWS.find((candidate) => isMeant(candidate) && keys.get(candidate.id)?.includes(chord) === true);
    if (row !== undefined) return row.id;
  }
  return null;
}

/** Runs the command of a key press: the one listener of the window for all of them. Keys that are not ours stay as they are. */
export function dispatchKey(
  event: KeyboardEvent,
  { keys, commands }: { readonly keys: Keys; readonly commands: Commands },
): void {
  if (event.defaultPrevented) return;
  const { target } = event;
  const place = findKeyContext(target);
  const command = keys.find(event, place);
  const view = command === null ? keys.findView(event, place) : null;
  if ((command === null && view === null) || isTakenElsewhere(target, command)) return;
  const context: CommandContext = {
    place,
    target: target instanceof Element ? target : null,
    chat: null,
    isFromPalette: false,
  };
  // A finger that rests on a key does a thing once; what may be walked through goes on.
  if (event.repeat && (command === null || getCommand(command).repeats !== true)) {
    if (command === null || commands.can(command, context)) event.preventDefault();
    return;
  }
  if (command !== null && !commands.run(command, context)) return;
  event.preventDefault();
  if (view !== null) keys.openView(view);
}
