/** How live updates stand, as a person is shown it. Pure. */
import {
  DIRECTIONS,
  toPlaceState,
  toPlaceUrl,
  type PerDirection,
  type PlaceState,
} from '#main/webhooks/registration.ts';
import { NO_TUNNEL } from '#main/webhooks/tunnel/none.ts';
import type {
  CallbackEventView,
  CallbackPlaceView,
  LiveView,
  TunnelChoice,
  TunnelView,
} from '#shared/contract/index.ts';
import type { CallbackSettings } from '#shared/domain/account.ts';
import type { CallbackDirection, KeptCallback } from '#shared/domain/callbacks.ts';
import type { ListeningFault } from './listening.ts';
import type { Refusal } from './registrar.ts';
import type { WayTest } from './way.ts';

/** All that the view is made of. */
export interface LiveFacts {
  readonly isOn: boolean;
  readonly hasKey: boolean;
  readonly isLocalService: boolean;
  readonly localUrl: string | null;
  readonly publicUrl: string | null;
  readonly choice: TunnelChoice;
  readonly tunnel: TunnelView;
  /** Something may come through: the tunnel stands, or nothing has to be run for it. */
  readonly isPassable: boolean;
  readonly settings: LiveView['settings'];
  readonly current: CallbackSettings | null;
  /** Ours as the service has to know them; null while it is not known where they are. */
  readonly own: PerDirection<string> | null;
  readonly ownSecrets: readonly string[];
  readonly former: PerDirection<string | null> | null;
  readonly lastEventAt: PerDirection<number | null>;
  readonly turnedOnAt: number | null;
  readonly lastTest: WayTest | null;
  readonly listeningFault: ListeningFault | null;
  readonly refusal: Refusal | null;
  readonly notRestored: Refusal | null;
  /** When it was seen that callbacks are missed; null while they are not. */
  readonly missedAt: number | null;
}

/** How often news is asked for. */
export interface PollSeconds {
  readonly live: number;
  readonly otherwise: number;
}

/** Nobody is signed in. */
export const LIVE_OFF: LiveView = {
  state: 'off',
  isOn: false,
  localUrl: null,
  publicUrl: null,
  choice: { kind: 'none' },
  tunnel: NO_TUNNEL,
  isLocalService: false,
  settings: 'unknown',
  places: DIRECTIONS.map((direction) => ({
    direction,
    ownUrl: null,
    state: 'unknown',
    host: null,
    formerUrl: null,
    lastEventAt: null,
  })),
  problem: null,
  lastTest: null,
  pollSeconds: 20,
};

export function toLiveView(facts: LiveFacts, pollSeconds: PollSeconds): LiveView {
  const { isOn, localUrl, publicUrl, choice, tunnel, isLocalService, settings, lastTest } = facts;
  const state = toState(facts);
  return {
    ...{ state, isOn, localUrl, publicUrl, choice, tunnel, isLocalService, settings, lastTest },
    places: DIRECTIONS.map((direction) => toPlaceView(facts, direction)),
    problem: toProblem(facts),
    pollSeconds: state === 'live' ? pollSeconds.live : pollSeconds.otherwise,
  };
}

/** Nothing of an unconfirmed event but what tells one from another. */
export function toEventView(kept: KeptCallback): CallbackEventView {
  const { seq, direction, messageId, letter, receivedAt, state, settledAt, times } = kept;
  return { seq, direction, messageId, letter: letter === '' ? null : letter, receivedAt, state, settledAt, times };
}

function toState(facts: LiveFacts): LiveView['state'] {
  if (!facts.isOn) return 'off';
  if (!facts.hasKey || hasNoWay(facts)) return 'polling';
  const states = DIRECTIONS.map((direction) => findPlaceState(facts, direction));
  if (states.every((state) => state === 'other' || state === 'desk')) return 'polling';
  return isLive(facts) ? 'live' : 'degraded';
}

/** A person chose that nothing leads here: news is asked for, and nothing is wrong with that. */
function hasNoWay({ choice, isLocalService }: LiveFacts): boolean {
  return choice.kind === 'none' && !isLocalService;
}

function isLive(facts: LiveFacts): boolean {
  const isListening = facts.localUrl !== null && facts.own !== null && facts.isPassable;
  return isListening && facts.missedAt === null && getsThrough(facts) && (areOursSet(facts) || arePasted(facts));
}

/** The last that was to come by this way came. */
function getsThrough({ lastTest, lastEventAt }: LiveFacts): boolean {
  if (lastTest === null) return false;
  return lastTest.arrived || Math.max(lastEventAt.in ?? 0, lastEventAt.out ?? 0) > lastTest.at;
}

/** Exactly: an address of ours that leads where we were before tells nobody. */
function areOursSet({ current, own }: LiveFacts): boolean {
  if (current === null || own === null) return false;
  return DIRECTIONS.every((direction) => toPlaceUrl(current, direction) === own[direction]);
}

/** What cannot be read there counts as pasted once the service has told something. */
function arePasted({ settings, lastEventAt, turnedOnAt }: LiveFacts): boolean {
  if (settings !== 'absent' && settings !== 'forbidden') return false;
  return DIRECTIONS.some((direction) => (lastEventAt[direction] ?? 0) > (turnedOnAt ?? 0));
}

function toProblem(facts: LiveFacts): LiveView['problem'] {
  const { isOn, hasKey, listeningFault: fault, tunnel, lastTest, refusal, missedAt, notRestored } = facts;
  if (!isOn) return notRestored === null ? null : toRefusalProblem('not-restored', notRestored);
  if (!hasKey) return null;
  // What we run ourselves is led to the new port: it need not concern anybody.
  if (fault !== null && (fault.kind === 'not-listening' || facts.choice.kind === 'manual')) return fault;
  if (tunnel.fault !== null) return { kind: 'tunnel', detail: null, at: tunnel.fault.at };
  if (lastTest !== null && !getsThrough(facts)) return { kind: 'not-reached', detail: null, at: lastTest.at };
  if (refusal !== null) return toRefusalProblem('refused', refusal);
  return missedAt === null ? null : { kind: 'missed', detail: null, at: missedAt };
}

function toRefusalProblem(kind: 'refused' | 'not-restored', { by, detail, hosts, at }: Refusal): LiveView['problem'] {
  if (by === 'format') return { kind: 'format-unknown', detail: null, at };
  return hosts.length === 0 ? { kind, detail, at } : { kind, detail, hosts: [...hosts], at };
}

function toPlaceView(facts: LiveFacts, direction: CallbackDirection): CallbackPlaceView {
  const state = findPlaceState(facts, direction);
  const url = facts.current === null ? null : toPlaceUrl(facts.current, direction);
  const former = facts.former?.[direction] ?? '';
  return {
    direction,
    ownUrl: facts.own?.[direction] ?? null,
    state: state ?? 'unknown',
    host: url === null ? null : (URL.parse(url)?.host ?? null),
    formerUrl: state === 'ours' && former !== '' ? former : null,
    lastEventAt: facts.lastEventAt[direction],
  };
}

function findPlaceState({ current, ownSecrets }: LiveFacts, direction: CallbackDirection): PlaceState | null {
  return current === null ? null : toPlaceState(toPlaceUrl(current, direction), ownSecrets);
}
