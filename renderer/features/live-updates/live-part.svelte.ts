import type {
  CallbackPlaceView,
  LiveView,
  Reply,
  RequestOutput,
  SwitchboardBridge,
  TunnelChoice,
} from '#shared/contract/index.ts';
import { coalesced } from '#renderer/lib/async.ts';

/** What is being done about live updates. */
export type LiveAct = 'on' | 'off' | 'test' | 'look' | 'trust';

interface Running {
  readonly act: LiveAct;
  /** What it is about, so that pressing twice does it once. */
  readonly about: string;
  /** The way that is turned on by it. */
  readonly choice?: TunnelChoice;
}

/** They decide how it stands: of these, the last word counts. */
const DECIDING: ReadonlySet<LiveAct> = new Set(['on', 'off', 'trust']);

/** Programs that make tunnels, each with its path where it is on this computer. */
export type TunnelPrograms = RequestOutput<'live.listPrograms'>;

/**
 * How live updates stand, for the Live updates section; made and disposed by it. What a person says while another act
 * still runs goes to main at once, which does one after the other: no yes is lost, and leaving waits for nothing.
 */
export class LivePart {
  #view = $state.raw<LiveView | null>(null);
  /** What was asked and not answered yet, in its order. */
  #running = $state.raw<readonly Running[]>([]);
  #programs = $state.raw<TunnelPrograms | null>(null);
  #news = 0;
  readonly #bridge: SwitchboardBridge;
  readonly #undo: readonly (() => void)[];
  /** Asks main again what it knows; the service is not asked. */
  readonly refresh = coalesced(async () => {
    const news = this.#news;
    const reply = await this.#bridge.request('live.get', {});
    if (reply.ok && news === this.#news) this.#view = reply.value;
  });

  constructor(bridge: SwitchboardBridge) {
    this.#bridge = bridge;
    this.#undo = [
      bridge.on('live.changed', ({ live }) => this.#take(live)),
      bridge.onResync(() => void this.refresh()),
    ];
  }

  /** Null until main said it. */
  get view(): LiveView | null {
    return this.#view;
  }
  isRunning(act: LiveAct): boolean {
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
    if (this.#view?.isOn === false && this.#running.length === 0) await this.#look('unasked');
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
    const choice = this.#running.findLast((one) => one.choice !== undefined)?.choice ?? this.#view?.choice;
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
    if (reply.ok) this.#take(reply.value);
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

  #take(view: LiveView): void {
    this.#view = view;
    this.#news += 1;
  }

  dispose(): void {
    for (const undo of this.#undo) undo();
  }
}
