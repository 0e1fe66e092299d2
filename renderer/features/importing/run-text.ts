/** What a run says about itself. */
import type { ImportRunView } from '#shared/contract/index.ts';
import type { RunState } from '#shared/domain/imports.ts';
import type { FormatContext } from '#renderer/lib/format.ts';
import type { Message } from '#renderer/lib/messages.ts';
import { toSaidWords } from '#renderer/lib/problems.ts';
import type { UndoExplanation } from './import-runs.svelte.ts';
import { STATE_TEXTS } from './row-messages.ts';
import { history, progress, result, undo as undoWords } from './run-messages.ts';

const WAITING: Readonly<Record<string, Message>> = {
  offline: progress.offline,
  unauthorized: progress.unauthorized,
  forbidden: progress.unauthorized,
  'rate-limited': progress.rateLimited,
  timeout: progress.timeout,
  disk: progress.disk,
};

export function toRunName(
  { fileName, isPasted }: Pick<ImportRunView, 'fileName' | 'isPasted'>,
  { texts }: Pick<FormatContext, 'texts'>,
): string {
  return isPasted ? texts.text(result.pasted) : fileName;
}

/** Why it does not go on; '' where it does. */
export function toWaitingText(
  { state, problem }: Pick<ImportRunView, 'state' | 'problem'>,
  { texts }: Pick<FormatContext, 'texts'>,
): string {
  if (state === 'paused' || state === 'undo-paused') return texts.text(progress.paused);
  if (state !== 'waiting' && state !== 'undo-waiting') return '';
  if (problem === null) return texts.text(progress.queued);
  const known = WAITING[problem.code];
  const why = known === undefined ? '' : texts.text(known);
  if (why !== '') return texts.text(progress.waitingWhy, { why });
  const said = toSaidWords(problem);
  return said === '' ? texts.text(progress.waiting) : texts.text(progress.waitingWhy, { why: `“${said}”` });
}

/** `about 5 rows a second`: in seconds where a minute would be a large number. `pace`: rows in a minute. */
export function toPaceText(pace: number | null, { texts }: Pick<FormatContext, 'texts'>): string {
  if (pace === null) return '';
  return pace >= 120
    ? texts.text(progress.pacePerSecond, { count: Math.round(pace / 60) })
    : texts.text(progress.pacePerMinute, { count: pace });
}

/** `Import finished`, or how many contacts are in the list now. */
export function toResultTitle(
  { state, list, doneCount }: ImportRunView,
  { texts }: Pick<FormatContext, 'texts'>,
): string {
  if (state === 'undone') return texts.text(result.undoneTitle);
  if (state === 'stopped') return texts.text(result.stoppedTitle, { count: doneCount });
  return list.membersCount === null
    ? texts.text(result.finishedTitle)
    : texts.text(result.inList, { count: list.membersCount, list: list.name });
}

/** When it ended and how that is known. */
export function toResultText(run: ImportRunView, context: FormatContext): string {
  const { texts, formats, now } = context;
  const { startedAt, finishedAt, list, state, undo } = run;
  if (state === 'undone') return toUndoneText(run, context);
  if (finishedAt === null) return '';
  const when = formats.when(finishedAt, now);
  if (state === 'stopped') return texts.text(result.stopped, { when });
  const finished = texts.text(result.finished, { when, age: formats.age(finishedAt - startedAt) });
  const isCounted = list.membersCount !== null && undo.undoneAt === null;
  return isCounted ? `${finished} ${texts.text(result.readBack)}` : finished;
}

function toUndoneText({ undo }: ImportRunView, { texts, formats, now }: FormatContext): string {
  const parts = [
    undo.deletedCount > 0 ? texts.text(result.deleted, { count: undo.deletedCount }) : '',
    undo.restoredCount > 0 ? texts.text(result.restored, { count: undo.restoredCount }) : '',
    undo.keptCount > 0 ? texts.text(result.kept, { count: undo.keptCount }) : '',
  ].filter((part) => part !== '');
  const at = undo.undoneAt === null ? '' : texts.text(result.undoneAt, { when: formats.when(undo.undoneAt, now) });
  return [at, parts.length === 0 ? '' : `${parts.join(', ')}.`].filter((part) => part !== '').join(' ');
}

export interface ResultLine {
  readonly id: string;
  readonly label: Message;
  readonly planned: number;
  readonly done: number;
  readonly note: string;
  readonly sign: 'ok' | 'plain' | 'caution' | 'danger';
}

/** What was planned and what was done, line by line; what had no row is left out, unless nothing had one. */
export function listResultLines(run: ImportRunView, { texts }: Pick<FormatContext, 'texts'>): readonly ResultLine[] {
  const { created, updated, unchanged, changedValuesCount } = run;
  const values = changedValuesCount > 0 ? texts.text(result.values, { count: changedValuesCount }) : '';
  const missed = toMissedText(run, texts);
  const isCreatedShort = created.done < created.planned;
  const others: readonly (readonly [string, Message, number, Message, ResultLine['sign']])[] = [
    ['duplicate', result.duplicate, run.duplicate, result.firstUsed, 'caution'],
    ['leftOut', result.leftOut, run.leftOut, result.yourChoice, 'plain'],
    ['landline', result.landline, run.landline, result.landlineNote, 'plain'],
    ['lostDigits', result.lostDigits, run.lostDigits, result.digitsLost, 'caution'],
    ['readOnly', result.readOnly, run.readOnly, result.others, 'danger'],
    ['invalid', result.invalid, run.invalid, result.unusable, 'danger'],
  ];
  const imported: readonly ResultLine[] = [
    { ...{ id: 'created', label: result.created, sign: 'ok' }, ...created, note: isCreatedShort ? missed : '' },
    {
      ...{ id: 'updated', label: result.updated, sign: 'plain' },
      ...updated,
      note: updated.done === updated.planned ? values : isCreatedShort ? '' : missed,
    },
    { ...{ id: 'unchanged', label: result.unchanged, sign: 'plain' }, ...unchanged, note: texts.text(result.same) },
  ];
  const planned = imported.filter((line) => line.planned > 0);
  const lines = [
    ...planned,
    ...others
      .filter(([, , count]) => count > 0)
      .map(([id, label, count, note, sign]) => ({
        id,
        label,
        planned: count,
        done: count,
        note: texts.text(note),
        sign,
      })),
  ];
  return lines.length === 0 ? imported.slice(0, 1) : lines;
}

/** Why less was done than was planned; '' where it is not known. */
function toMissedText({ state, refusedCount }: ImportRunView, texts: FormatContext['texts']): string {
  if (state === 'stopped') return texts.text(result.notReached);
  return refusedCount > 0 ? texts.text(result.refused, { count: refusedCount }) : '';
}

/** Everything that was planned was done. */
export function isAsPlanned({ created, updated, unchanged, state }: ImportRunView): boolean {
  return state === 'finished' && [created, updated, unchanged].every(({ planned, done }) => planned === done);
}

/** What an undo does, before it is pressed. */
export function toUndoText(
  { deletedCount, restoredValuesCount, seconds }: UndoExplanation,
  { texts, formats }: Pick<FormatContext, 'texts' | 'formats'>,
): string {
  const takes = texts.text(undoWords.takes, { time: formats.age(Math.max(1, seconds) * 1_000) });
  const deletes = deletedCount > 0 ? texts.text(undoWords.deletes, { count: deletedCount }) : '';
  if (deletes !== '' && restoredValuesCount > 0) {
    const restores = texts.text(undoWords.restores, { count: restoredValuesCount });
    return `${texts.text(undoWords.both, { deletes, restores })} ${takes}`;
  }
  const what = deletes === '' ? toRestoresText(restoredValuesCount, texts) : deletes;
  return what === '' ? texts.text(undoWords.nothing) : `${texts.text(undoWords.one, { what })} ${takes}`;
}

/** What stays, and why; '' for nothing. */
export function toKeptText(
  { editedCount, onlyHereCount }: UndoExplanation,
  { texts }: Pick<FormatContext, 'texts'>,
): string {
  const edited = [texts.text(undoWords.edited, { count: editedCount }), texts.text(undoWords.editedStay)];
  const count = onlyHereCount;
  const onlyHere = [texts.text(undoWords.onlyHere, { count }), texts.text(undoWords.onlyHereStay, { count })];
  return [...(editedCount > 0 ? edited : []), ...(onlyHereCount > 0 ? onlyHere : [])].join(' ');
}

function toRestoresText(count: number, texts: FormatContext['texts']): string {
  return count > 0 ? texts.text(undoWords.restoresOnly, { count }) : '';
}

/** Contacts of the import that are as it left them. */
export function countUnchangedSince({ deletedCount, restoredCount, editedCount }: UndoExplanation): number {
  return Math.max(0, deletedCount + restoredCount - editedCount);
}

const GOES_ON: ReadonlySet<RunState> = new Set<RunState>([
  ...(['planning', 'running', 'waiting', 'paused'] as const),
  ...(['undoing', 'undo-waiting', 'undo-paused'] as const),
]);

/** The state of a run in the history; '' where there is nothing to say. */
export function toHistoryState(run: ImportRunView, { texts, formats, now }: FormatContext): string {
  const { state, undo, totalCount, doneCount } = run;
  if (GOES_ON.has(state)) {
    const word = texts.text(STATE_TEXTS[state]);
    if (totalCount === 0) return word;
    // The list is still checked once all rows are done.
    const percent = `${String(Math.min(99, Math.floor((100 * doneCount) / totalCount)))}%`;
    return texts.text(history.percent, { state: word, percent });
  }
  if (state === 'undone')
    return undo.undoneAt === null
      ? texts.text(STATE_TEXTS.undone)
      : texts.text(history.undoneAt, { time: formats.listTime(undo.undoneAt, now) });
  const isTooOld = undo.possibleUntil === null || undo.possibleUntil <= now;
  if (isTooOld && state === 'finished') return texts.text(history.tooOld);
  return state === 'stopped' ? texts.text(STATE_TEXTS.stopped) : '';
}

/** `Today, 10:14`, or with its day. */
export function toHistoryTime({ startedAt }: ImportRunView, { texts, formats, now }: FormatContext): string {
  return formats.isSameDay(startedAt, now)
    ? texts.text(history.today, { time: formats.time(startedAt) })
    : formats.dateTime(startedAt, now);
}
