/** What several steps of an import say, and the numbers that they say it of. Pure. */
import type { ContractError, ImportDraftView, ImportSummary } from '#shared/contract/index.ts';
import { listCallingCodes } from '#shared/domain/calling-codes.ts';
import { IMPORTED_VERDICTS, type RowReason } from '#shared/domain/imports.ts';
import { toFormattingLocale } from '#renderer/lib/locale.ts';
import type { Message, Translator } from '#renderer/lib/messages.ts';
import type { DraftColumn } from './column-fields.ts';
import { toProblemText } from '#renderer/lib/problems.ts';
import { columns as columnWords, duration as words, frame, phones, refusals, start, target } from './messages.ts';

type ReasonView = Readonly<RowReason>;

const MINUTE = 60;
const HOUR = 60 * MINUTE;

/** `about 34 minutes`, `about 2½ hours`. */
export function toDuration(seconds: number, texts: Translator): string {
  if (seconds < 10) return texts.text(words.seconds);
  if (seconds <= 45) return texts.text(words.underMinute);
  const minutes = Math.max(1, Math.ceil(seconds / MINUTE));
  if (minutes < 90) return texts.text(words.minutes, { count: minutes });
  const halves = Math.round((2 * seconds) / HOUR);
  if (halves % 2 === 0) return texts.text(words.hours, { count: halves / 2 });
  return texts.text(words.hoursAndHalf, { hours: Math.floor(halves / 2) });
}

/** Rows that an import takes. */
export function countImported({ verdicts }: ImportSummary): number {
  return IMPORTED_VERDICTS.reduce((sum, verdict) => sum + verdicts[verdict], 0);
}

export function toFileName({ fileName, isPasted }: Pick<ImportDraftView, 'fileName' | 'isPasted'>, texts: Translator) {
  return isPasted ? texts.text(frame.pasted) : fileName;
}

/** What is said of a column; `isCaution`: the user has to look. */
export function toColumnReason(column: DraftColumn, texts: Translator): { text: string; isCaution: boolean } {
  const { choice, lostDigitsCount: count, percent } = column;
  if (choice === null) return { text: texts.text(columnWords.notMatched), isCaution: true };
  if (count > 0 && choice.kind !== 'leave-out')
    return { text: texts.text(columnWords.lostDigits, { count }), isCaution: true };
  if (column.why === 'content' && percent !== null)
    return { text: texts.text(toPercentWords(choice.kind), { percent }), isCaution: false };
  const said = WHY[column.why];
  return { text: said === null ? '' : texts.text(said), isCaution: false };
}

const WHY: Readonly<Record<DraftColumn['why'], Message | null>> = {
  'same-name': columnWords.sameName,
  content: null,
  'last-time': columnWords.lastTime,
  chosen: columnWords.chosen,
  'second-phone': columnWords.secondPhone,
  nothing: null,
};

function toPercentWords(kind: NonNullable<DraftColumn['choice']>['kind']): Message<'percent'> {
  if (kind === 'phone') return columnWords.phonePercent;
  return kind === 'email' ? columnWords.emailPercent : columnWords.percent;
}

/** How many columns are matched, to be chosen, and left out: `7 matched, 1 to choose`. */
export function toMatchText(columns: readonly DraftColumn[], texts: Translator): string {
  const toChoose = columns.filter(({ choice }) => choice === null).length;
  const leftOut = columns.filter(({ choice }) => choice?.kind === 'leave-out').length;
  const parts = [
    texts.text(columnWords.matched, { count: columns.length - toChoose - leftOut }),
    ...(toChoose === 0 ? [] : [texts.text(columnWords.toChoose, { count: toChoose })]),
    ...(leftOut === 0 ? [] : [texts.text(columnWords.leftOut, { count: leftOut })]),
  ];
  return parts.join(', ');
}

const PHONE_REASONS: Readonly<Partial<Record<ReasonView['code'], Message>>> = {
  'too-short': phones.tooShort,
  'too-long': phones.tooLong,
  'no-number': phones.noNumber,
  'no-country': phones.noCountry,
  'lost-digits': phones.lostDigits,
  'several-numbers': phones.severalNumbers,
  'extension-only': phones.extensionOnly,
};

/** Why an example is no number, in few words: `5 of 9 digits`. */
export function toPhoneReason(reason: ReasonView | null, texts: Translator): string {
  if ((reason?.code === 'too-short' || reason?.code === 'too-long') && reason.wanted !== null) {
    const { digits, wanted } = reason;
    if (digits !== wanted)
      return texts.text(reason.code === 'too-short' ? phones.digitsShort : phones.digitsOver, { digits, wanted });
  }
  return texts.text((reason === null ? undefined : PHONE_REASONS[reason.code]) ?? phones.notANumber);
}

/** Countries by name in the user's language, each with its calling code; first, that all numbers have one. */
export function listCallingOptions(texts: Translator): readonly { readonly value: string; readonly label: string }[] {
  const tag = toFormattingLocale(texts.locale);
  const names = new Intl.DisplayNames(tag, { type: 'region' });
  const order = new Intl.Collator(tag);
  const countries = listCallingCodes().map(({ country, code }) => ({
    value: country,
    label: texts.text(phones.option, { country: names.of(country) ?? country, code }),
  }));
  return [
    { value: '', label: texts.text(phones.allHaveOne) },
    ...countries.sort((one, other) => order.compare(one.label, other.label)),
  ];
}

/** What the user should know of how the file was read. */
export function listFileNotes({ notes }: Pick<ImportDraftView, 'notes'>, texts: Translator): readonly string[] {
  return notes.map(({ kind, named, count, line }) => {
    if (kind === 'other-kind') return texts.text(columnWords.otherKind, { named });
    return texts.text(kind === 'undecodable' ? columnWords.undecodable : columnWords.nulCharacters, { count, line });
  });
}

/** Why an import cannot go on from a step; null: it can. */
export type DraftFault = 'phone' | 'list-name' | 'counting' | 'filling' | 'nothing';

/** What is to be decided before the rows are looked at, and before they are imported. */
export function findFault(view: ImportDraftView, step: 'columns' | 'rows'): DraftFault | null {
  if (view.columns.every(({ choice }) => choice?.kind !== 'phone')) return 'phone';
  if (view.target.kind === 'new-list' && view.target.name.trim() === '') return 'list-name';
  if (step === 'columns') return null;
  if (view.isFilling) return 'filling';
  if (view.summary === null || view.checkedCount !== null) return 'counting';
  return countImported(view.summary) === 0 ? 'nothing' : null;
}

const REFUSALS: Readonly<Record<string, Message>> = {
  'list empty': target.nameMissing,
  'list gone': refusals.listGone,
  'list read-only': refusals.listReadOnly,
  'rows none': start.nothing,
  'rows filling': frame.filling,
  'columns no-such-field': refusals.fieldGone,
};

/** Why main refused what was asked of the draft, and what to do. */
export function toRefusal(error: ContractError, texts: Translator): string {
  if (error.code === 'not-found') return texts.text(refusals.draftGone);
  const said = Object.entries(error.fields).flatMap(([field, codes]) => codes.map((code) => `${field} ${code}`));
  const known = said.map((words) => REFUSALS[words]).find((message) => message !== undefined);
  return known === undefined ? toProblemText(error, texts) : texts.text(known);
}
