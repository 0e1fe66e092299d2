import { isDeepStrictEqual } from 'node:util';
import type { Log } from '#main/platform/log.ts';
import type { Store } from '#main/store/api.ts';
import { afterLive, createPace, planIntervalMs } from '#main/sync/core/pace.ts';
import type { Sync } from '#main/sync/create-sync.ts';
import type { PerDirection } from '#main/webhooks/registration.ts';
import type { LiveView } from '#shared/contract/index.ts';
import type { CallbackSettings } from '#shared/domain/account.ts';
import type { CallbackDirection } from '#shared/domain/callbacks.ts';
import { Serial } from '#shared/lib/serial.ts';
import type { Listening } from './listening.ts';
import type { LiveMemory } from './live-memory.ts';
import { LIVE_OFF, toLiveView } from './live-view.ts';
import type { Tunnelling } from './tunnelling.ts';
import type { Refusal, Registrar } from './registrar.ts';
import type { WayTest } from './way.ts';

export interface OutlookNeeds {
  readonly store: Pick<Store, 'listCallbacks' | 'getSyncMark' | 'setSyncMark' | 'summariseArrivals'>;
  readonly sync: Pick<Sync, 'setLive' | 'tryNow'>;
  readonly memory: LiveMemory;
  readonly registrar: Registrar;
  readonly listening: Listening;
  readonly tunnelling: Tunnelling;
  readonly hasKey: boolean;
  readonly isLocalService: boolean;
  /** Our addresses, where they are known. */
  readonly toOwn: () => PerDirection<string> | null;
  readonly log: Log;
  readonly now: () => number;
  readonly tell: (view: LiveView) => void;
}

/** Since when callbacks come, epoch ms; 0 while they do not. Whoever counts missed callbacks goes by it. */
const SINCE_MARK = 'live.sinceAt';
const MISSED_WITHIN_MS = 10 * 60_000;
/** Until sync has confirmed an event, as a rule; where it has not, it is looked for again for as long as it tries. */
const EVENT_REST_MS = 2_000;
const EVENT_DOUBT_MS = 3 * 60_000;
const LOOKED_THROUGH = 100;
/** Who looks every minute and did not for so long has slept. */
const SLEPT_MS = 3 * 60_000;

/** What is known of live updates, what follows from it, and who is told. */
export class Outlook {
  readonly #needs: OutlookNeeds;
  readonly #marks = new Serial();
  #lastTest: WayTest | null = null;
  #lastEventAt: PerDirection<number | null> = { in: null, out: null };
  #notRestored: Refusal | null = null;
  #missedAt: number | null = null;
  #sinceAt = 0;
  #wasLive = false;
  #awakeAt: number;
  #reading: Promise<void> = Promise.resolve();
  #view = LIVE_OFF;
  #shown: CallbackSettings | null = null;
  #eventTimer: NodeJS.Timeout | null = null;
  #isDisposed = false;

  constructor(needs: OutlookNeeds) {
    this.#needs = needs;
    this.#awakeAt = needs.now();
  }

  get view(): LiveView {
    return this.#view;
  }

  /** The addresses at the service as the view tells of them. */
  get shown(): CallbackSettings | null {
    return this.#shown;
  }

  get lastTest(): WayTest | null {
    return this.#lastTest;
  }

  /** Throws `disk`. */
  async open(): Promise<void> {
    const { store } = this.#needs;
    // Whatever came while this app was closed came by no callback.
    const sinceAt = await store.getSyncMark({ key: SINCE_MARK });
    if (sinceAt !== null && sinceAt !== 0) await this.#mark(0);
    await this.#readEvents();
    this.retell();
  }

  noteTest(test: WayTest): void {
    this.#lastTest = test;
    this.#needs.tunnelling.noteTest(test);
    if (test.arrived) this.#needs.listening.noteReached();
  }

  /** Events came. They count once they are confirmed: before that anybody may have made them up. */
  noteEvents(): void {
    if (this.#isDisposed) return;
    this.#eventTimer ??= setTimeout(() => {
      this.#eventTimer = null;
      this.#reading = this.#readEvents().then(
        () => this.retell(),
        (error: unknown) => this.#needs.log.error('live.eventsNotRead', error),
      );
    }, EVENT_REST_MS).unref();
  }

  /** Null: everything is as it was before us. */
  noteRestored(failure: Refusal | null): void {
    this.#notRestored = failure;
  }

  /** It begins anew: nothing is known of the way any more. */
  noteChosen(): void {
    this.#notRestored = null;
    this.#lastTest = null;
    this.#missedAt = null;
  }

  /** The tunnel is down, or another one: what came through before says nothing of it. */
  noteTunnelChanged(): void {
    this.#lastTest = null;
  }

  /** To be said every minute. While the computer slept nobody listened: what was written then is owed no callback. */
  noteAwake(): void {
    const now = this.#needs.now();
    if (this.#sinceAt !== 0 && now - this.#awakeAt >= SLEPT_MS) this.#setSince(now);
    this.#awakeAt = now;
  }

  /** Whether asking found what callbacks should have told. */
  async lookForMissed(): Promise<void> {
    const now = this.#needs.now();
    if (this.#missedAt !== null && Math.abs(now - this.#missedAt) >= MISSED_WITHIN_MS) this.#missedAt = null;
    if (this.#sinceAt === 0) return;
    const sinceAt = Math.max(this.#sinceAt, now - MISSED_WITHIN_MS);
    const { healedCount } = await this.#needs.store.summariseArrivals({ sinceAt });
    if (healedCount > 0) this.#missedAt = now;
  }

  /** Says how it stands now, where that is not what was said. */
  retell(): void {
    if (this.#isDisposed) return;
    const view = this.#toView();
    const isLive = view.state === 'live';
    if (isLive !== (this.#sinceAt !== 0)) this.#setLive(isLive);
    this.#shown = this.#needs.registrar.current;
    this.#say(view);
  }

  async dispose(): Promise<void> {
    if (this.#sinceAt !== 0) void this.#mark(0);
    this.#isDisposed = true;
    // Whoever is opened next begins from here.
    this.#say(LIVE_OFF);
    if (this.#eventTimer !== null) clearTimeout(this.#eventTimer);
    await this.#reading;
    await this.#marks.settled();
  }

  async #readEvents(): Promise<void> {
    const kept = await this.#needs.store.listCallbacks({ limit: LOOKED_THROUGH });
    const findLast = (direction: CallbackDirection): number | null =>
      kept.find((event) => event.direction === direction && event.state === 'confirmed')?.receivedAt ?? null;
    const { in: lastIn, out: lastOut } = this.#lastEventAt;
    this.#lastEventAt = { in: findLast('in') ?? lastIn, out: findLast('out') ?? lastOut };
    const doubtedAt = this.#needs.now() - EVENT_DOUBT_MS;
    if (kept.some(({ state, receivedAt }) => state === 'waiting' && receivedAt > doubtedAt)) this.noteEvents();
  }

  #say(view: LiveView): void {
    if (isDeepStrictEqual(view, this.#view)) return;
    this.#view = view;
    this.#needs.tell(view);
  }

  #toView(): LiveView {
    const { memory, registrar, listening, tunnelling, hasKey, isLocalService, toOwn } = this.#needs;
    const { isOn, choice, former, turnedOnAt } = memory.kept;
    const { settings, current, refusal } = registrar;
    const facts = {
      ...{ hasKey, isLocalService, isOn: isOn === true, choice, former, turnedOnAt, settings, current, refusal },
      publicUrl: tunnelling.publicUrl,
      tunnel: tunnelling.view,
      isPassable: tunnelling.isPassable,
      localUrl: listening.localUrl,
      listeningFault: listening.fault,
      own: toOwn(),
      ownSecrets: memory.ownSecrets,
      lastEventAt: this.#lastEventAt,
      lastTest: this.#lastTest,
      notRestored: this.#notRestored,
      missedAt: this.#missedAt,
    };
    return toLiveView(facts, { live: toPollSeconds(true), otherwise: toPollSeconds(false) });
  }

  #setLive(isLive: boolean): void {
    const { sync, now } = this.#needs;
    sync.setLive(isLive);
    // What came while callbacks did not is read at once: no callback will tell of it.
    if (isLive && this.#wasLive) sync.tryNow();
    this.#wasLive ||= isLive;
    this.#setSince(isLive ? now() : 0);
  }

  #setSince(at: number): void {
    this.#sinceAt = at;
    void this.#mark(at);
  }

  /** Never rejects: a count that is off is no reason to open or close nothing. */
  async #mark(value: number): Promise<void> {
    const { store, log } = this.#needs;
    const marking = this.#marks.run(() => store.setSyncMark({ key: SINCE_MARK, value }));
    await marking.catch((error: unknown) => log.error('live.notMarked', error));
  }
}

/** How often sync asks for news while nothing happens and somebody looks. */
function toPollSeconds(isLive: boolean): number {
  return planIntervalMs({ ...afterLive(createPace(), isLive), quietRounds: Infinity }) / 1_000;
}
