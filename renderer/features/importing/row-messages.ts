/** What becomes of a row, why it cannot be imported, and where a run is: a sentence for every code. */
import type { CheckedRowView, ImportRunView, RowFilter, RowReasonView } from '#shared/contract/index.ts';
import type { RowMark, RowVerdict, RunState, RunStep } from '#shared/domain/imports.ts';
import { defineMessages, plural, type Message, type Translator } from '#renderer/lib/messages.ts';

const filters = defineMessages({
  all: 'All',
  problems: 'Problems',
  new: 'New',
  update: 'Updates',
  unchanged: 'Unchanged',
  duplicate: 'Duplicates',
  lostDigits: 'Lost digits',
  invalid: 'Can’t import',
  readOnly: 'Shared contacts',
  landline: 'Landlines left out',
  leftOut: 'Left out',
  withLandline: 'Landlines',
  blocked: 'Blocked',
  unsubscribed: 'Unsubscribed',
});

/** Names of the filters. */
export const FILTER_LABELS: Readonly<Record<RowFilter, Message>> = {
  all: filters.all,
  problems: filters.problems,
  new: filters.new,
  update: filters.update,
  unchanged: filters.unchanged,
  duplicate: filters.duplicate,
  'lost-digits': filters.lostDigits,
  invalid: filters.invalid,
  'read-only': filters.readOnly,
  landline: filters.landline,
  'left-out': filters.leftOut,
  'with-landline': filters.withLandline,
  blocked: filters.blocked,
  unsubscribed: filters.unsubscribed,
};

const verdicts = defineMessages({
  new: 'New contact',
  update: plural({
    one: 'Updates {count} value',
    other: 'Updates {count} values',
  }),
  unchanged: 'Already up to date',
  duplicate: 'Same number as an earlier row',
  lostDigits: 'Digits lost in the spreadsheet',
  invalid: 'Can’t be imported',
  readOnly: 'Shared by another user, so you can’t change it',
  landline: 'Landline, left out',
  leftOut: 'Left out by you',
});

/** What a verdict means without its reason. */
export const VERDICT_TEXTS: Readonly<Record<RowVerdict, Message | Message<'count'>>> = {
  new: verdicts.new,
  update: verdicts.update,
  unchanged: verdicts.unchanged,
  duplicate: verdicts.duplicate,
  'lost-digits': verdicts.lostDigits,
  invalid: verdicts.invalid,
  'read-only': verdicts.readOnly,
  landline: verdicts.landline,
  'left-out': verdicts.leftOut,
};

const marks = defineMessages({
  landline: 'Landline, may not get texts',
  blocked: 'Blocked, stays blocked',
  unsubscribed: 'Unsubscribed, stays unsubscribed',
});

/** What else is known of the number of an imported row. */
export const MARK_TEXTS: Readonly<Record<RowMark, Message>> = {
  landline: marks.landline,
  blocked: marks.blocked,
  unsubscribed: marks.unsubscribed,
};

const markWords = defineMessages({ landline: 'Landline', blocked: 'Blocked', unsubscribed: 'Unsubscribed' });
const MARK_WORDS: Readonly<Record<RowMark, Message>> = markWords;

const reasons = defineMessages({
  tooShort: 'Number is too short',
  tooShortOf: 'Number is too short: {digits} of {wanted} digits',
  tooShortBy: plural({
    one: 'Number is too short: {count} digit',
    other: 'Number is too short: {count} digits',
  }),
  tooLong: 'Number is too long',
  tooLongOf: 'Number is too long: {digits} digits, {wanted} at most',
  tooLongBy: plural({
    one: 'Number is too long: {count} digit',
    other: 'Number is too long: {count} digits',
  }),
  noNumber: 'No phone number',
  noCountry: 'No country code. Choose a country for local numbers.',
  notANumber: 'Not a phone number',
  letterForDigit: 'A letter instead of a digit',
  lostDigits: 'Digits lost in the spreadsheet',
  extensionOnly: 'Extension without a number',
  severalNumbers: 'More than one number',
  tooLongValue: 'A value is too long for the service',
  notAnEmail: 'Not an email address',
  readOnly: 'Shared by another user, so you can’t change it',
  landline: 'Landline, left out',
  byUser: 'Left out by you',
  duplicate: 'Same number as an earlier row',
  duplicateOf: 'Same number as row {line}',
  refused: 'The service rejected it',
  quoted: '“{detail}”',
  gone: 'The contact was deleted during the import',
  absent: 'The service didn’t add it and gave no reason',
  stopped: 'Not imported: the import was stopped',
  edited: 'Changed since the import',
  onlyList: 'Stays in the list: it isn’t in any other',
  notKnown: 'We don’t know its previous value',
});

/** Sentences of the reasons without what only one row knows. */
const REASON_TEXTS: Readonly<Record<RowReasonView['code'], Message>> = {
  'too-short': reasons.tooShort,
  'too-long': reasons.tooLong,
  'no-number': reasons.noNumber,
  'no-country': reasons.noCountry,
  'not-a-number': reasons.notANumber,
  'letter-for-digit': reasons.letterForDigit,
  'lost-digits': reasons.lostDigits,
  'extension-only': reasons.extensionOnly,
  'several-numbers': reasons.severalNumbers,
  'too-long-value': reasons.tooLongValue,
  'not-an-email': reasons.notAnEmail,
  'read-only': reasons.readOnly,
  landline: reasons.landline,
  'by-user': reasons.byUser,
  duplicate: reasons.duplicate,
  refused: reasons.refused,
  gone: reasons.gone,
  absent: reasons.absent,
  stopped: reasons.stopped,
  edited: reasons.edited,
  'only-list': reasons.onlyList,
  'not-known': reasons.notKnown,
};

/** Why a row is not imported. */
export function toReasonText(reason: RowReasonView, texts: Translator): string {
  switch (reason.code) {
    case 'too-short':
    case 'too-long':
      return toLengthText(reason, texts);
    case 'duplicate':
      return texts.text(reasons.duplicateOf, { line: reason.line });
    case 'refused': {
      const detail = reason.detail.trim();
      return detail === '' ? texts.text(reasons.refused) : texts.text(reasons.quoted, { detail });
    }
    default:
      return texts.text(REASON_TEXTS[reason.code]);
  }
}

function toLengthText({ code, digits, wanted }: Extract<RowReasonView, { digits: number }>, texts: Translator): string {
  const isShort = code === 'too-short';
  return wanted === null
    ? texts.text(isShort ? reasons.tooShortBy : reasons.tooLongBy, { count: digits })
    : texts.text(isShort ? reasons.tooShortOf : reasons.tooLongOf, { digits, wanted });
}

/** The sentence of each reason, for a file of rows. */
export function toReasonSentences(texts: Translator): Record<string, string> {
  return Object.fromEntries(Object.entries(REASON_TEXTS).map(([code, message]) => [code, texts.text(message)]));
}

type Row = Pick<CheckedRowView, 'verdict' | 'reason' | 'marks' | 'changes'>;

/** What will happen to a row, in one sentence. */
export function toRowText(row: Row, texts: Translator): string {
  if (row.reason !== null) return toReasonText(row.reason, texts);
  return texts.text(VERDICT_TEXTS[row.verdict], { count: row.changes.length });
}

/** The same in a word each, for where there is little room. */
export function toMarkWords(row: Row, texts: Translator): string {
  return row.marks.map((mark) => texts.text(MARK_WORDS[mark])).join(', ');
}

/** What else is known of its number; '' for nothing. */
export function toMarksText(row: Row, texts: Translator): string {
  return row.marks.map((mark) => texts.text(MARK_TEXTS[mark])).join('. ');
}

const steps = defineMessages({
  list: 'Preparing the list',
  new: 'Adding new contacts',
  changed: 'Updating contacts',
  members: 'Adding contacts to the list',
  counting: 'Checking the list row by row',
  undoCheck: 'Checking what changed since',
  undoContacts: 'Deleting contacts and restoring values',
  undoList: 'Removing the list and fields',
  done: 'Finishing',
});

export const STEP_TEXTS: Readonly<Record<RunStep, Message>> = {
  list: steps.list,
  new: steps.new,
  changed: steps.changed,
  members: steps.members,
  counting: steps.counting,
  'undo-check': steps.undoCheck,
  'undo-contacts': steps.undoContacts,
  'undo-list': steps.undoList,
  done: steps.done,
};

const states = defineMessages({
  planning: 'Preparing',
  running: 'Running',
  waiting: 'Waiting',
  paused: 'Paused',
  stopped: 'Stopped',
  finished: 'Finished',
  undoing: 'Undoing',
  undoWaiting: 'Undo waiting',
  undoPaused: 'Undo paused',
  undone: 'Undone',
});

export const STATE_TEXTS: Readonly<Record<RunState, Message>> = {
  planning: states.planning,
  running: states.running,
  waiting: states.waiting,
  paused: states.paused,
  stopped: states.stopped,
  finished: states.finished,
  undoing: states.undoing,
  'undo-waiting': states.undoWaiting,
  'undo-paused': states.undoPaused,
  undone: states.undone,
};

const FOUND_BY = defineMessages({ app: 'Switchboard', service: 'Service' });

export function toFoundByText(foundBy: 'app' | 'service', texts: Translator): string {
  return texts.text(FOUND_BY[foundBy]);
}

const counts = defineMessages({
  rows: plural({ one: '{count} row', other: '{count} rows' }),
  created: '{count} created',
  updated: '{count} updated',
  rowsAnd: '{rows}: {what}',
});

/** `1,286 rows: 1,086 created, 139 updated` */
export function toCountsText(
  { rowsCount, created, updated }: Pick<ImportRunView, 'rowsCount' | 'created' | 'updated'>,
  texts: Translator,
): string {
  const rows = texts.text(counts.rows, { count: rowsCount });
  const what = [
    created.done > 0 || updated.done === 0 ? texts.text(counts.created, { count: created.done }) : '',
    updated.done > 0 ? texts.text(counts.updated, { count: updated.done }) : '',
  ].filter((part) => part !== '');
  return texts.text(counts.rowsAnd, { rows, what: what.join(', ') });
}

/** The table of rows before the import. */
export const rowsStep = defineMessages({
  filters: 'Rows shown',
  filterCount: '{name} {rows}',
  saveProblems: 'Save these rows',
  leaveOutAll: plural({ one: 'Leave out {count} row', other: 'Leave out these {count} rows' }),
  takeInAll: plural({ one: 'Include {count} row again', other: 'Include these {count} rows again' }),
  table: 'Rows of the file',
  row: 'Row',
  whatHappens: 'What will happen',
  columnOf: 'Column {letter}',
  firstName: 'First name',
  lastName: 'Last name',
  fullName: 'Full name',
  phone: 'Phone',
  email: 'Email',
  empty: 'empty',
  edit: 'Edit',
  useZero: 'Use 0',
  useFirst: 'Use the first',
  useNumber: 'Use {number}',
  leaveOut: 'Leave out',
  takeIn: 'Include',
  details: 'Details of row {line}',
  allCells: 'All columns',
  changes: 'What will change',
  changed: '{name}: {old} will become {value}',
  editCell: '{column}, row {line}: {value}. Edit',
  cellField: '{column}, row {line}',
  cellHint: 'Enter saves, Esc restores “{value}”',
  cellHintEmpty: 'Enter saves, Esc leaves it empty',
  editedCell: '{column}, row {line}: {value}, edited. Edit',
  keysHint: 'Enter opens a row, F2 edits it, X leaves it out, Tab moves to its buttons.',
  loading: 'Checking rows',
  loadingCount: '{done} of {total} rows checked',
  failedTitle: 'The rows didn’t load',
  failedText: 'We couldn’t read them from disk.',
  tryAgain: 'Try again',
  noneTitle: 'No rows here',
  noneText: 'No rows match this filter.',
  noneAllTitle: 'The file has no rows',
  noneAllText: 'Choose another file or sheet.',
  showAll: 'Show all rows',
  nowText: 'Row {line}: {text}',
  undo: 'Undo',
  notSaved: 'Row {line} wasn’t changed. {detail}',
  notLeftOut: 'Nothing was changed. {detail}',
  saved: plural({ one: '{count} row saved as a file', other: '{count} rows saved as a file' }),
  notSavedFile: 'We couldn’t save the file. {detail}',
  leftOutCount: plural({ one: '{count} row left out', other: '{count} rows left out' }),
  takenInCount: plural({ one: '{count} row included again', other: '{count} rows included again' }),
  reasonTitle: 'Reason',
  filling: 'We’ll know who’s new once your contacts have loaded.',
});
