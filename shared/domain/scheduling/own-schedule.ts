import type { ContactId, ListId, PhoneKey, SendId } from '../ids.ts';
import type { SendProblem } from '../sends.ts';
import type { ScheduleTime } from './schedule-time.ts';

declare const ownScheduleBrand: unique symbol;
/** Id of a schedule that this computer made; 20 letters, follows from the id of the request that made it. */
export type OwnScheduleId = string & { readonly [ownScheduleBrand]: true };

export function toOwnScheduleId(text: string): OwnScheduleId {
  return text as OwnScheduleId;
}

/** Where a scheduled text waits for its time. */
export type ScheduleKeeper = 'service' | 'computer';

/** To whom. At least one recipient. */
export interface ScheduleRecipients {
  readonly phones: readonly PhoneKey[];
  readonly contactIds: readonly ContactId[];
  readonly listIds: readonly ListId[];
}

/**
 * States of a schedule that this computer made, changes or cancels:
 *
 *   leaving → coming → done                 kept by the service; `leaving`: `step` says how far the work on it is
 *             coming → (a send) → coming … → done      kept here; each time becomes a send of the outbox
 *
 * `asking`: only the user decides how it goes on (`question`) · `refused`: the service does not take it (`problem`) ·
 * `stopped`: the person replied · `cancelled`, `dropped` (a missed time that the user gave up).
 */
export type OwnScheduleState =
  'leaving' | 'coming' | 'asking' | 'refused' | 'done' | 'stopped' | 'cancelled' | 'dropped';

/**
 * What is to be there once the work at the service is done: the schedule, a send of now, or nothing. `schedule` of one that
 * this computer keeps (`keeper: 'computer'`): only what it replaces goes at the service, and once it is proven to be gone the
 * schedule is `coming` here.
 */
export type ScheduleGoal = 'schedule' | 'send' | 'nothing';

/**
 * How far the work at the service is. Each step is on the disk before its request leaves.
 *
 *   held → delete → deleting → create → creating → (coming)
 *                           ↘ send (a send of the outbox), or nothing more
 *
 * `held`: can still be taken back, until `dueAt` · `delete`: the schedule that it replaces has to go · `deleting`: that
 * request has left; it is over once the service was read and does not have it · `create`: the new one is to be made ·
 * `creating`: that request has left and has no answer; it is looked for, and never made again by itself.
 */
export type ScheduleStep = 'held' | 'delete' | 'deleting' | 'create' | 'creating' | 'send';

/**
 * What only the user decides.
 *
 * `missed`: this computer was off, or not connected, at its time · `passed`: its time passed before it was at the service ·
 * `not-made`: the answer of its creation got lost, and the service does not have it · `unclear`: the same, and it cannot be
 * found out whether the service has it; with `missedAt`: its time passed, the service has it no more, and nothing tells whether
 * it went out.
 */
export type ScheduleQuestion = 'missed' | 'passed' | 'not-made' | 'unclear';

/** Owned data, never dropped while it is not over. */
export interface OwnSchedule {
  readonly id: OwnScheduleId;
  readonly keeper: ScheduleKeeper;
  readonly recipients: ScheduleRecipients;
  /** As it leaves: merge fields of one person are filled in. */
  readonly text: string;
  /** Sender to use; null: the account's default. */
  readonly from: string | null;
  readonly time: ScheduleTime;
  /** Kept here only: it stops when the person writes. */
  readonly endsOnReply: boolean;
  /** Why it may go out in the recipient's quiet hours; null: it does not. */
  readonly quietReason: string | null;
  readonly state: OwnScheduleState;
  readonly question: ScheduleQuestion | null;
  /** Null unless `leaving`, `asking` or `refused` in the middle of the work. */
  readonly step: ScheduleStep | null;
  readonly goal: ScheduleGoal;
  /** Whether the work began by the user's making, changing or cancelling it: for what the screen says. */
  readonly work: 'create' | 'change' | 'cancel' | 'send-now';
  /** The service's schedule that it is; null: not there, or not known. */
  readonly serviceId: number | null;
  /** The service's schedule that has to go first; null: none, or gone. */
  readonly replacesId: number | null;
  /** The service's send that its texts belong to, by which is told whether it went out; null: not known yet. */
  readonly replacesSendId: number | null;
  /** What the creation carries as its reference: id, a dot, number of the attempt. Null before the first. */
  readonly referenceId: string | null;
  /** Creations that left. */
  readonly attempts: number;
  /** When `held` is over, or the next attempt or look is due; 0: at once. */
  readonly dueAt: number;
  /** Why it is refused or waits; null: nothing went wrong. */
  readonly problem: SendProblem | null;
  /** When it goes out next; null: never again, or not known. */
  readonly nextAt: number | null;
  /** The time that was missed or has passed, while `asking`. */
  readonly missedAt: number | null;
  /** When it went out last. */
  readonly lastAt: number | null;
  readonly firedCount: number;
  /** Of the last time, when it was kept here. */
  readonly lastSendId: SendId | null;
  readonly createdAt: number;
  /** When the user last decided about it: work at the service leaves in this order, and leaves it as it is. */
  readonly changedAt: number;
  /** Parts of one text as predicted, and the price of one time in account money; null: not known. */
  readonly parts: number;
  readonly price: number | null;
}

/** What changes of one; what is absent stays. */
export type OwnSchedulePatch = Partial<Omit<OwnSchedule, 'id' | 'createdAt'>>;

/** What happened to a schedule, newest last. `detail`: a wall time, a reason, the words before a change; '' for none. */
export interface OwnScheduleEvent {
  readonly at: number;
  readonly kind:
    | 'made'
    | 'changed'
    | 'at-service'
    | 'fired'
    | 'missed'
    | 'sent-late'
    | 'dropped'
    | 'stopped'
    | 'cancelled'
    | 'refused'
    | 'asked'
    | 'sent-now';
  readonly detail: string;
}

const KEY = /^(own|service):(.+)$/;

/** Names a schedule for the page: one that this computer made by its own id, others by the service's. */
export type ScheduleName = { readonly own: OwnScheduleId } | { readonly serviceId: number };

export function toScheduleKey(name: ScheduleName): string {
  return 'own' in name ? `own:${name.own}` : `service:${name.serviceId}`;
}

/** Null: it names no schedule. */
export function parseScheduleKey(key: string): ScheduleName | null {
  const [, kind, rest = ''] = KEY.exec(key) ?? [];
  if (kind === 'own') return /^[a-z2-7]{20}$/.test(rest) ? { own: toOwnScheduleId(rest) } : null;
  return kind === 'service' && /^[1-9]\d{0,15}$/.test(rest) ? { serviceId: Number(rest) } : null;
}
