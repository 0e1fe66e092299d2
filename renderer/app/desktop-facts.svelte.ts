import type { DesktopView, Reply, RequestInput, SwitchboardBridge } from '#shared/contract/index.ts';
import { LiveQuery } from '#renderer/lib/live-query.svelte.ts';

type Wishes = RequestInput<'desktop.set'>;

/** What the desktop around the window can do: notifications, a tray, the start with the session, links. */
export class DesktopFacts {
  readonly #bridge: SwitchboardBridge;
  readonly #desktop: LiveQuery<DesktopView>;
  readonly #stop: () => void;

  constructor(bridge: SwitchboardBridge) {
    this.#bridge = bridge;
    this.#desktop = new LiveQuery(bridge, { ask: () => bridge.request('desktop.get', {}), events: [] });
    this.#stop = bridge.on('desktop.changed', ({ desktop }) => this.#desktop.set(desktop));
  }

  /** Null until main answers. */
  get view(): DesktopView | null {
    return this.#desktop.value;
  }

  refresh(): Promise<void> {
    return this.#desktop.refresh();
  }

  /** Shows the wish at once; puts back what was where the desktop does not do it. Null: nothing is known of it yet. */
  async set(wishes: Wishes): Promise<Reply<DesktopView> | null> {
    const before = this.view;
    if (before === null) return null;
    const { startsAtLogin = before.startsAtLogin, opensSms, opensTel } = wishes;
    const opensLinks = before.opensLinks && {
      sms: opensSms ?? before.opensLinks.sms,
      tel: opensTel ?? before.opensLinks.tel,
    };
    const next = { ...before, startsAtLogin, opensLinks };
    return this.#desktop.change(next, () => this.#bridge.request('desktop.set', wishes));
  }

  /** Has the desktop ask the user whether notifications may be shown. */
  async askPermission(): Promise<Reply<DesktopView>> {
    const reply = await this.#bridge.request('desktop.askPermission', {});
    if (reply.ok) this.#desktop.set(reply.value);
    return reply;
  }

  dispose(): void {
    this.#desktop.dispose();
    this.#stop();
  }
}
