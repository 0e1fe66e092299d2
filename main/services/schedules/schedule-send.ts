/** One time of a schedule as a send of the outbox. */
import { toStableId } from '#main/platform/ids.ts';
import type { Store } from '#main/store/api.ts';
import { toRefusal } from '#main/services/refusals.ts';
import { toNewSend } from '#main/services/sending/new-send.ts';
import { toSendId } from '#shared/domain/ids.ts';
import type { PhoneKey, SendId } from '#shared/domain/ids.ts';
import type { OwnSchedule, OwnScheduleId, OwnSchedulePatch } from '#shared/domain/scheduling/own-schedule.ts';
import type { Send } from '#shared/domain/sends.ts';

type Contents = Pick<OwnSchedule, 'text' | 'from' | 'parts' | 'price'>;
type SendStore = Pick<Store, 'findChat' | 'getSettings'>;

/** Follows from the schedule and the time: the same time is never a second send. `which`: an instant, or why it leaves. */
export function toScheduleSendId(id: OwnScheduleId, which: number | string): SendId {
  return toSendId(toStableId(`schedule\n${id}\n${String(which)}`, 20));
}

/** Leaves as soon as it may. Throws `disk`. */
export async function createScheduleSend(
  store: SendStore,
  {
    id,
    phone,
    contents,
    at,
  }: {
    readonly id: SendId;
    readonly phone: PhoneKey;
    readonly contents: Contents;
    readonly at: number;
  },
): Promise<Send> {
  const { text, from, parts, price } = contents;
  const chat = await store.findChat({ chatId: null, phone });
  const own = { ownReference: await findOwnReference(store), createChat: chat === null || chat.id < 0 };
  const written = { id, phone, text, from, files: [], partsPredicted: parts, pricePredicted: price, ...own };
  return toNewSend(written, { at, holdMs: 0 });
}

/**
 * Hands a text over to the outbox that is proven not to be at the service any more, and closes its row by the same write. Throws
 * `disk`, and `validation` where it goes to several people.
 */
export async function sendScheduleOver(
  needs: {
    readonly store: SendStore & Pick<Store, 'fireOwnSchedule'>;
    readonly now: () => number;
    readonly onFired: () => void;
  },
  own: OwnSchedule,
): Promise<void> {
  const { store, now, onFired } = needs;
  const { id, changedAt } = own;
  const phone = findOnlyPhone(own);
  if (phone === null) throw toRefusal('schedule', 'several');
  const at = now();
  const sendId = toScheduleSendId(id, `now\n${String(changedAt)}`);
  const send = await createScheduleSend(store, { id: sendId, phone, contents: own, at });
  const patch: OwnSchedulePatch = {
    ...{ state: 'done', step: null, question: null, problem: null, nextAt: null, missedAt: null, dueAt: 0 },
    ...{ lastAt: at, firedCount: own.firedCount + 1, lastSendId: sendId },
  };
  const event = { at, kind: 'fired', detail: '' } as const;
  if (await store.fireOwnSchedule({ id, changedAt, send, patch, event })) onFired();
}

/** The one number that it goes to; null: several people. */
export function findOnlyPhone({ recipients }: Pick<OwnSchedule, 'recipients'>): PhoneKey | null {
  const { phones, contactIds, listIds } = recipients;
  const [phone = null] = phones;
  return phones.length === 1 && contactIds.length === 0 && listIds.length === 0 ? phone : null;
}

export function toOnePhone(phone: PhoneKey): OwnSchedule['recipients'] {
  return { phones: [phone], contactIds: [], listIds: [] };
}

/** The user's own reference, which is kept with the account like every choice of the page. */
async function findOwnReference(store: SendStore): Promise<string | null> {
  const { ['window.ownReference']: kept } = await store.getSettings({});
  if (kept === undefined) return null;
  const reference: unknown = JSON.parse(kept);
  return typeof reference === 'string' && reference.trim() !== '' ? reference.trim() : null;
}
