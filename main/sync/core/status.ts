/** The live state of the link as a reducer: what happened → what the window shows. */
import type { AppError } from '#shared/domain/app-error.ts';
import type { SyncPhase, SyncStatus } from '#shared/domain/sync.ts';
import { assertNever } from '#shared/lib/assert.ts';

export type Link = SyncStatus['link'];

export type StatusEvent =
  /** The service answered a call. */
  | { readonly kind: 'answered'; readonly now: number }
  /** Everything that was new at `at` is here. */
  | { readonly kind: 'synced'; readonly at: number }
  /** So it was in an earlier run. */
  | { readonly kind: 'recalled'; readonly at: number }
  | { readonly kind: 'failed'; readonly now: number; readonly link: Link; readonly nextAttemptAt: number | null }
  /** The attempt that was planned is running. */
  | { readonly kind: 'attempting' }
  /** A check of everything that a person asked for began or ended. */
  | { readonly kind: 'checking'; readonly isChecking: boolean }
  | { readonly kind: 'history'; readonly isPaused: boolean }
  /** How far the clock of the service is ahead of ours. */
  | { readonly kind: 'clock'; readonly skewMs: number | null }
  | { readonly kind: 'progressed'; readonly phase: SyncPhase; readonly done: number; readonly total: number | null };

/** Smaller changes of the skew come from how long answers take. */
const TOLD_SKEW_MS = 5_000;

/** The state before anything happened. `lastSyncedAt` comes from the cache. */
export function createStatus(now: number, lastSyncedAt: number | null): SyncStatus {
  return {
    link: 'starting',
    since: now,
    lastSyncedAt,
    nextAttemptAt: null,
    phase: 'idle',
    done: 0,
    total: null,
    isChecking: false,
    isHistoryPaused: false,
    clockSkewMs: null,
  };
}

/** The state after an event; the very same object when the event changes nothing. */
export function reduceStatus(status: SyncStatus, event: StatusEvent): SyncStatus {
  switch (event.kind) {
    case 'answered':
      // That something else was answered says nothing of what is in trouble: a whole round does.
      if (status.link === 'online' || status.link === 'troubled') return status;
      return moveLink({ ...status, nextAttemptAt: null }, 'online', event.now);
    case 'synced':
      if (status.link !== 'troubled') return { ...status, lastSyncedAt: event.at };
      return moveLink({ ...status, lastSyncedAt: event.at, nextAttemptAt: null }, 'online', event.at);
    case 'recalled':
      return { ...status, lastSyncedAt: event.at };
    case 'failed':
      return moveLink({ ...status, nextAttemptAt: event.nextAttemptAt }, event.link, event.now);
    case 'attempting':
      return status.nextAttemptAt === null ? status : { ...status, nextAttemptAt: null };
    case 'checking':
      if (status.isChecking === event.isChecking) return status;
      return { ...status, isChecking: event.isChecking, phase: event.isChecking ? 'check' : 'idle' };
    case 'history':
      return status.isHistoryPaused === event.isPaused ? status : { ...status, isHistoryPaused: event.isPaused };
    case 'clock':
      return isSameSkew(status.clockSkewMs, event.skewMs) ? status : { ...status, clockSkewMs: event.skewMs };
    case 'progressed':
      // What else is read during a check is part of it.
      if (isSameProgress(status, event) || (status.isChecking && event.phase !== 'check')) return status;
      return { ...status, phase: event.phase, done: event.done, total: event.total };
    default:
      return assertNever(event, 'Every event of the status is known');
  }
}

/** What a failure says about the link; null where it says nothing about it (a full disk, a cancelled call). */
export function toLink(error: AppError): Link | null {
  switch (error.code) {
    case 'offline':
    case 'timeout':
    case 'disconnected':
    case 'not-this-service':
      return 'offline';
    case 'unauthorized':
      return 'unauthorized';
    case 'maintenance':
      return 'maintenance';
    case 'rate-limited':
      return 'slowed';
    case 'server':
    case 'bad-response':
    case 'forbidden':
    case 'not-found':
    case 'validation':
      return 'troubled';
    case 'disk':
    case 'cancelled':
      return null;
  }
}

/** Whether the failure concerns every call alike, not just the one that met it. */
export function isLinkFailure(error: AppError): boolean {
  const link = toLink(error);
  return link !== null && link !== 'troubled';
}

function moveLink(status: SyncStatus, link: Link, now: number): SyncStatus {
  return status.link === link ? status : { ...status, link, since: now };
}

function isSameSkew(before: number | null, after: number | null): boolean {
  return before === null || after === null ? before === after : Math.abs(after - before) <= TOLD_SKEW_MS;
}

function isSameProgress(status: SyncStatus, event: { phase: SyncPhase; done: number; total: number | null }): boolean {
  return status.phase === event.phase && status.done === event.done && status.total === event.total;
}
