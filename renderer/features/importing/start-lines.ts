/** What the question before an import says. Pure. */
import type { ImportDraftView } from '#shared/contract/index.ts';
import type { Translator } from '#renderer/lib/messages.ts';
import { toColumnName } from './column-fields.ts';
import { countImported, toDuration } from './import-text.ts';
import { start as words } from './messages.ts';

/** Changed rows that are worth a sentence of their own: they take more than a minute. */
const MANY_CHANGES = 300;
/** Columns that are named; more of them are counted. */
const MOST_NAMED = 4;
/** Of each of them, in characters. */
const NAME_LENGTH = 30;
/** Seconds that a changed row takes: it is read before it is written, at five requests a second at most. */
const SECONDS_PER_CHANGE = 0.2;

/** What happens to how many rows; nothing is said of what does not happen. */
export function listStartLines(
  { summary, columns }: Pick<ImportDraftView, 'summary' | 'columns'>,
  texts: Translator,
): readonly string[] {
  if (summary === null) return [];
  const undecided = columns.filter(({ choice }) => choice === null);
  const { verdicts, toAddCount } = summary;
  const lines = [
    [verdicts.new, words.new],
    [verdicts.update, words.update],
    [toAddCount, words.join],
    [Math.max(0, verdicts.unchanged - toAddCount), words.unchanged],
    [summary.rowsCount - countImported(summary), words.skipped],
  ] as const;
  const said = lines.filter(([count]) => count > 0).map(([count, message]) => texts.text(message, { count }));
  return undecided.length === 0 ? said : [...said, toColumnsText(undecided, texts)];
}

/** `2 columns won’t be imported: Animal, Vet`, as those whose field was never chosen. */
function toColumnsText(columns: ImportDraftView['columns'], texts: Translator): string {
  const named = columns.slice(0, MOST_NAMED).map((column) => toShort(toColumnName(column, texts)));
  const names = columns.length > MOST_NAMED ? [...named, '…'] : named;
  return texts.text(words.columns, { count: columns.length, names: names.join(', ') });
}

function toShort(name: string): string {
  const characters = [...name];
  return characters.length > NAME_LENGTH ? `${characters.slice(0, NAME_LENGTH).join('').trimEnd()}…` : name;
}

/** `This will take about 1 minute.`, and why it is long. */
export function toStartTime(
  { summary, estimate }: Pick<ImportDraftView, 'summary' | 'estimate'>,
  texts: Translator,
): string {
  if (estimate === null) return '';
  const takes = texts.text(words.takes, { time: toDuration(estimate.seconds, texts) });
  const changed = summary?.verdicts.update ?? 0;
  if (changed < MANY_CHANGES) return takes;
  const time = toDuration(changed * SECONDS_PER_CHANGE, texts);
  return `${takes} ${texts.text(words.slow, { count: changed, time })}`;
}
