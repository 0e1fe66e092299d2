/** All shortcuts by group, for the guide and the settings. Pure. */
import type { CommandGroup, CommandId } from '#shared/domain/commands.ts';
import { commandGroups, commandSynonyms, commandTitles } from '#renderer/lib/words/commands.ts';
import type { Translator } from '#renderer/lib/messages.ts';
import { rateAction } from '#renderer/lib/actions.ts';
import { ROWS, type CommandRow } from '#renderer/lib/keys/command-table.ts';

export interface GuideRow {
  readonly id: string;
  readonly title: string;
  /** Chords as key labels, one after the other. */
  readonly chords: readonly (readonly string[])[];
}

export interface GuideGroup {
  readonly id: string;
  readonly title: string;
  readonly rows: readonly GuideRow[];
}

export interface GuideOptions {
  readonly texts: Translator;
  /** What is looked for; empty for everything. */
  readonly query: string;
  /** Whether the size of the window is not the browser's. */
  readonly canZoom: boolean;
  readonly chordsOf: (id: CommandId) => readonly string[];
  readonly toKeyLabelsOf: (chord: string) => readonly string[];
  /** Rows that are no commands, at the end of their group. */
  readonly others: readonly (GuideRow & { readonly group: CommandGroup })[];
}

const OF_ZOOM: ReadonlySet<CommandId> = new Set(['zoom-in', 'zoom-out', 'zoom-reset']);

/** The commands of each group, in the order of the table. `canZoom`: the size of the window is not the browser's. */
export function listCommandGroups(
  canZoom: boolean,
): readonly { readonly group: CommandGroup; readonly rows: readonly CommandRow[] }[] {
  const here = ROWS.filter(({ id }) => canZoom || !OF_ZOOM.has(id));
  const names = [...new Set(here.map(({ group }) => group))];
  return names.map((group) => ({ group, rows: here.filter((row) => row.group === group) }));
}

/** Every command that has keys now, by group; groups without any are left out. */
export function toGuide({
  texts,
  query,
  canZoom,
  chordsOf,
  toKeyLabelsOf,
  others,
}: GuideOptions): readonly GuideGroup[] {
  const toRow = ({ id }: CommandRow): GuideRow => ({
    id,
    title: texts.text(commandTitles[id]),
    chords: chordsOf(id).map(toKeyLabelsOf),
  });
  const isMeant = ({ id, title, chords }: GuideRow): boolean => {
    const synonyms = commandSynonyms[id as CommandId];
    const words = [...(synonyms === undefined ? [] : [texts.text(synonyms)]), ...chords.flat()].join(' ');
    return rateAction({ id, title, detail: '', words, keyLabels: [], run: () => undefined }, query) > 0;
  };
  return listCommandGroups(canZoom)
    .map(({ group, rows }) => ({
      id: group,
      title: texts.text(commandGroups[group]),
      rows: [...rows.map(toRow), ...others.filter((row) => row.group === group)].filter(
        (row) => row.chords.length > 0 && isMeant(row),
      ),
    }))
    .filter(({ rows }) => rows.length > 0);
}
