/** Chooses an action of the user on chats, with everything that its kind depends on. */
import { toChatId, type ChatId, type MessageKey } from '#shared/domain/ids.ts';
import type { ChatBefore } from '#main/store/api/chats.ts';
import type { ChatAct, ChatAction } from '#shared/domain/sync.ts';
import type { Random } from '#test/support/random.ts';
import type { SimulatedApp } from './simulated-app.ts';
import type { VirtualClock } from './virtual-clock.ts';

export const MINUTE_MS = 60_000;
/** How long a deletion can be undone before the service is asked. */
export const HOLD_MS = 8_000;

/** What the choice of an action depends on. */
interface ActionContext {
  readonly random: Random;
  readonly clock: VirtualClock;
  readonly app: SimulatedApp;
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

/** The last action, with what its undo needs. */
export type LastAction =
  | { readonly kind: 'act'; readonly action: ChatAct; readonly applied: readonly ChatBefore[] }
  | { readonly kind: 'messages'; readonly keys: readonly MessageKey[] };

export interface PlannedAction {
  readonly chatIds: readonly ChatId[];
  readonly action: ChatAct;
  readonly at: number;
  readonly dueAt: number;
}

/** An action on one chat or on several; null where there is no chat. */
export async function chooseAction(context: ActionContext, isOfMany: boolean): Promise<PlannedAction | null> {
  const { random } = context;
  const ids = await listSomeChatIds(context);
  if (ids.length === 0) return null;
  const action = chooseKind(context);
  const chatIds = isOfMany ? ids.filter(() => random.happens(70)) : [random.pick(ids)];
  return chatIds.length === 0 ? null : toPlannedAction(context, chatIds, action);
}

function chooseKind({ random, clock }: ActionContext): ChatAct {
  if (random.happens(80)) return random.pick(ACTIONS);
  return { kind: 'snooze', until: random.happens(75) ? clock.now() + random.between(1, 600) * MINUTE_MS : null };
}

export function toPlannedAction({ clock }: ActionContext, chatIds: readonly ChatId[], action: ChatAct): PlannedAction {
  const at = clock.now();
  const isHeld = action.kind === 'status' && action.status === 'deleted';
  return { chatIds, action, at, dueAt: at + (isHeld ? HOLD_MS : 0) };
}

/** Chats of one random shelf, also those that the service does not know yet. */
export async function listSomeChatIds({ app, clock, random }: ActionContext): Promise<readonly ChatId[]> {
  const shelf = random.pick(['open', 'open', 'open', 'snoozed', 'closed', 'deleted'] as const);
  const asked = app.store.listChatIds({ scope: { shelf, marks: [], listId: null }, now: clock.now() });
  return (await clock.passUntil(asked, MINUTE_MS)).map((id) => toChatId(id));
}
