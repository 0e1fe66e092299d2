import type {
  CallbackEventView,
  CallbackPlaceView,
  LiveView,
  Reply,
  RequestOutput,
  SwitchboardBridge,
  TunnelChoice,
} from '#shared/contract/index.ts';
import { LiveQuery } from '#renderer/lib/live-query.svelte.ts';

/** What is being done about live updates. */
export type LiveAction = 'on' | 'off' | 'test' | 'look' | 'trust';

interface Running {
  readonly act: LiveAction;
  /** What it is about, so that pressing twice does it once. */
  readonly about: string;
  /** The way that is turned on by it. */
  readonly choice?: TunnelChoice;
}

/** They decide how it stands: of these, the last word counts. */
const DECIDING: ReadonlySet<LiveAction> = new Set(['on', 'off', 'trust']);

/** Programs that make tunnels, each with its path where it is on this computer. */
export type TunnelPrograms = RequestOutput<'live.listPrograms'>;

/**
 * How live updates stand, for the Live updates section, which makes and disposes it. What the user orders while something
 * else still runs goes to main at once, which does one after the other: no consent is lost, and leaving waits for nothing.
 */
export class LiveState {
  /** What was asked and not answered yet, in its order. */
  #running = $state.raw<readonly Running[]>([]);
  #programs = $state.raw<TunnelPrograms | null>(null);
  readonly #bridge: SwitchboardBridge;
  /** What main knows; asking for it does not ask the service. */
  readonly #live: LiveQuery<LiveView>;
  readonly #stop: () => void;

  constructor(bridge: SwitchboardBridge) {
    this.#bridge = bridge;
    this.#live = new LiveQuery(bridge, { ask: () => bridge.request('live.get', {}), events: [] });
    this.#stop = bridge.on('live.changed', ({ live }) => this.#live.set(live));
  }

  /** Null until main answers. */
  get view(): LiveView | null {
    return this.#live.value;
  }
  refresh(): Promise<void> {
    return this.#live.refresh();
  }
  isRunning(act: LiveAction): boolean {
    return this.#running.some((one) => one.act === act);
  }

  /** Null until main said it. */
  get programs(): TunnelPrograms | null {
    return this.#programs;
  }

  /**
   * Where nothing is set up, what the service is set to was not looked at for long: it is read, and nobody is told
   * where that does not work, since nobody asked for it.
   */
  async open(): Promise<void> {
    await this.refresh();
    if (this.view?.isOn === false && this.#running.length === 0) await this.#look('unasked');
  }

  /** `choice`: how callbacks find this computer. `takeOver` names directions of others that a person said yes to. */
  turnOn(
    choice: TunnelChoice,
    takeOver: readonly CallbackPlaceView['direction'][] = [],
  ): Promise<Reply<LiveView> | null> {
    const wish = { choice, takeOver: [...takeOver] };
    return this.#run({ act: 'on', about: JSON.stringify(wish), choice }, () =>
      this.#bridge.request('live.turnOn', { requestId: crypto.randomUUID(), ...wish }),
    );
  }

  /** Takes over what is told there: on the way that is being turned on, where that was said last. */
  takeOver(direction: CallbackPlaceView['direction']): Promise<Reply<LiveView> | null> {
    const choice = this.#running.findLast((one) => one.choice !== undefined)?.choice ?? this.view?.choice;
    return choice === undefined ? Promise.resolve(null) : this.turnOn(choice, [direction]);
  }

  /** `emptiesRefused`: a person gives up former addresses that the service refuses. */
  turnOff({ emptiesRefused = false } = {}): Promise<Reply<LiveView> | null> {
    return this.#run({ act: 'off', about: String(emptiesRefused) }, () =>
      this.#bridge.request('live.turnOff', { requestId: crypto.randomUUID(), emptiesRefused }),
    );
  }

  test(): Promise<Reply<LiveView> | null> {
    return this.#run({ act: 'test', about: '' }, () => this.#bridge.request('live.test', {}));
  }

  /** Reads again what is set at the service. */
  lookAgain(): Promise<Reply<LiveView> | null> {
    return this.#look('asked');
  }

  /** A person compared the fingerprint of their server: it is this one from now on. */
  trustHost(fingerprint: string): Promise<Reply<LiveView> | null> {
    return this.#run({ act: 'trust', about: fingerprint }, () =>
      this.#bridge.request('live.trustHost', { requestId: crypto.randomUUID(), fingerprint }),
    );
  }

  /** Asks which programs are on this computer. Without an answer what was known stays. */
  async lookForPrograms(): Promise<void> {
    const reply = await this.#bridge.request('live.listPrograms', {});
    if (reply.ok) this.#programs = reply.value;
  }

  /** `about`: what nobody asked for is told to nobody, so that who asks meanwhile gets an answer of their own. */
  #look(about: 'asked' | 'unasked'): Promise<Reply<LiveView> | null> {
    return this.#run({ act: 'look', about }, () => this.#bridge.request('live.refresh', {}));
  }

  /** Null where the very same runs already, and where the person turned it off meanwhile. */
  async #run(running: Running, ask: () => Promise<Reply<LiveView>>): Promise<Reply<LiveView> | null> {
    if (this.#isSaid(running)) return null;
    this.#running = [...this.#running, running];
    const reply = await ask();
    this.#running = this.#running.filter((one) => one !== running);
    if (reply.ok) this.#live.set(reply.value);
    // What was begun may be done in part.
    else await this.refresh();
    return !reply.ok && reply.error.code === 'cancelled' ? null : reply;
  }

  /** Whether that runs already, and nothing else was decided since. */
  #isSaid({ act, about }: Running): boolean {
    const isSame = (one: Running | undefined): boolean => one?.act === act && one.about === about;
    return DECIDING.has(act)
      ? isSame(this.#running.findLast((one) => DECIDING.has(one.act)))
      : this.#running.some(isSame);
  }

  dispose(): void {
    this.#live.dispose();
    this.#stop();
  }
}

const LOG_PAUSE_MS = 2_000;

/** What the service told this computer of late, newest first. The event log makes it when it opens and disposes it. */
export function queryCallbackEvents(bridge: SwitchboardBridge): LiveQuery<readonly CallbackEventView[]> {
  return new LiveQuery(bridge, {
    ask: () => bridge.request('live.listEvents', {}),
    // `live.changed` tells of an event; what was read for it, that it was confirmed.
    events: ['live.changed', 'messages.changed', 'sync.statusChanged'],
    pauseMs: LOG_PAUSE_MS,
  });
}
