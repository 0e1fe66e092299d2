/** electron-updater as a double: what is set on it and asked of it, and its events played by the test. */
import { EventEmitter } from 'node:events';
import type { UpdaterLibrary } from '#main/hosts/electron/lifecycle/updates.ts';
import { standIn, type CallRecorder } from './stand-in.ts';

type Found = Awaited<ReturnType<UpdaterLibrary['checkForUpdates']>>;

export class UpdaterDouble {
  readonly real: UpdaterLibrary;
  /** What a look for updates comes to, after its events. */
  look: () => Promise<Found> = () => Promise.resolve(null);
  /** What installing comes to besides. */
  onInstall: () => void = () => undefined;
  readonly #events = new EventEmitter();

  constructor(recorder: CallRecorder) {
    const members: Partial<UpdaterLibrary> = {
      on: (name, listener) => {
        this.#events.on(name, listener);
        return this.real as never;
      },
      checkForUpdates: () => {
        recorder.note('updater.checkForUpdates');
        return this.look();
      },
      quitAndInstall: (isSilent, isForceRunAfter) => {
        recorder.note('updater.quitAndInstall', isSilent, isForceRunAfter);
        this.onInstall();
      },
    };
    this.real = standIn<UpdaterLibrary>(members);
  }

  emit(name: string, ...values: unknown[]): void {
    this.#events.emit(name, ...values);
  }
}
