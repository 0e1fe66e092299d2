/** The lines of "What will happen". Pure. */
import type { ImportDraftView, ImportSummary } from '#shared/contract/index.ts';
import { ROW_VERDICTS, type RowVerdict } from '#shared/domain/imports.ts';
import type { Translator } from '#renderer/lib/messages.ts';
import { counts as words } from './messages.ts';

interface CountRow {
  readonly verdict: RowVerdict;
  readonly label: string;
  readonly detail: string;
  /** Null: it is being counted. */
  readonly count: number | null;
  /** Of the count before, where it may be another; null: the same, or there was none. */
  readonly before: number | null;
}

/** Shown whether there are any or not. */
const ALWAYS: ReadonlySet<RowVerdict> = new Set(['new', 'update', 'unchanged', 'duplicate', 'lost-digits', 'invalid']);

/** One line for each verdict that matters; none until something is counted. While it is counted again, with what was. */
export function listCountRows(
  { summary, previousSummary, checkedCount }: Pick<ImportDraftView, 'checkedCount' | 'previousSummary' | 'summary'>,
  texts: Translator,
): readonly CountRow[] {
  if (summary === null) return [];
  const isCounting = checkedCount !== null;
  const previous = isCounting ? summary : previousSummary;
  return ROW_VERDICTS.flatMap((verdict) => {
    const count = summary.verdicts[verdict];
    const before = previous?.verdicts[verdict] ?? count;
    if (!ALWAYS.has(verdict) && count === 0 && before === 0) return [];
    return {
      verdict,
      label: texts.text(words[verdict]),
      detail: isCounting || count === 0 ? '' : toDetail(verdict, summary, texts),
      count: isCounting ? null : count,
      before: isCounting || before !== count ? before : null,
    };
  });
}

const DETAILS = {
  new: words.newText,
  duplicate: words.duplicateText,
  'lost-digits': words.lostText,
  invalid: words.invalidText,
  'read-only': words.readOnlyText,
  landline: words.landlineText,
} as const;

function toDetail(verdict: RowVerdict, summary: ImportSummary, texts: Translator): string {
  if (verdict === 'update') return texts.text(words.changes, { count: summary.changedValuesCount });
  if (verdict === 'unchanged')
    return summary.toAddCount > 0
      ? texts.text(words.addedText, { count: summary.toAddCount })
      : texts.text(words.unchangedText);
  return verdict === 'left-out' ? '' : texts.text(DETAILS[verdict]);
}
