/** The ledger in words: one row of it, and all of it. */
import type { LedgerRow, LedgerTotals } from '#shared/contract/index.ts';
import { toDeliveryMark } from '#shared/domain/delivery.ts';
import { sending } from '#renderer/lib/words/delivery.ts';
import { ledger as words } from './messages.ts';
import { lost } from '#renderer/lib/words/delivery.ts';
import { deliveryWords, type DeliveryMarkName } from '#renderer/lib/delivery-marks.ts';
import type { Message } from '#renderer/lib/messages.ts';
import type { FormatContext } from '#renderer/lib/format.ts';

export interface LedgerContext extends FormatContext {
  /** ISO 4217; null where nobody knows it. */
  readonly currency: string | null;
}

/** What became of a text. */
export interface LedgerStateLook {
  /** `taken-back` has a sign of its own. */
  readonly mark: DeliveryMarkName | 'taken-back';
  readonly word: string;
  readonly isBad: boolean;
}

export interface LedgerRowLook {
  readonly sendId: string;
  readonly when: string;
  /** '' where nobody gave the number a name. */
  readonly name: string;
  readonly number: string;
  readonly text: string;
  /** `2 files`; null without any. */
  readonly files: string | null;
  readonly state: LedgerStateLook;
  /** '' where none are or will be charged. */
  readonly parts: string;
  readonly price: string;
  /** The service has not told the price. */
  readonly isPredicted: boolean;
}

export function toLedgerRow(row: LedgerRow, say: LedgerContext): LedgerRowLook {
  const { texts, formats } = say;
  const { sendId, createdAt, name, phone, text, filesCount, partsCharged, partsPredicted } = row;
  const parts = partsCharged ?? (isUnpaid(row) ? null : partsPredicted);
  return {
    sendId,
    when: say.formats.moment(createdAt, say.now),
    name,
    number: formats.phone(phone),
    text: text.trim() === '' ? texts.text(words.noText) : text,
    files: filesCount === 0 ? null : texts.text(words.files, { count: filesCount }),
    state: toLedgerState(row, say),
    parts: parts === null ? '' : formats.number(parts),
    price: toPrice(row, say),
    isPredicted: row.priceCharged === null,
  };
}

/** Nobody is charged for what did not leave. */
export function isUnpaid({ state }: Pick<LedgerRow, 'state'>): boolean {
  return state === 'refused' || state === 'not-sent' || state === 'discarded';
}

function toPrice(row: LedgerRow, { texts, formats, currency }: LedgerContext): string {
  if (row.priceCharged !== null) return toMoney(row.priceCharged, { formats, currency });
  if (isUnpaid(row) || row.pricePredicted === null) return '';
  return texts.text(words.about, { money: toMoney(row.pricePredicted, { formats, currency }) });
}

export function toMoney(amount: number, { formats, currency }: Pick<LedgerContext, 'formats' | 'currency'>): string {
  return currency === null ? formats.money(amount) : formats.money(amount, currency);
}

const STATES: Readonly<
  Record<
    Exclude<LedgerRow['state'], 'accepted'>,
    { readonly mark: LedgerStateLook['mark']; readonly word: Message; readonly isBad?: true }
  >
> = {
  held: { mark: 'waiting', word: words.held },
  queued: { mark: 'waiting', word: words.waiting },
  sending: { mark: 'waiting', word: words.sending },
  refused: { mark: 'failed', word: words.notSent, isBad: true },
  'not-sent': { mark: 'failed', word: words.notSent, isBad: true },
  checking: { mark: 'unknown', word: lost.checking },
  unknown: { mark: 'unknown', word: sending.noAnswer },
  discarded: { mark: 'taken-back', word: words.takenBack },
};
const BAD: ReadonlySet<DeliveryMarkName> = new Set(['failed', 'rejected', 'unsubscribed']);

export function toLedgerState(
  { state, letter }: Pick<LedgerRow, 'state' | 'letter'>,
  { texts }: Pick<FormatContext, 'texts'>,
): LedgerStateLook {
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
  const counted = texts.text(words.texts, { count });
  const isCharged = partsCharged > 0 || priceCharged > 0;
  const parts = texts.text(words.partsCount, { count: partsCharged });
  const money = toMoney(priceCharged, { formats, currency });
  const total = isCharged ? texts.text(words.total, { texts: counted, parts, money }) : counted;
  if (unpricedCount === 0) return total;
  return texts.text(words.totalOpen, { total, unpriced: texts.text(words.unpriced, { count: unpricedCount }) });
}
