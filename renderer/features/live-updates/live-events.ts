import type { CallbackEventView } from '#shared/contract/index.ts';
import { toDeliveryMark } from '#shared/domain/delivery.ts';
import { live } from './messages.ts';
import { deliveryWords } from '#renderer/lib/delivery-marks.ts';
import type { FormatContext } from '#renderer/lib/format.ts';

/** One line of the event log, in words. Of a text there is nothing in it. */
export interface EventRowView {
  readonly seq: number;
  readonly kind: string;
  readonly id: string;
  readonly mark: string;
  readonly received: string;
  readonly state: string;
  readonly tone: 'plain' | 'ok' | 'caution';
  readonly times: string;
}

export function toEventRow(event: CallbackEventView, say: FormatContext): EventRowView {
  const { texts, formats } = say;
  const { seq, direction, messageId, letter, receivedAt, times } = event;
  return {
    seq,
    kind: texts.text(direction === 'in' ? live.logIn : live.logOut),
    // An id is a name: it has no thousands.
    id: String(messageId),
    mark: letter === null ? texts.text(live.logNoMark) : texts.text(deliveryWords[toDeliveryMark(letter)].word),
    received: say.formats.moment(receivedAt, say.now),
    times: formats.number(times),
    ...toState(event, say),
  };
}

function toState(
  { state, receivedAt, settledAt }: CallbackEventView,
  { texts, formats }: FormatContext,
): Pick<EventRowView, 'state' | 'tone'> {
  if (state === 'waiting') return { state: texts.text(live.logWaiting), tone: 'plain' };
  if (state === 'refuted') return { state: texts.text(live.logRefuted), tone: 'caution' };
  if (settledAt === null) return { state: texts.text(live.logConfirmed), tone: 'ok' };
  const age = formats.age(settledAt - receivedAt);
  return { state: texts.text(live.logConfirmedAfter, { age }), tone: 'ok' };
}
