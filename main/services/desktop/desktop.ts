/** What the desktop around the page can do, and where a click or a link outside it leads. */
import { AppError } from '#shared/domain/app-error.ts';
import type { DesktopView, RequestInput, Target } from '#shared/contract/index.ts';
import type { EventBus } from '#main/services/event-bus.ts';
import type { HostPort } from '#main/services/host/host.ts';

type DesktopHost = Pick<
  HostPort,
  'askNotificationPermission' | 'getDesktop' | 'setOpensLinks' | 'setStartAtLogin' | 'watchDesktop'
>;

export class Desktop {
  readonly #host: DesktopHost;
  readonly #events: Pick<EventBus, 'desktopChanged' | 'targetChanged'>;
  readonly #unwatch: () => void;
  #target: Target | null = null;

  constructor(needs: {
    readonly host: DesktopHost;
    readonly events: Pick<EventBus, 'desktopChanged' | 'targetChanged'>;
    readonly onBug: (error: unknown) => void;
  }) {
    this.#host = needs.host;
    this.#events = needs.events;
    this.#unwatch = needs.host.watchDesktop(() => this.#tell().catch(needs.onBug));
  }

  get(): Promise<DesktopView> {
    return this.#host.getDesktop();
  }

  async set({ startsAtLogin, opensSms, opensTel }: RequestInput<'desktop.set'>): Promise<DesktopView> {
    const answers = [
      startsAtLogin === undefined || (await this.#host.setStartAtLogin(startsAtLogin)),
      opensSms === undefined || (await this.#host.setOpensLinks('sms', opensSms)),
      opensTel === undefined || (await this.#host.setOpensLinks('tel', opensTel)),
    ];
    if (answers.includes(false)) {
      throw new AppError({ code: 'not-found', message: 'the desktop does not do it', outcome: 'refused' });
    }
    return await this.#tell();
  }

  async askPermission(): Promise<DesktopView> {
    await this.#host.askNotificationPermission();
    return await this.#tell();
  }

  /** Where the next page that asks goes. */
  leadTo(target: Target): void {
    this.#target = target;
    this.#events.targetChanged();
  }

  /** Gives each target out once. */
  takeTarget(): Target | null {
    const target = this.#target;
    this.#target = null;
    return target;
  }

  dispose(): void {
    this.#unwatch();
  }

  async #tell(): Promise<DesktopView> {
    const desktop = await this.#host.getDesktop();
    this.#events.desktopChanged(desktop);
    return desktop;
  }
}
