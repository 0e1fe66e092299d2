/** What the desktop around the page can do, and what the user wants of it. */
import { AppError } from '#shared/domain/app-error.ts';
import type { DesktopView, RequestInput } from '#shared/contract/index.ts';
import type { EventBus } from '#main/services/event-bus.ts';
import type { HostPort } from '#main/services/host/host.ts';

export interface DesktopAbilityNeeds {
  readonly host: Pick<
    HostPort,
    'askNotificationPermission' | 'getDesktop' | 'setOpensLinks' | 'setStartAtLogin' | 'watchDesktop'
  >;
  readonly events: Pick<EventBus, 'desktopChanged'>;
  readonly onBug: (error: unknown) => void;
}

export class DesktopAbilities {
  readonly #needs: DesktopAbilityNeeds;
  readonly #unwatch: () => void;

  constructor(needs: DesktopAbilityNeeds) {
    this.#needs = needs;
    this.#unwatch = needs.host.watchDesktop(() => void this.#tell().catch(needs.onBug));
  }

  get(): Promise<DesktopView> {
    return this.#needs.host.getDesktop();
  }

  /** Throws `not-found` where the desktop does not do it. */
  async set({ startsAtLogin, opensSms, opensTel }: RequestInput<'desktop.set'>): Promise<DesktopView> {
    const { host } = this.#needs;
    const answers = [
      startsAtLogin === undefined || (await host.setStartAtLogin(startsAtLogin)),
      opensSms === undefined || (await host.setOpensLinks('sms', opensSms)),
      opensTel === undefined || (await host.setOpensLinks('tel', opensTel)),
    ];
    if (answers.includes(false)) {
      throw new AppError({ code: 'not-found', message: 'the desktop does not do it', outcome: 'refused' });
    }
    return await this.#tell();
  }

  async askPermission(): Promise<DesktopView> {
    await this.#needs.host.askNotificationPermission();
    return await this.#tell();
  }

  dispose(): void {
    this.#unwatch();
  }

  async #tell(): Promise<DesktopView> {
    const desktop = await this.#needs.host.getDesktop();
    this.#needs.events.desktopChanged(desktop);
    return desktop;
  }
}
