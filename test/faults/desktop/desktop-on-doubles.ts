/** The whole app on the typed doubles of one desktop, over a demo service; and what the user sees outside the window. */
import type { Chat } from '#main/demo/state/model.ts';
import type { ChatView, EventPayload, RequestInput } from '#shared/contract/index.ts';
import { toSignInEnvironment } from '#test/e2e/support/programs.ts';
import { HostOnDoubles } from '#test/support/electron/host-on-doubles.ts';
import type { NotificationDouble } from '#test/support/electron/shell-doubles.ts';
import { AppOnDemo, toRequestId, type AppWindow, type RunningService } from '#test/integration/app/app-on-demo.ts';
import { until } from '#test/support/until.ts';

export type Platform = 'darwin' | 'linux' | 'win32';

/** A person whose chat nothing hinders. */
export interface Person {
  readonly chatId: number;
  readonly phone: string;
}

const PEOPLE = 4;

export class DesktopOnDoubles {
  readonly platform: Platform;
  readonly people: readonly Person[];
  /** Texts of all notifications of all runs, in order. */
  readonly told: string[] = [];
  readonly #app: AppOnDemo;
  readonly #service: RunningService;
  #window: AppWindow;
  #on: HostOnDoubles;
  /** By their id: those on screen, of this run or an earlier one. */
  readonly #onScreen = new Map<string, NotificationDouble>();
  #seen = 0;
  #arrivedBefore = 0;

  private constructor(parts: {
    readonly platform: Platform;
    readonly app: AppOnDemo;
    readonly service: RunningService;
    readonly window: AppWindow;
    readonly on: HostOnDoubles;
    readonly people: readonly Person[];
  }) {
    this.platform = parts.platform;
    this.people = parts.people;
    this.#app = parts.app;
    this.#service = parts.service;
    this.#window = parts.window;
    this.#on = parts.on;
  }

  static async open(platform: Platform): Promise<DesktopOnDoubles> {
    const app = await AppOnDemo.open();
    const service = await app.startService({ live: false, chats: 20, messages: 120, contacts: 20 });
    const on = createHost(platform);
    const window = await app.openWindow(app.toConfig(), on.host);
    await window.signIn(service.credentials, true);
    const people = await until(async () => {
      const found = (await window.listChats()).rows.filter(isFree).slice(0, PEOPLE);
      if (found.length < PEOPLE) throw new Error('Loading');
      return found.map(({ id, phone }) => ({ chatId: id, phone }));
    });
    // What is unread from the beginning is not counted here.
    await window.ask('chats.applyAction', {
      ...{ requestId: toRequestId(), action: { kind: 'read', isRead: true } },
      target: { kind: 'scope', scope: { shelf: 'open', marks: ['unread'], listId: null }, except: [] },
    } as RequestInput<'chats.applyAction'>);
    const desktop = new DesktopOnDoubles({ platform, app, service, window, on, people });
    await until(() => {
      if (people.some((person) => desktop.countAtService(person) > 0)) throw new Error('Not told yet');
    });
    return desktop;
  }

  dispose(): Promise<void> {
    return this.#app.dispose();
  }

  /** A text comes in, and the app asks for it. */
  async receive(texts: readonly { readonly from: Person; readonly text: string }[]): Promise<void> {
    for (const { from, text } of texts) this.#service.service.receive({ sender: from.phone, text });
    await this.ask();
  }

  async ask(): Promise<void> {
    await this.#window.ask('sync.tryNow', {});
  }

  async act({ chatId }: Person, action: RequestInput<'chats.applyAction'>['action']): Promise<void> {
    await this.#window.act(chatId, action);
  }

  /** Another client of the account reads the chat. */
  async readElsewhere({ chatId }: Person): Promise<void> {
    this.#findChat(chatId).unread = 0;
    this.#service.service.world.changed();
    await this.ask();
  }

  /** Unread texts of the chat, as the service counts them. */
  countAtService({ chatId }: Person): number {
    return this.#findChat(chatId).unread;
  }

  set(changes: RequestInput<'settings.set'>): Promise<unknown> {
    return this.#window.ask('settings.set', changes);
  }

  power(event: 'lock-screen' | 'unlock-screen' | 'suspend' | 'resume'): void {
    this.#on.double.power.emit(event);
  }

  /** Where the last click leads. */
  async takeTarget(): Promise<unknown> {
    return (await this.#window.ask('desktop.takeTarget', {})).target;
  }

  /** The notification of a text that is on screen; null: none. */
  find(text: string): NotificationDouble | null {
    this.#look();
    return [...this.#onScreen.values()].find(({ options }) => options.body === text) ?? null;
  }

  /** Windows tells what is done to one twice: to the object, where its run still lives, and to the activation handler. */
  use(
    notification: NotificationDouble,
    use: { readonly kind: 'click' } | { readonly kind: 'read' } | { readonly kind: 'reply'; readonly text: string },
  ): void {
    const id = notification.options.id ?? '';
    this.#onScreen.delete(id);
    if (use.kind === 'click') notification.click();
    else if (use.kind === 'read') notification.press(0);
    else notification.reply(use.text);
    if (this.platform !== 'win32') return;
    const words = `type=${use.kind}&tag=${id}`;
    const type = use.kind === 'read' ? 'action' : use.kind;
    this.#on.double.notifications.activate?.({
      ...{ type, arguments: words },
      ...(use.kind === 'reply' ? { reply: use.text } : {}),
      ...(use.kind === 'read' ? { actionIndex: 0 } : {}),
    });
  }

  /** The app ends and starts again; what is on screen stays there. */
  async restart(): Promise<void> {
    this.#look();
    this.#arrivedBefore = this.countArrived();
    await this.#app.closeApps();
    this.#on = createHost(this.platform);
    this.#seen = 0;
    if (this.platform === 'darwin') {
      for (const one of this.#onScreen.values()) {
        const again = this.#on.double.notifications.create(one.options);
        this.#on.double.notifications.shown.pop();
        this.#on.double.notifications.earlier.push(again);
        this.#onScreen.set(one.options.id ?? '', again);
      }
    }
    // As with a key that is kept: the account is opened once, by itself.
    const config = this.#app.toConfig([], toSignInEnvironment(this.#service.credentials));
    this.#window = await this.#app.openWindow(config, this.#on.host);
  }

  /** Texts of those on screen that this run can take away. */
  listStanding(): readonly string[] {
    this.#look();
    const ours = new Set([...this.#on.double.notifications.shown, ...this.#on.double.notifications.earlier]);
    return [...this.#onScreen.values()].flatMap((one) => (ours.has(one) ? (one.options.body ?? '') : []));
  }

  /** Texts of which the pages were told, by all runs: whether to show each was decided by then. */
  countArrived(): number {
    const told = this.#window.heard('messages.arrived') as readonly EventPayload<'messages.arrived'>[];
    return this.#arrivedBefore + told.reduce((sum, { items }) => sum + items.length, 0);
  }

  countSends(text: string): number {
    return this.#service.service.world.outbound.rows.filter((row) => row.text === text).length;
  }

  /** What SQL counts, and what stands on the icon and in the tray; null where the desktop has none. */
  async countUnread(): Promise<{ readonly sql: number; readonly badge: number; readonly tray: number | null }> {
    const { lamp } = await this.#window.ask('chats.count', {});
    return { sql: lamp, badge: this.#readBadge(), tray: this.platform === 'darwin' ? null : this.#readTray() };
  }

  /** Unread texts of each chat, in the order of `people`. */
  listUnread(): Promise<readonly number[]> {
    const find = async ({ chatId, phone }: Person): Promise<number> =>
      (await this.#window.ask('chats.find', { chatId, phone }))?.unreadCount ?? -1;
    return Promise.all(this.people.map(find));
  }

  #findChat(chatId: number): Chat {
    const chat = this.#service.service.world.chats.rows.find(({ id }) => id === chatId);
    if (chat === undefined) throw new Error('The service has no such chat');
    return chat;
  }

  #readBadge(): number {
    const { recorder } = this.#on.double;
    if (this.platform === 'linux') return Number(recorder.callsOf('app.setBadgeCount').at(-1)?.[1] ?? 0);
    if (this.platform === 'darwin') return Number(recorder.callsOf('dock.setBadge').at(-1)?.[1] ?? 0);
    return toNumber(recorder.callsOf('window.setOverlayIcon').at(-1)?.[2]);
  }

  #readTray(): number {
    return toNumber(this.#on.double.recorder.callsOf('tray.setToolTip').at(-1)?.[1]);
  }

  /** Takes note of what was shown and closed since. */
  #look(): void {
    const { notifications } = this.#on.double;
    for (const one of notifications.shown.slice(this.#seen)) {
      this.told.push(one.options.body ?? '');
      this.#onScreen.set(one.options.id ?? '', one);
    }
    this.#seen = notifications.shown.length;
    for (const [id, one] of this.#onScreen)
      if (one.isClosed || notifications.removed.has(id)) this.#onScreen.delete(id);
    notifications.removed.clear();
  }
}

function createHost(platform: Platform): HostOnDoubles {
  const on = new HostOnDoubles(platform);
  // Windows draws the number on a window.
  on.double.parts.createWindow({}).show();
  return on;
}

function isFree({ isMuted, isBlocked, isUnsubscribed, phone, status }: ChatView): boolean {
  return !isMuted && !isBlocked && !isUnsubscribed && status === 'active' && /^\d{8,}$/.test(phone);
}

/** `Switchboard, 7 unread chats`. */
function toNumber(words: unknown): number {
  return Number(/(\d+) unread/.exec(String(words))?.[1] ?? 0);
}
