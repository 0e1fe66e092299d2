/** Notifications, the tray icon and its pictures, as doubles. */
import type {
  MenuItemConstructorOptions,
  NativeImage,
  Notification,
  NotificationConstructorOptions,
  Tray,
} from 'electron';
import type { ElectronApi } from '#main/hosts/electron/electron-api.ts';
import type { NotificationEvents, TrayEvents } from './event-tables.ts';
import { EventDouble, EventsDouble, standIn, type CallRecorder } from './stand-in.ts';

type Activate = Parameters<ElectronApi['notificationCenter']['handleActivation']>[0];

export class NotificationDouble {
  readonly options: NotificationConstructorOptions;
  readonly events: EventsDouble<NotificationEvents>;
  readonly real: Notification;
  /** The app took it off the screen. */
  isClosed = false;

  constructor(recorder: CallRecorder, options: NotificationConstructorOptions, failure: string | null = null) {
    this.options = options;
    this.events = new EventsDouble(recorder, 'notification');
    const { id = '' } = options;
    this.real = standIn<Notification>({
      ...this.events.methods<Notification>(),
      id,
      show: () => {
        recorder.late('notification.show', id);
        if (failure !== null) this.events.emit('failed', new EventDouble(), failure);
        else this.events.emit('show', new EventDouble());
      },
      close: () => {
        recorder.note('notification.close', id);
        this.isClosed = true;
      },
    });
  }

  click(): void {
    this.events.emit('click', new EventDouble());
  }

  reply(text: string): void {
    this.events.emit('reply', Object.assign(new EventDouble(), { reply: text }), text);
  }

  press(button: number): void {
    const details = Object.assign(new EventDouble(), { actionIndex: button, selectionIndex: -1 });
    this.events.emit('action', details, button, -1);
  }

  close(reason?: 'userCanceled' | 'applicationHidden' | 'timedOut'): void {
    this.events.emit('close', Object.assign(new EventDouble(), reason === undefined ? {} : { reason }));
  }
}

/** The notification centre: what it was asked to show, and what it says of earlier runs. */
export class NotificationCenterDouble {
  readonly shown: NotificationDouble[] = [];
  readonly earlier: NotificationDouble[] = [];
  /** Ids that the app took off the screen without an object (macOS). */
  readonly removed = new Set<string>();
  isSupported = true;
  /** Why it refuses the next ones. */
  failure: string | null = null;
  activate: Activate | null = null;
  readonly #recorder: CallRecorder;

  constructor(recorder: CallRecorder) {
    this.#recorder = recorder;
  }

  /** As Electron does on Windows. */
  create(options: NotificationConstructorOptions): NotificationDouble {
    if ((options.id ?? '').length > 64) throw new Error('The id is longer than 64 characters');
    const notification = new NotificationDouble(this.#recorder, options, this.failure);
    this.shown.push(notification);
    return notification;
  }

  readonly statics: ElectronApi['notificationCenter'] = {
    isSupported: () => this.isSupported,
    getHistory: () => {
      this.#recorder.late('Notification.getHistory');
      return Promise.resolve(this.earlier.map(({ real }) => real));
    },
    handleActivation: (listener) => {
      this.#recorder.late('Notification.handleActivation');
      this.activate = listener;
    },
    remove: (ids) => {
      this.#recorder.note('Notification.remove', ids);
      for (const id of [ids].flat()) this.removed.add(id);
    },
  };
}

export class TrayDouble {
  readonly events: EventsDouble<TrayEvents>;
  readonly real: Tray;

  constructor(recorder: CallRecorder, menu: () => readonly MenuItemConstructorOptions[]) {
    this.events = new EventsDouble(recorder, 'tray');
    this.real = standIn<Tray>({
      ...this.events.methods<Tray>(),
      setImage: (image) => recorder.note('tray.setImage', toPath(image)),
      setToolTip: (words) => recorder.note('tray.setToolTip', words),
      setContextMenu: () => recorder.note('tray.setContextMenu', menu().length),
      destroy: () => recorder.note('tray.destroy'),
    });
  }
}

const paths = new WeakMap<NativeImage, string>();

export function createImage(path: string): NativeImage {
  const image = standIn<NativeImage>({});
  paths.set(image, path);
  return image;
}

/** Of which file a picture is. */
export function toPath(image: NativeImage | string | null): string | null {
  return image === null || typeof image === 'string' ? image : (paths.get(image) ?? null);
}
