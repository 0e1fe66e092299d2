/** One text of the ledger in words: what is known of it, what it cost, and what happened when. */
import type { LedgerEntry, LedgerEventView } from '#shared/contract/index.ts';
import { toDeliveryMark } from '#shared/domain/delivery.ts';
import { ledger, ledgerEntry as words } from './messages.ts';
import { deliveryWords } from '#renderer/lib/delivery-marks.ts';
import { toEvidence, type Evidence } from '#renderer/features/outbox/lost-answer.ts';
import { toProblemText } from '#renderer/lib/problems.ts';
import type { Message } from '#renderer/lib/messages.ts';
import { isUnpaid, toLedgerRow, toMoney, type LedgerRowLook, type LedgerContext } from './ledger-words.ts';

export interface FactLine {
  readonly label: string;
  readonly value: string;
}

export interface LedgerEventLook {
  readonly key: string;
  readonly time: string;
  readonly what: string;
  /** How it got here, or why; '' where there is nothing to say. */
  readonly more: string;
}

export interface LedgerEntryLook {
  readonly row: LedgerRowLook;
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
  readonly events: readonly LedgerEventLook[];
}

export function toLedgerEntry(entry: LedgerEntry, say: LedgerContext): LedgerEntryLook {
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
      note: texts.text(isUploaded ? words.fileUploaded : words.fileHere, { size: formats.bytes(sizeBytes) }),
    })),
    costs: toCosts(entry, say),
    reference: referenceId,
    facts: toFacts(entry, say),
    evidence: check === null ? null : toEvidence(check, say),
    events: events.map((event, index) => toEvent(event, index, say)),
  };
}

function toCosts({ row }: LedgerEntry, say: LedgerContext): LedgerEntryLook['costs'] {
  const { texts, formats } = say;
  const open = texts.text(isUnpaid(row) ? words.nothing : words.notTold);
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
    [words.written, time(row.createdAt)],
    [words.left, time(row.leftAt) ?? (isUnpaid(row) ? texts.text(words.leftNever) : null)],
    [words.accepted, time(row.acceptedAt)],
    [words.from, from],
    [words.attempts, row.attempts > 1 ? formats.number(row.attempts) : null],
    // An id is a name: it has no thousands.
    [words.messageId, messageId === null ? null : String(messageId)],
    [words.sessionId, sessionId === null ? null : String(sessionId)],
    [words.letter, row.letter],
    [words.reject, rejectReason],
    [words.answer, problem === null ? null : toProblemText(problem, texts)],
  ];
  return lines.flatMap(([label, value]) =>
    value === null || value === '' ? [] : [{ label: texts.text(label), value }],
  );
}

const EVENTS: Readonly<Record<Exclude<LedgerEventView['kind'], 'letter'>, Message>> = {
  held: words.event_held,
  queued: words.event_queued,
  sending: words.event_sending,
  accepted: words.event_accepted,
  refused: words.event_refused,
  checking: words.event_checking,
  'not-sent': words.event_notSent,
  unknown: words.event_unknown,
  discarded: words.event_discarded,
  charged: words.event_charged,
  uploaded: words.event_uploaded,
  deleted: words.event_deleted,
};

function toEvent(event: LedgerEventView, index: number, say: LedgerContext): LedgerEventLook {
  const { texts, formats, now } = say;
  const { at, via, problem, detail } = event;
  const how = via === null ? '' : texts.text(via === 'callback' ? words.byCallback : words.byPoll);
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
  if (kind === 'accepted' && check?.finding === 'found') return texts.text(words.event_found);
  if (kind !== 'letter') return texts.text(EVENTS[kind]);
  const word = texts.text(deliveryWords[toDeliveryMark(letter)].word);
  return letter === null ? word : texts.text(words.letterLine, { word, letter });
}
