/** What the person at this computer may do to chats, chosen by chance. */
import type { ChatBefore } from '#main/store/api/chats.ts';
import { toChatId } from '#shared/domain/ids.ts';
import type { ChatId, MessageKey } from '#shared/domain/ids.ts';
import type { ChatAct, ChatAction } from '#shared/domain/sync.ts';
import type { Random } from '#test/support/random.ts';
import type { Life } from './life.ts';
import type { VirtualClock } from './virtual-clock.ts';

const MINUTE_MS = 60_000;
/** So long a deletion can be taken back before anybody hears of it. */
export const HOLD_MS = 8_000;

/** What of a history is looked at to choose. */
export interface DeedPlace {
  readonly random: Random;
  readonly clock: VirtualClock;
  readonly life: Life;
}

const ACTIONS: readonly ChatAction[] = [
  { kind: 'read', isRead: true },
  { kind: 'read', isRead: false },
  { kind: 'status', status: 'closed' },
  { kind: 'status', status: 'closed', isEveryRead: true },
  { kind: 'status', status: 'active' },
  { kind: 'status', status: 'deleted' },
  { kind: 'pin', isPinned: true },
  { kind: 'pin', isPinned: false },
  { kind: 'mute', isMuted: true, hours: 8 },
  { kind: 'mute', isMuted: false, hours: null },
  { kind: 'block', isBlocked: true },
  { kind: 'block', isBlocked: false },
];

/** What was done last, as far as it can be taken back. */
export type LastDeed =
  | { readonly kind: 'act'; readonly action: ChatAct; readonly applied: readonly ChatBefore[] }
  | { readonly kind: 'messages'; readonly keys: readonly MessageKey[] };

export interface Deed {
  readonly chatIds: readonly ChatId[];
  readonly action: ChatAct;
  readonly at: number;
  readonly dueAt: number;
}

/** Something to do to one chat, or to some; null where there is none. */
export async function chooseDeed(place: DeedPlace, isOfMany: boolean): Promise<Deed | null> {
  const { random } = place;
  const ids = await listIds(place);
  if (ids.length === 0) return null;
  const action = chooseAct(place);
  const chatIds = isOfMany ? ids.filter(() => random.happens(70)) : [random.pick(ids)];
  return chatIds.length === 0 ? null : toDeed(place, chatIds, action);
}

function chooseAct({ random, clock }: DeedPlace): ChatAct {
  if (random.happens(80)) return random.pick(ACTIONS);
  return { kind: 'snooze', until: random.happens(75) ? clock.now() + random.between(1, 600) * MINUTE_MS : null };
}

export function toDeed({ clock }: DeedPlace, chatIds: readonly ChatId[], action: ChatAct): Deed {
  const at = clock.now();
  const isHeld = action.kind === 'status' && action.status === 'deleted';
  return { chatIds, action, at, dueAt: at + (isHeld ? HOLD_MS : 0) };
}

/** Chats of any shelf, those that only this computer knows included. */
export async function listIds({ life, clock, random }: DeedPlace): Promise<readonly ChatId[]> {
  const shelf = random.pick(['open', 'open', 'open', 'snoozed', 'closed', 'deleted'] as const);
  const asked = life.store.listChatIds({ scope: { shelf, marks: [], listId: null }, now: clock.now() });
  return (await clock.passUntil(asked, MINUTE_MS)).map((id) => toChatId(id));
}
