/**
 * How long a mute still has when it leaves. It ends when it was meant to, counted from when it was made, by the service's
 * clock; the service takes whole hours from the moment that it hears of it, so that what came late is made shorter, never
 * longer.
 */
import type { Chat } from '#shared/domain/entities.ts';
import type { PendingAction } from '#shared/domain/sync.ts';

const HOUR_MS = 3_600_000;
/** What is on its way for no longer than this is in time. */
const ON_TIME_MS = 10_000;
/** How far the service's clock is ahead is known this well. */
const SAME_SKEW_MS = 60_000;

/** This moment here, and how far the service's clock is ahead. */
export interface ServiceMoment {
  readonly now: number;
  readonly skewMs: number;
}

/** `over`: its end has passed · `short`: less than an hour is left, which the service cannot do. */
export type MutePlan =
  { readonly kind: 'hours'; readonly hours: number | null } | { readonly kind: 'over' } | { readonly kind: 'short' };

type Muting = Pick<PendingAction, 'action' | 'createdAt'>;

/** When it ends by the service's clock; null: never, or it is no mute. */
export function toMuteEnd({ action, createdAt }: Muting, skewMs: number): number | null {
  if (action.kind !== 'mute' || !action.isMuted || action.hours === null) return null;
  return action.endsAt ?? createdAt + skewMs + action.hours * HOUR_MS;
}

/** What to ask the service for. A clock that was set back makes no mute longer than it was meant to be. */
export function planMute(pending: Muting, { now, skewMs }: ServiceMoment): MutePlan {
  const { action } = pending;
  const endsAt = toMuteEnd(pending, skewMs);
  if (endsAt === null || action.kind !== 'mute' || action.hours === null) return { kind: 'hours', hours: null };
  const leftMs = endsAt - (now + skewMs);
  if (leftMs <= 0) return { kind: 'over' };
  const hours = Math.min(action.hours, Math.floor((leftMs + ON_TIME_MS) / HOUR_MS));
  return hours > 0 ? { kind: 'hours', hours } : { kind: 'short' };
}

/** Whether it was whole hours when it was made, and not the rest of a mute of before that somebody wants back. */
export function isWholeMute({ action, createdAt }: Muting, skewMs: number): boolean {
  if (action.kind !== 'mute' || action.hours === null || action.endsAt === undefined) return true;
  return Math.abs(action.endsAt - (createdAt + skewMs + action.hours * HOUR_MS)) <= SAME_SKEW_MS;
}

type Muted = Pick<Chat, 'isMuted' | 'mutedUntil'>;

/** Whether the service would keep the chat muted for longer than was meant. `null` as its end may also be an unknown one. */
export function isMutedTooLong({ isMuted, mutedUntil }: Muted, endsAt: number | null): boolean {
  return isMuted && endsAt !== null && mutedUntil !== null && mutedUntil > endsAt + ON_TIME_MS;
}

/** Whether the service has a mute with just that end. */
export function isMutedUntil({ isMuted, mutedUntil }: Muted, endsAt: number | null): boolean {
  if (!isMuted || endsAt === null || mutedUntil === null) return false;
  return Math.abs(mutedUntil - endsAt) <= ON_TIME_MS;
}
