import { isDeepStrictEqual } from 'node:util';
import type { Log } from '#main/platform/log.ts';
import type { Store } from '#main/store/api.ts';
import { afterLive, createPace, planIntervalMs } from '#main/sync/core/pace.ts';
import type { Sync } from '#main/sync/create-sync.ts';
import {
  DIRECTIONS,
  toOwnUrls,
  toPlaceState,
  toPlaceUrl,
  type PerDirection,
  type PlaceState,
} from '#main/webhooks/registration.ts';
import { NO_TUNNEL } from '#main/webhooks/tunnel/none.ts';
import type { CallbackPlaceView, LiveView } from '#shared/contract/index.ts';
import type { CallbackSettings } from '#shared/domain/account.ts';
import type { CallbackDirection } from '#shared/domain/callbacks.ts';
import { Serial } from '#shared/lib/serial.ts';
import type { CallbackListener } from './callback-listener.ts';
import type { CallbackRegistration, Refusal } from './callback-registration.ts';
import type { LiveUpdatesRecord } from './live-updates-record.ts';
import type { TunnelCheckResult } from './tunnel-check.ts';
import type { ChosenTunnel } from './chosen-tunnel.ts';

interface LiveUpdatesStateNeeds {
  readonly store: Pick<Store, 'listCallbacks' | 'getSyncMark' | 'setSyncMark' | 'summariseArrivals'>;
  readonly sync: Pick<Sync, 'setLive' | 'tryNow'>;
  readonly record: LiveUpdatesRecord;
  readonly registration: CallbackRegistration;
  readonly listener: CallbackListener;
  readonly tunnel: ChosenTunnel;
  readonly hasKey: boolean;
  readonly isLocalService: boolean;
  readonly log: Log;
  readonly now: () => number;
  readonly tell: (view: LiveView) => void;
}

/** The view while no account is open. */
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

/** Since when callbacks get through, epoch ms; 0 while they do not. The store counts missed callbacks from here. */
const SINCE_MARK = 'live.sinceAt';
const MISSED_WITHIN_MS = 10 * 60_000;
/** Sync usually confirms an event within this time. The state looks again while an event may still be confirmed. */
const CONFIRMED_WITHIN_MS = 2_000;
const CONFIRMED_LATEST_MS = 3 * 60_000;
const MOST_EVENTS_READ = 100;
/** `noteAwake` is called every minute; a longer gap means that the computer slept. */
const SLEPT_MS = 3 * 60_000;

/** What is known about live updates, the view of it, and how fast sync polls because of it. */
export class LiveUpdatesState {
  readonly #needs: LiveUpdatesStateNeeds;
  readonly #marks = new Serial();
  #lastCheck: TunnelCheckResult | null = null;
  #lastEventAt: PerDirection<number | null> = { in: null, out: null };
  #notRestored: Refusal | null = null;
  /** When a missed callback was last found; null if callbacks are complete. */
  #missedAt: number | null = null;
  #sinceAt = 0;
  #wasLive = false;
  #awakeAt: number;
  #reading: Promise<void> = Promise.resolve();
  #view = LIVE_OFF;
  #shown: CallbackSettings | null = null;
  #eventTimer: NodeJS.Timeout | null = null;
  #isDisposed = false;

  constructor(needs: LiveUpdatesStateNeeds) {
    this.#needs = needs;
    this.#awakeAt = needs.now();
  }

  get view(): LiveView {
    return this.#view;
  }

  /** The addresses at the service that the view was made from. */
  get shown(): CallbackSettings | null {
    return this.#shown;
  }

  get lastCheck(): TunnelCheckResult | null {
    return this.#lastCheck;
  }

  /** Our addresses as the service has to know them; null while nothing leads here. */
  get ownUrls(): PerDirection<string> | null {
    const { record, listener, tunnel, isLocalService } = this.#needs;
    const { isOn, choice, secrets } = record.saved;
    const root = tunnel.publicUrl ?? (choice.kind === 'none' && isLocalService ? listener.localUrl : null);
    return isOn !== true || root === null || secrets === null ? null : toOwnUrls(root, secrets);
  }

  /** Throws `disk`. */
  async open(): Promise<void> {
    const { store } = this.#needs;
    // Messages that came while the app was closed came without a callback.
    const sinceAt = await store.getSyncMark({ key: SINCE_MARK });
    if (sinceAt !== null && sinceAt !== 0) await this.#mark(0);
    await this.#readEvents();
    this.publish();
  }

  noteCheck(result: TunnelCheckResult): void {
    this.#lastCheck = result;
  }

  /** Events arrived. They count once sync has confirmed them: until then anyone may have made them up. */
  noteEvents(): void {
    if (this.#isDisposed) return;
    this.#eventTimer ??= setTimeout(() => {
      this.#eventTimer = null;
      this.#reading = this.#readEvents().then(
        () => this.publish(),
        (error: unknown) => this.#needs.log.error('live.eventsNotRead', error),
      );
    }, CONFIRMED_WITHIN_MS).unref();
  }

  /** Null: all former addresses are restored. */
  noteRestored(failure: Refusal | null): void {
    this.#notRestored = failure;
  }

  /** The user turned live updates on: earlier results say nothing about this choice. */
  noteChosen(): void {
    this.#notRestored = null;
    this.#lastCheck = null;
    this.#missedAt = null;
  }

  /** The tunnel is down or another one: the last check says nothing about it. */
  noteTunnelChanged(): void {
    this.#lastCheck = null;
  }

  /** Has to be called every minute. Callbacks for messages that came while the computer slept do not count as missed. */
  noteAwake(): void {
    const now = this.#needs.now();
    if (this.#sinceAt !== 0 && now - this.#awakeAt >= SLEPT_MS) this.#setSince(now);
    this.#awakeAt = now;
  }

  /** Whether polling found messages that a callback should have announced. Throws `disk`. */
  async lookForMissed(): Promise<void> {
    const now = this.#needs.now();
    if (this.#missedAt !== null && Math.abs(now - this.#missedAt) >= MISSED_WITHIN_MS) this.#missedAt = null;
    if (this.#sinceAt === 0) return;
    const sinceAt = Math.max(this.#sinceAt, now - MISSED_WITHIN_MS);
    const { healedCount } = await this.#needs.store.summariseArrivals({ sinceAt });
    if (healedCount > 0) this.#missedAt = now;
  }

  /** Tells the new view if it differs from the last, and tells sync whether callbacks get through. */
  publish(): void {
    if (this.#isDisposed) return;
    const view = this.#toView();
    const isLive = view.state === 'live';
    if (isLive !== (this.#sinceAt !== 0)) this.#setLive(isLive);
    this.#shown = this.#needs.registration.current;
    this.#tell(view);
  }

  async dispose(): Promise<void> {
    if (this.#sinceAt !== 0) void this.#mark(0);
    this.#isDisposed = true;
    this.#tell(LIVE_OFF);
    if (this.#eventTimer !== null) clearTimeout(this.#eventTimer);
    await this.#reading;
    await this.#marks.settled();
  }

  async #readEvents(): Promise<void> {
    const kept = await this.#needs.store.listCallbacks({ limit: MOST_EVENTS_READ });
    const findLast = (direction: CallbackDirection): number | null =>
      kept.find((event) => event.direction === direction && event.state === 'confirmed')?.receivedAt ?? null;
    const { in: lastIn, out: lastOut } = this.#lastEventAt;
    this.#lastEventAt = { in: findLast('in') ?? lastIn, out: findLast('out') ?? lastOut };
    const earliest = this.#needs.now() - CONFIRMED_LATEST_MS;
    if (kept.some(({ state, receivedAt }) => state === 'waiting' && receivedAt > earliest)) this.noteEvents();
  }

  #tell(view: LiveView): void {
    if (isDeepStrictEqual(view, this.#view)) return;
    this.#view = view;
    this.#needs.tell(view);
  }

  #setLive(isLive: boolean): void {
    const { sync, now } = this.#needs;
    sync.setLive(isLive);
    // Messages of the gap are read at once: no callback will announce them.
    if (isLive && this.#wasLive) sync.tryNow();
    this.#wasLive ||= isLive;
    this.#setSince(isLive ? now() : 0);
  }

  #setSince(at: number): void {
    this.#sinceAt = at;
    void this.#mark(at);
  }

  /** Never rejects: a wrong count of missed callbacks is no reason not to open or close the account. */
  async #mark(value: number): Promise<void> {
    const { store, log } = this.#needs;
    const marking = this.#marks.run(() => store.setSyncMark({ key: SINCE_MARK, value }));
    await marking.catch((error: unknown) => log.error('live.notMarked', error));
  }

  #toView(): LiveView {
    const { record, registration, listener, tunnel, isLocalService } = this.#needs;
    const state = this.#toState();
    const ownUrls = this.ownUrls;
    return {
      state,
      isOn: record.saved.isOn === true,
      localUrl: listener.localUrl,
      publicUrl: tunnel.publicUrl,
      choice: record.saved.choice,
      tunnel: tunnel.view,
      isLocalService,
      settings: registration.settings,
      places: DIRECTIONS.map((direction) => this.#toPlaceView(direction, ownUrls)),
      problem: this.#toProblem(),
      lastTest: this.#lastCheck,
      pollSeconds: toPollSeconds(state === 'live'),
    };
  }

  #toState(): LiveView['state'] {
    const { record, hasKey, isLocalService } = this.#needs;
    const { isOn, choice } = record.saved;
    if (isOn !== true) return 'off';
    // Without a tunnel the user chose polling, and that is no problem.
    if (!hasKey || (choice.kind === 'none' && !isLocalService)) return 'polling';
    const states = DIRECTIONS.map((direction) => this.#findPlaceState(direction));
    if (states.every((state) => state === 'other' || state === 'desk')) return 'polling';
    return this.#isLive() ? 'live' : 'degraded';
  }

  #isLive(): boolean {
    const { listener, tunnel } = this.#needs;
    const isListening = listener.localUrl !== null && this.ownUrls !== null && tunnel.isReady;
    return isListening && this.#missedAt === null && this.#getsThrough() && (this.#areOursSet() || this.#arePasted());
  }

  /** The last check arrived, or a confirmed event arrived after it. */
  #getsThrough(): boolean {
    const check = this.#lastCheck;
    if (check === null) return false;
    return check.arrived || Math.max(this.#lastEventAt.in ?? 0, this.#lastEventAt.out ?? 0) > check.at;
  }

  /** The service has exactly our present addresses; one that leads to an earlier tunnel does not count. */
  #areOursSet(): boolean {
    const { current } = this.#needs.registration;
    const own = this.ownUrls;
    if (current === null || own === null) return false;
    return DIRECTIONS.every((direction) => toPlaceUrl(current, direction) === own[direction]);
  }

  /** If the addresses cannot be read, a confirmed event shows that the user pasted ours at the service by hand. */
  #arePasted(): boolean {
    const { registration, record } = this.#needs;
    if (registration.settings !== 'absent' && registration.settings !== 'forbidden') return false;
    return DIRECTIONS.some((direction) => (this.#lastEventAt[direction] ?? 0) > (record.saved.turnedOnAt ?? 0));
  }

  #toProblem(): LiveView['problem'] {
    const { record, registration, listener, tunnel, hasKey } = this.#needs;
    const { isOn, choice } = record.saved;
    if (isOn !== true) return this.#notRestored === null ? null : toRefusalProblem('not-restored', this.#notRestored);
    if (!hasKey) return null;
    const { fault } = listener;
    // A tunnel that the app runs follows to the new port by itself; the user has to change a manual one.
    if (fault !== null && (fault.kind === 'not-listening' || choice.kind === 'manual')) return fault;
    const tunnelFault = tunnel.view.fault;
    if (tunnelFault !== null) return { kind: 'tunnel', detail: null, at: tunnelFault.at };
    const check = this.#lastCheck;
    if (check !== null && !this.#getsThrough()) return { kind: 'not-reached', detail: null, at: check.at };
    if (registration.refusal !== null) return toRefusalProblem('refused', registration.refusal);
    return this.#missedAt === null ? null : { kind: 'missed', detail: null, at: this.#missedAt };
  }

  #toPlaceView(direction: CallbackDirection, ownUrls: PerDirection<string> | null): CallbackPlaceView {
    const { record, registration } = this.#needs;
    const state = this.#findPlaceState(direction);
    const url = registration.current === null ? null : toPlaceUrl(registration.current, direction);
    const former = record.saved.former?.[direction] ?? '';
    return {
      direction,
      ownUrl: ownUrls?.[direction] ?? null,
      state: state ?? 'unknown',
      host: url === null ? null : (URL.parse(url)?.host ?? null),
      formerUrl: state === 'ours' && former !== '' ? former : null,
      lastEventAt: this.#lastEventAt[direction],
    };
  }

  #findPlaceState(direction: CallbackDirection): PlaceState | null {
    const { registration, record } = this.#needs;
    const { current } = registration;
    return current === null ? null : toPlaceState(toPlaceUrl(current, direction), record.ownSecrets);
  }
}

function toRefusalProblem(kind: 'refused' | 'not-restored', { by, detail, hosts, at }: Refusal): LiveView['problem'] {
  if (by === 'format') return { kind: 'format-unknown', detail: null, at };
  return hosts.length === 0 ? { kind, detail, at } : { kind, detail, hosts: [...hosts], at };
}

/** How often sync polls while nothing happens and the user looks at the app. */
function toPollSeconds(isLive: boolean): number {
  return planIntervalMs({ ...afterLive(createPace(), isLive), quietRounds: Infinity }) / 1_000;
}
