/** What the ledger says of a sent text: its row, its details, and the totals. */
import type { LedgerRow, LedgerTotals, LedgerEntry, LedgerEventView } from '#shared/contract/index.ts';
import { toDeliveryMark } from '#shared/domain/delivery.ts';
import { sending, lost } from '#renderer/lib/words/delivery.ts';
import { ledger, ledgerEntry } from './messages.ts';
import { deliveryWords, type DeliveryMarkName } from '#renderer/lib/delivery-marks.ts';
import type { Message } from '#renderer/lib/messages.ts';
import type { FormatContext } from '#renderer/lib/format.ts';
import { toEvidence, type Evidence } from '#renderer/features/outbox/lost-answer.ts';
import { splitAttachmentLinks } from '#renderer/lib/attachment-links.ts';
import { toProblemText } from '#renderer/lib/problems.ts';

export interface LedgerContext extends FormatContext {
  /** ISO 4217; null where it is unknown. */
  readonly currency: string | null;
  /** Of the service's web application: links of files are left out of a row's text. Left out: they are in it. */
  readonly webUrl?: string;
}

/** What became of a text. */
export interface LedgerStateViewModel {
  /** `taken-back` has a sign of its own. */
  readonly mark: DeliveryMarkName | 'taken-back';
  readonly word: string;
  readonly isBad: boolean;
}

export interface LedgerRowViewModel {
  readonly sendId: string;
  readonly when: string;
  /** '' where the number has no name. */
  readonly name: string;
  readonly number: string;
  readonly text: string;
  /** `2 files`; null without any. */
  readonly files: string | null;
  readonly state: LedgerStateViewModel;
  /** '' where none are or will be charged. */
  readonly parts: string;
  readonly price: string;
  /** The service has not told the price. */
  readonly isPredicted: boolean;
}

export function toLedgerRow(row: LedgerRow, say: LedgerContext): LedgerRowViewModel {
  const { texts, formats } = say;
  const { sendId, createdAt, name, phone, text, filesCount, partsCharged, partsPredicted } = row;
  const words = filesCount === 0 ? text : splitAttachmentLinks(text, say.webUrl ?? '').text;
  const parts = partsCharged ?? (isUnpaid(row) ? null : partsPredicted);
  return {
    sendId,
    when: say.formats.moment(createdAt, say.now),
    name,
    number: formats.phone(phone),
    text: words.trim() === '' ? texts.text(ledger.noText) : words,
    files: filesCount === 0 ? null : texts.text(ledger.files, { count: filesCount }),
    state: toLedgerState(row, say),
    parts: parts === null ? '' : formats.number(parts),
    price: toPrice(row, say),
    isPredicted: row.priceCharged === null,
  };
}

/** A text that did not leave costs nothing. */
export function isUnpaid({ state }: Pick<LedgerRow, 'state'>): boolean {
  return state === 'refused' || state === 'not-sent' || state === 'discarded';
}

function toPrice(row: LedgerRow, { texts, formats, currency }: LedgerContext): string {
  if (row.priceCharged !== null) return toMoney(row.priceCharged, { formats, currency });
  if (isUnpaid(row) || row.pricePredicted === null) return '';
  return texts.text(ledger.about, { money: toMoney(row.pricePredicted, { formats, currency }) });
}

export function toMoney(amount: number, { formats, currency }: Pick<LedgerContext, 'formats' | 'currency'>): string {
  return currency === null ? formats.money(amount) : formats.money(amount, currency);
}

const STATES: Readonly<
  Record<
    Exclude<LedgerRow['state'], 'accepted'>,
    { readonly mark: LedgerStateViewModel['mark']; readonly word: Message; readonly isBad?: true }
  >
> = {
  held: { mark: 'waiting', word: ledger.held },
  queued: { mark: 'waiting', word: ledger.waiting },
  sending: { mark: 'waiting', word: ledger.sending },
  refused: { mark: 'failed', word: ledger.notSent, isBad: true },
  'not-sent': { mark: 'failed', word: ledger.notSent, isBad: true },
  checking: { mark: 'unknown', word: lost.checking },
  unknown: { mark: 'unknown', word: sending.noAnswer },
  discarded: { mark: 'taken-back', word: ledger.takenBack },
};
const BAD: ReadonlySet<DeliveryMarkName> = new Set(['failed', 'rejected', 'unsubscribed']);

export function toLedgerState(
  { state, letter }: Pick<LedgerRow, 'state' | 'letter'>,
  { texts }: Pick<FormatContext, 'texts'>,
): LedgerStateViewModel {
  if (state !== 'accepted') {
    const { mark, word, isBad } = STATES[state];
    return { mark, word: texts.text(word), isBad: isBad === true };
  }
  const mark = toDeliveryMark(letter);
  return { mark, word: texts.text(deliveryWords[mark].word), isBad: BAD.has(mark) };
}

/** `1,204 texts · 1,390 parts · £52.82; 3 without a price yet`. */
export function toTotalsLine(
  totals: LedgerTotals,
  { texts, formats }: Pick<FormatContext, 'texts' | 'formats'>,
): string {
  const { count, partsCharged, priceCharged, unpricedCount, currency } = totals;
  const counted = texts.text(ledger.texts, { count });
  const isCharged = partsCharged > 0 || priceCharged > 0;
  const parts = texts.text(ledger.partsCount, { count: partsCharged });
  const money = toMoney(priceCharged, { formats, currency });
  const total = isCharged ? texts.text(ledger.total, { texts: counted, parts, money }) : counted;
  if (unpricedCount === 0) return total;
  return texts.text(ledger.totalOpen, { total, unpriced: texts.text(ledger.unpriced, { count: unpricedCount }) });
}

export interface FactLine {
  readonly label: string;
  readonly value: string;
}

export interface LedgerEventViewModel {
  readonly key: string;
  readonly time: string;
  readonly what: string;
  /** How it got here, or why; '' where there is nothing to say. */
  readonly more: string;
}

export interface LedgerEntryViewModel {
  readonly row: LedgerRowViewModel;
  readonly chatId: number | null;
  /** Whole, as it left. */
  readonly text: string;
  /** As a person wrote it, where that is another. */
  readonly writtenText: string | null;
  readonly files: readonly { readonly id: string; readonly name: string; readonly note: string }[];
  readonly costs: readonly { readonly label: string; readonly predicted: string; readonly charged: string }[];
  readonly reference: string;
  readonly facts: readonly FactLine[];
  /** The search for a lost answer; null where none was lost. */
  readonly evidence: Evidence | null;
  readonly events: readonly LedgerEventViewModel[];
}

export function toLedgerEntry(entry: LedgerEntry, say: LedgerContext): LedgerEntryViewModel {
  const { texts, formats } = say;
  const { row, writtenText, files, referenceId, check, events } = entry;
  return {
    row: toLedgerRow(row, say),
    chatId: row.chatId,
    text: row.text,
    writtenText: writtenText === row.text ? null : writtenText,
    files: files.map(({ id, name, sizeBytes, isUploaded }) => ({
      id,
      name,
      note: texts.text(isUploaded ? ledgerEntry.fileUploaded : ledgerEntry.fileHere, {
        size: formats.bytes(sizeBytes),
      }),
    })),
    costs: toCosts(entry, say),
    reference: referenceId,
    facts: toFacts(entry, say),
    evidence: check === null ? null : toEvidence(check, say),
    events: events.map((event, index) => toEvent(event, index, say)),
  };
}

function toCosts({ row }: LedgerEntry, say: LedgerContext): LedgerEntryViewModel['costs'] {
  const { texts, formats } = say;
  const open = texts.text(isUnpaid(row) ? ledgerEntry.nothing : ledgerEntry.notTold);
  const { partsPredicted, partsCharged, pricePredicted, priceCharged } = row;
  const money = (amount: number): string => toMoney(amount, say);
  const none = texts.text(ledger.noPrice);
  return [
    {
      label: texts.text(ledger.parts),
      predicted: formats.number(partsPredicted),
      charged: partsCharged === null ? open : formats.number(partsCharged),
    },
    {
      label: texts.text(ledger.price),
      predicted: pricePredicted === null ? none : money(pricePredicted),
      charged: priceCharged === null ? open : money(priceCharged),
    },
  ];
}

function toFacts(
  { row, from, messageId, sessionId, rejectReason, problem }: LedgerEntry,
  say: LedgerContext,
): FactLine[] {
  const { texts, formats, now } = say;
  const time = (at: number | null): string | null => (at === null ? null : formats.dateTime(at, now));
  const lines: readonly (readonly [Message, string | null])[] = [
    [ledgerEntry.written, time(row.createdAt)],
    [ledgerEntry.left, time(row.leftAt) ?? (isUnpaid(row) ? texts.text(ledgerEntry.leftNever) : null)],
    [ledgerEntry.accepted, time(row.acceptedAt)],
    [ledgerEntry.from, from],
    [ledgerEntry.attempts, row.attempts > 1 ? formats.number(row.attempts) : null],
    // An id is a name: it has no thousands.
    [ledgerEntry.messageId, messageId === null ? null : String(messageId)],
    [ledgerEntry.sessionId, sessionId === null ? null : String(sessionId)],
    [ledgerEntry.letter, row.letter],
    [ledgerEntry.reject, rejectReason],
    [ledgerEntry.answer, problem === null ? null : toProblemText(problem, texts)],
  ];
  return lines.flatMap(([label, value]) =>
    value === null || value === '' ? [] : [{ label: texts.text(label), value }],
  );
}

const EVENTS: Readonly<Record<Exclude<LedgerEventView['kind'], 'letter'>, Message>> = {
  held: ledgerEntry.event_held,
  queued: ledgerEntry.event_queued,
  sending: ledgerEntry.event_sending,
  accepted: ledgerEntry.event_accepted,
  refused: ledgerEntry.event_refused,
  checking: ledgerEntry.event_checking,
  'not-sent': ledgerEntry.event_notSent,
  unknown: ledgerEntry.event_unknown,
  discarded: ledgerEntry.event_discarded,
  charged: ledgerEntry.event_charged,
  uploaded: ledgerEntry.event_uploaded,
  deleted: ledgerEntry.event_deleted,
};

function toEvent(event: LedgerEventView, index: number, say: LedgerContext): LedgerEventViewModel {
  const { texts, formats, now } = say;
  const { at, via, problem, detail } = event;
  const how = via === null ? '' : texts.text(via === 'callback' ? ledgerEntry.byCallback : ledgerEntry.byPoll);
  const why = problem === null ? '' : toProblemText(problem, texts);
  return {
    key: String(index),
    time: toSeconds(formats.dateTime(at, now), at),
    what: toWhat(event, say),
    more: [how, why, detail ?? ''].filter((part) => part !== '').join('. '),
  };
}

/** Proof needs more than minutes. */
function toSeconds(time: string, at: number): string {
  const seconds = String(Math.floor(at / 1_000) % 60).padStart(2, '0');
  return time.replace(/(\d{1,2}:\d{2})/, `$1:${seconds}`);
}

function toWhat({ kind, letter, check }: LedgerEventView, { texts }: LedgerContext): string {
  if (kind === 'accepted' && check?.finding === 'found') return texts.text(ledgerEntry.event_found);
  if (kind !== 'letter') return texts.text(EVENTS[kind]);
  const word = texts.text(deliveryWords[toDeliveryMark(letter)].word);
  return letter === null ? word : texts.text(ledgerEntry.letterLine, { word, letter });
}
