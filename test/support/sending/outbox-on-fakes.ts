import { createOutbox } from '#main/sending/create-outbox.ts';
import type { Outbox } from '#main/sending/create-outbox.ts';
import type { UploadingNews } from '#main/sending/drivers/outbox-parts.ts';
import type { PhoneKey } from '#shared/domain/ids.ts';
import type { Send } from '#shared/domain/sends.ts';
import { FakeClock } from '../sync/fake-clock.ts';
import { makeSend } from './builders.ts';
import { FakeSendingService, FakeSendingStore } from './fake-sending.ts';
import { FakeFiles } from './fake-uploads.ts';

/** Base URL of links to files. */
export const WEB_URL = 'https://web.example';

/** An outbox over fakes that outlive it, on a clock that the test advances. */
export class OutboxOnFakes {
  readonly clock = new FakeClock(1_000_000);
  readonly service = new FakeSendingService();
  readonly store = new FakeSendingStore();
  readonly files = new FakeFiles();
  readonly accepted: PhoneKey[] = [];
  readonly pauses: boolean[] = [];
  readonly broken: unknown[] = [];
  readonly uploading: UploadingNews[] = [];
  outbox = this.#create();

  /** Stores a send that is due now. */
  async write(n: number, changes: Partial<Send> = {}): Promise<Send> {
    const send = this.make(n, changes);
    await this.outbox.create(send);
    return send;
  }

  /** The same send without storing it. */
  make(n: number, changes: Partial<Send> = {}): Send {
    const now = this.clock.now();
    return makeSend(n, { createdAt: now, dueAt: now, ...changes });
  }

  /** Stores a held send. */
  hold(n: number, holdMs: number, changes: Partial<Send> = {}): Promise<Send> {
    return this.write(n, { state: 'held', dueAt: this.clock.now() + holdMs, ...changes });
  }

  stateOf({ id }: Pick<Send, 'id'>): Send['state'] {
    return this.store.get(id).state;
  }

  /** Texts of the requests so far, in order. */
  get asked(): string[] {
    return this.service.requests.map(({ text }) => text);
  }

  /** Restarts the outbox on the same store. */
  async restart(): Promise<void> {
    await this.outbox.dispose();
    this.outbox = this.#create();
    this.outbox.start();
  }

  async dispose(): Promise<void> {
    this.service.isHolding = false;
    for (const { end } of this.service.held) end();
    await this.outbox.dispose();
  }

  #create(): Outbox {
    const { clock, service, store, files } = this;
    return createOutbox({
      ...{ clock, service, store, files, webUrl: WEB_URL },
      onAccepted: (phone) => this.accepted.push(phone),
      onPauseChange: (isPaused) => this.pauses.push(isPaused),
      onBroken: (error) => this.broken.push(error),
      onUploading: (news) => this.uploading.push(news),
    });
  }
}
