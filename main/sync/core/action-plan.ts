/**
 * Which of the actions that wait leave now, and how:
 *
 *   lanes, one per chat      heads      equal ones of several chats ──► a bulk, 500 chats at most
 *   chat 1  close read   ──►  close ─┐
 *   chat 2  close        ──►  close ─┴► bulk: close 1, 2              what is left of it ──► alone, one by one
 *   chat 3  pin          ──►  pin   ──► single: pin 3
 *
 * What a bulk carried is off the list only once its chats were looked at; until then nothing else of their lanes leaves.
 */
import type { ChatId } from '#shared/domain/ids.ts';
import type { PendingAction } from '#shared/domain/sync.ts';
import { assertNever } from '#shared/lib/assert.ts';
import { isWholeMute, planMute } from './mutes.ts';
import type { ServiceMoment } from './mutes.ts';

/** Chats of one bulk request. */
export const BULK_CHATS = 500;
/** Chats of one look: what one request by ids can name. */
export const LOOK_CHATS = 50;
/** "Close all read" is one request only while it is what the person saw. */
const EVERY_READ_FOR_MS = 60_000;

export interface DrainState extends ServiceMoment {
  /** What is new was read since the start: before that nothing leaves that a newer text overtakes. */
  readonly isOpened: boolean;
  /** Chats of which something is under way, or that rest after a failure. */
  readonly held: ReadonlySet<ChatId>;
  /** Ids of actions that a bulk carried and nobody has looked at since. */
  readonly carried: ReadonlySet<number>;
  /** Ids of actions that no bulk carries any more. */
  readonly alone: ReadonlySet<number>;
  /** Ids of closes that the one request for every read chat is not right for. */
  readonly byIds: ReadonlySet<number>;
}

/** Equal actions of several chats. `every-read`: made with "close all read", and whole, however many they are. */
export interface ActionBulk {
  readonly kind: 'ids' | 'every-read';
  readonly actions: readonly PendingAction[];
}

export interface DrainPlan {
  readonly bulks: readonly ActionBulk[];
  readonly singles: readonly PendingAction[];
  readonly looks: readonly (readonly PendingAction[])[];
  /** When the next action falls due that nothing else holds up; infinite where there is none. */
  readonly nextDueAt: number;
}

/** Lanes of actions, one per chat, in the order they were made. A chat that the service does not know yet has to wait. */
export function planActionLanes(actions: readonly PendingAction[]): readonly (readonly PendingAction[])[] {
  const lanes = new Map<ChatId, PendingAction[]>();
  for (const action of [...actions].sort((a, b) => a.id - b.id)) {
    if (action.chatId <= 0) continue;
    const lane = lanes.get(action.chatId);
    if (lane === undefined) lanes.set(action.chatId, [action]);
    else lane.push(action);
  }
  return [...lanes.values()];
}

/** What can leave now; the oldest first. */
export function planDrain(actions: readonly PendingAction[], state: DrainState): DrainPlan {
  const heads = planActionLanes(actions)
    .flatMap((lane) => lane.slice(0, 1))
    .filter(({ chatId, covers }) => !state.held.has(chatId) && (state.isOpened || covers === null));
  const due = heads.filter((head) => isDue(head, state.now));
  const waiting = due.filter(({ id }) => !state.carried.has(id));
  const canJoin = (pending: PendingAction): boolean => !state.alone.has(pending.id) && isLikeOthers(pending, state);
  const groups = Map.groupBy(waiting.filter(canJoin), (pending) => toGroupKey(pending, state));
  const singles = waiting.filter((head) => !canJoin(head));
  const bulks: ActionBulk[] = [];
  for (const [key, group] of groups) {
    if (group.length === 1) singles.push(...group);
    else if (key.startsWith(EVERY_READ)) bulks.push({ kind: 'every-read', actions: group });
    else bulks.push(...toSlices(group, BULK_CHATS).map((actions) => ({ kind: 'ids', actions }) as const));
  }
  return {
    bulks,
    singles: singles.sort((a, b) => a.id - b.id),
    looks: toSlices(
      due.filter(({ id }) => state.carried.has(id)),
      LOOK_CHATS,
    ),
    nextDueAt: toEarliest(heads.filter((head) => !isDue(head, state.now)).map(({ dueAt }) => dueAt)),
  };
}

/**
 * Whether the hold is over. One that would last more than twice as long as it was meant to was made before the clock was
 * set back; a clock that is put right by a moment makes nobody's undo shorter.
 */
export function isDue({ createdAt, dueAt }: Pick<PendingAction, 'createdAt' | 'dueAt'>, now: number): boolean {
  return dueAt <= now || dueAt - now > 2 * (dueAt - createdAt);
}

/**
 * Whether one request for every chat without unread messages does exactly what these closes want: they were made within
 * the last minute, nothing else that waits could be touched by it, and no other chat that we know would be closed.
 * `readIds`: chats without unread messages that are still open here.
 */
export function canCloseEveryRead(
  group: readonly PendingAction[],
  around: { readonly actions: readonly PendingAction[]; readonly readIds: readonly ChatId[]; readonly now: number },
): boolean {
  const { actions, readIds, now } = around;
  const isFresh = group.every(({ createdAt }) => createdAt <= now && now - createdAt <= EVERY_READ_FOR_MS);
  const ids = new Set(group.map(({ chatId }) => chatId));
  const isAlone = actions.every(
    ({ chatId, action }) => ids.has(chatId) || (action.kind !== 'read' && action.kind !== 'status'),
  );
  return isFresh && isAlone && readIds.every((id) => ids.has(id));
}

const EVERY_READ = 'every read';

/** A mute that came too late, or that is the rest of one, is a matter of its chat. */
function isLikeOthers(pending: PendingAction, moment: ServiceMoment): boolean {
  if (pending.action.kind !== 'mute') return pending.action.kind !== 'block';
  return planMute(pending, moment).kind === 'hours' && isWholeMute(pending, moment.skewMs);
}

/** Equal actions have equal keys. */
function toGroupKey(pending: PendingAction, state: DrainState): string {
  const { id, action } = pending;
  const isByIds = state.byIds.has(id);
  switch (action.kind) {
    case 'read':
      return `read ${String(action.isRead)}`;
    case 'status':
      return action.isEveryRead === true && !isByIds ? `${EVERY_READ} ${action.status}` : `status ${action.status}`;
    case 'pin':
      return `pin ${String(action.isPinned)}`;
    case 'mute':
      return action.isMuted ? `mute ${JSON.stringify(planMute(pending, state))}` : 'unmute';
    case 'block':
      return `block ${String(action.isBlocked)}`;
    default:
      return assertNever(action, 'Every action on a chat is known');
  }
}

function toSlices<T>(items: readonly T[], size: number): T[][] {
  if (items.length <= size) return items.length === 0 ? [] : [[...items]];
  return Array.from({ length: Math.ceil(items.length / size) }, (_, index) =>
    items.slice(index * size, (index + 1) * size),
  );
}

/** The first of these instants; infinite where there is none. One by one: no function takes as many arguments. */
export function toEarliest(instants: Iterable<number>): number {
  let earliest = Infinity;
  for (const at of instants) earliest = Math.min(earliest, at);
  return earliest;
}
