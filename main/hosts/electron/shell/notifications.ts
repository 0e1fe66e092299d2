/**
 * Notifications of the desktop. One stands for an id: a later one closes the earlier and takes its place, which is what
 * Electron itself does where one object is shown twice.
 *
 * What a user does with one is told once each time it is shown: Windows tells it twice, to the object and to the
 * activation handler, and a second reply would be a second text.
 */
import type { ActivationArguments, Notification, NotificationConstructorOptions, NotificationResponse } from 'electron';
import type { DesktopAct, NotificationContent } from '#shared/domain/desktop.ts';
import type { ElectronApi } from '../electron-api.ts';
import type { UserActions } from './user-actions.ts';

export interface NotificationNeeds extends Pick<ElectronApi, 'createNotification' | 'notificationCenter'> {
  readonly platform: NodeJS.Platform;
  readonly acts: Pick<UserActions, 'tell'>;
  /** An activation whose notification cannot be told: the user wanted the app. */
  readonly reveal: () => void;
}

type Use = 'open' | 'read' | 'reply';

/** Also what an activation after a restart names: their order never changes. */
const READ_BUTTON = 0;
const OPEN_BUTTON = 1;

/** `UNNotificationDismissActionIdentifier` of macOS. */
const DISMISSED = 'com.apple.UNNotificationDismissActionIdentifier';

/** Windows and macOS say in words alone that the user switched notifications off for this app. */
const IS_DENIED = /settings prevent|not allowed/i;

export class DesktopNotifications {
  readonly #needs: NotificationNeeds;
  /** Also those that closed: a late click still counts. An object that is collected has no events, and macOS removes it. */
  readonly #shown = new Map<string, Notification>();
  /** By id: what was told since it was last shown, whether it stands or not. */
  readonly #used = new Map<string, Set<Use>>();
  readonly #listeners = new Set<() => void>();
  #isDenied = false;

  /** Electron is ready. A click that started the app is told at once. */
  constructor(needs: NotificationNeeds) {
    this.#needs = needs;
    if (needs.platform === 'win32') needs.notificationCenter.handleActivation((details) => this.#activate(details));
  }

  /** Electron does not tell what the user allowed until one fails; macOS asks the user when the first is shown. */
  get state(): 'allowed' | 'denied' | 'absent' {
    if (!this.#needs.notificationCenter.isSupported()) return 'absent';
    return this.#isDenied ? 'denied' : 'allowed';
  }

  get hasReply(): boolean {
    return this.#hasReplyBox && this.#needs.notificationCenter.isSupported();
  }

  /** macOS: what the user did with a notification of an earlier run, which started this one. */
  started({ identifier, actionIdentifier, userText }: NotificationResponse): void {
    if (actionIdentifier === DISMISSED) return;
    if (userText === undefined || userText === '') this.#use(identifier, { use: 'open' });
    else this.#use(identifier, { use: 'reply', text: userText });
  }

  /** Whether the desktop took it. */
  show(content: NotificationContent): boolean {
    if (!this.#needs.notificationCenter.isSupported()) return false;
    this.#close(content.id);
    this.#used.delete(content.id);
    try {
      // Electron refuses ids of more than 64 characters on Windows.
      const notification = this.#needs.createNotification(this.#toOptions(content));
      this.#keep(content.id, notification);
      notification.show();
    } catch (error) {
      this.#shown.delete(content.id);
      this.#needs.acts.tell({ kind: 'notification-failed', id: content.id, reason: toReason(error) });
      return false;
    }
    return this.#shown.has(content.id);
  }

  /** False where there is none. */
  withdraw(id: string): boolean {
    if (this.#close(id)) return true;
    if (this.#needs.platform !== 'darwin') return false;
    this.#needs.notificationCenter.remove(id);
    return true;
  }

  /** Takes over what an earlier run left on screen (macOS), and answers its ids. */
  async findEarlier(): Promise<readonly string[]> {
    if (this.#needs.platform !== 'darwin') return [];
    const earlier = await this.#needs.notificationCenter.getHistory();
    for (const notification of earlier) {
      if (!this.#shown.has(notification.id)) this.#keep(notification.id, notification);
    }
    return earlier.map(({ id }) => id);
  }

  /** Called when `state` may have changed. Returns its own undo. */
  watch(listener: () => void): () => void {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  }

  get #hasReplyBox(): boolean {
    return this.#needs.platform === 'darwin' || this.#needs.platform === 'win32';
  }

  #toOptions({
    id,
    group,
    title,
    body,
    isSilent,
    reply,
    buttons,
  }: NotificationContent): NotificationConstructorOptions {
    const hasReply = reply !== null && this.#hasReplyBox;
    const texts = buttons === null ? [] : hasReply ? [buttons.read] : [buttons.read, buttons.open];
    return {
      id,
      ...(group.id === '' ? {} : { groupId: group.id, groupTitle: group.title }),
      title,
      body: this.#needs.platform === 'linux' ? escapeMarkup(body) : body,
      silent: isSilent,
      ...(hasReply ? { hasReply, replyPlaceholder: reply.placeholder } : {}),
      // A server of Linux that has no buttons leaves them out: Electron asks it, and does not tell us.
      actions: texts.map((text) => ({ type: 'button' as const, text })),
    };
  }

  #keep(id: string, notification: Notification): void {
    this.#shown.set(id, notification);
    const isCurrent = (): boolean => this.#shown.get(id) === notification;
    notification.on('show', () => this.#setDenied(false));
    notification.on('click', () => isCurrent() && this.#use(id, { use: 'open' }));
    notification.on('reply', ({ reply }) => isCurrent() && this.#use(id, { use: 'reply', text: reply }));
    notification.on('action', ({ actionIndex }) => isCurrent() && this.#useButton(id, actionIndex));
    notification.on('close', ({ reason }) => {
      // On Windows it goes on in the notification centre, where it can still be clicked.
      const isKept = this.#needs.platform === 'win32' && reason === 'timedOut';
      if (isCurrent() && !isKept) this.#needs.acts.tell({ kind: 'notification-closed', id });
    });
    notification.on('failed', (_event, reason) => {
      if (!isCurrent()) return;
      this.#shown.delete(id);
      if (IS_DENIED.test(reason)) this.#setDenied(true);
      this.#needs.acts.tell({ kind: 'notification-failed', id, reason });
    });
  }

  #activate({ arguments: words, type, reply, actionIndex }: ActivationArguments): void {
    const id = findId(words);
    if (id === null) this.#needs.reveal();
    else if (type === 'reply') this.#use(id, { use: 'reply', text: reply ?? '' });
    else if (type === 'action') this.#useButton(id, actionIndex);
    else this.#use(id, { use: 'open' });
  }

  #useButton(id: string, index: number | undefined): void {
    if (index === READ_BUTTON) this.#use(id, { use: 'read' });
    else if (index === OPEN_BUTTON) this.#use(id, { use: 'open' });
  }

  #use(id: string, act: { readonly use: 'open' | 'read' } | { readonly use: 'reply'; readonly text: string }): void {
    const used = this.#used.get(id) ?? new Set<Use>();
    this.#used.set(id, used);
    if (used.has(act.use)) return;
    used.add(act.use);
    this.#needs.acts.tell(toAct(id, act));
  }

  /** True where one stood. Its events are no acts of the user any more. */
  #close(id: string): boolean {
    const notification = this.#shown.get(id);
    if (notification === undefined) return false;
    this.#shown.delete(id);
    notification.close();
    return true;
  }

  #setDenied(isDenied: boolean): void {
    if (this.#isDenied === isDenied) return;
    this.#isDenied = isDenied;
    for (const listener of this.#listeners) listener();
  }
}

function toAct(id: string, act: { use: 'open' | 'read' } | { use: 'reply'; text: string }): DesktopAct {
  if (act.use === 'reply') return { kind: 'notification-reply', id, text: act.text };
  return { kind: act.use === 'read' ? 'notification-read' : 'notification-open', id };
}

/** `type=click&tag=…`: the tag is the id as it was given (electron#50328). */
function findId(words: string): string | null {
  const tag = words
    .split('&')
    .find((pair) => pair.startsWith('tag='))
    ?.slice('tag='.length);
  return tag === undefined || tag === '' ? null : tag;
}

/** Desktops of Linux read the body as markup, with links and pictures, and show nothing of what is wrong in it. */
function escapeMarkup(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;');
}

function toReason(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}
