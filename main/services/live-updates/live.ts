import type { FoundProgram, Tunnels } from '#main/webhooks/tunnel/ports.ts';
import type { CallbackEventView, LiveView, TunnelChoice } from '#shared/contract/index.ts';
import type { CallbackDirection } from '#shared/domain/callbacks.ts';
import type { Session } from '#main/services/account/session.ts';
import { LIVE_OFF } from './live-updates-state.ts';

/** How news gets to this computer: the callbacks of the open account. */
export class Live {
  readonly #session: Session;
  readonly #tunnels: Pick<Tunnels, 'listPrograms'>;

  constructor(needs: { readonly session: Session; readonly tunnels: Pick<Tunnels, 'listPrograms'> }) {
    this.#session = needs.session;
    this.#tunnels = needs.tunnels;
  }

  getView(): LiveView {
    return this.#session.findAccount()?.liveUpdates.view ?? LIVE_OFF;
  }

  /** Throws `validation` with the field that does not fit, and what the service or the network says. */
  turnOn(wish: { readonly choice: TunnelChoice; readonly takeOver: readonly CallbackDirection[] }): Promise<LiveView> {
    return this.#session.getAccount().liveUpdates.turnOn(wish);
  }

  /** `emptiesRefused`: gives up former addresses that the service refuses. Throws `disk`; what it did not do is in the view. */
  turnOff(wish: { readonly emptiesRefused: boolean }): Promise<LiveView> {
    return this.#session.getAccount().liveUpdates.turnOff(wish);
  }

  /** Throws what the service or the network says. */
  refresh(): Promise<LiveView> {
    return this.#session.getAccount().liveUpdates.refresh();
  }

  /** Throws `validation` while it is off. */
  test(): Promise<LiveView> {
    return this.#session.getAccount().liveUpdates.test();
  }

  /** Which programs that make tunnels are on this computer. */
  listPrograms(): Promise<FoundProgram[]> {
    return this.#tunnels.listPrograms();
  }

  /** Throws `validation` where this is not the fingerprint that was shown. */
  trustHost(fingerprint: string): Promise<LiveView> {
    return this.#session.getAccount().liveUpdates.trustHost(fingerprint);
  }

  /** The last events that came, newest first, with nothing of what they say. Throws `disk`. */
  listEvents(): Promise<CallbackEventView[]> {
    return this.#session.getAccount().liveUpdates.listEvents();
  }
}
