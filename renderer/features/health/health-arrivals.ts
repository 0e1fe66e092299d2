import { toPhoneDisplay } from '#shared/domain/phone-display.ts';
import type { HealthView } from '#shared/contract/index.ts';
import { toDeliveryMark } from '#shared/domain/delivery.ts';
import { health } from './messages.ts';
import { deliveryWords } from '#renderer/lib/delivery-marks.ts';
import { toLagText } from './health-words.ts';
import type { FormatContext } from '#renderer/lib/format.ts';

/** A piece of news and how it came. */
export interface ArrivalRow {
  /** Of this row: a message may come several times, each with another mark. */
  readonly id: string;
  readonly who: string;
  readonly what: string;
  /** Null where the service does not say it: it tells when a text was written, never when a mark changed. */
  readonly atService: string | null;
  readonly here: string;
  readonly lag: string | null;
  readonly how: string;
}

/** In the order of main. `clockSkewMs`: how far the service's clock is ahead. */
export function toArrivalRows(
  { arrivals, clockSkewMs }: Pick<HealthView, 'arrivals' | 'clockSkewMs'>,
  say: FormatContext,
): readonly ArrivalRow[] {
  const { texts } = say;
  return arrivals.latest.map(({ key, letter, phone, name, happenedAt, seenAt, via }) => {
    const isIncoming = key.startsWith('in:');
    const mark = (): string => texts.text(deliveryWords[toDeliveryMark(letter === '' ? null : letter)].word);
    return {
      id: `${key} ${letter} ${String(seenAt)}`,
      who: name === '' ? toPhoneDisplay(phone) : name,
      what: isIncoming ? texts.text(health.newText) : texts.text(health.sentText, { mark: mark() }),
      atService: isIncoming ? say.formats.moment(happenedAt, say.now) : null,
      here: say.formats.moment(seenAt, say.now),
      lag: isIncoming ? toLagText(seenAt + (clockSkewMs ?? 0) - happenedAt, say) : null,
      how: texts.text(via === 'callback' ? health.told : health.asked),
    };
  });
}
