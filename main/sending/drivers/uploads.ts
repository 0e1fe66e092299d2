import { AppError, isAppError } from '#shared/domain/app-error.ts';
import type { SendId } from '#shared/domain/ids.ts';
import type { Send, SendFile } from '#shared/domain/sends.ts';
import type { Serial } from '#shared/lib/serial.ts';
import { decideStep } from '../core/send-machine.ts';
import type { SendEffect, SendEvent } from '../core/send-machine.ts';
import type { SendingClock, SendingFiles } from '../ports.ts';
import { applyEffects } from './effects.ts';
import type { EffectParts } from './effects.ts';
import type { OutboxParts, UploadingNews } from './outbox-parts.ts';
import { saveOutcome } from './save.ts';
import { UploadProgress } from './upload-progress.ts';

export interface UploadsParts {
  readonly effects: EffectParts;
  readonly clock: SendingClock;
  readonly files: SendingFiles;
  /** Those of the outbox: what became of an upload and a person's word on its send come one after the other. */
  readonly turns: Serial;
  /** Aborts when the app ends. Nobody waits for an upload then: the next start makes it again. */
  readonly signal: AbortSignal;
  readonly onUploading?: OutboxParts['onUploading'];
}

interface Attempt {
  readonly progress: UploadProgress;
  /** Aborts when the app ends as well. */
  readonly signal: AbortSignal;
  readonly givenUp: AbortSignal;
}

/**
 * Brings files to the service while their send is `queued`. One that is interrupted, or whose answer gets lost, is made
 * again: that costs nothing and sends nothing.
 */
export class Uploads {
  readonly #parts: UploadsParts;
  /** Aborts when a person took the send out. */
  readonly #underWay = new Map<SendId, AbortController>();
  /** In a row, since the app started. */
  readonly #failures = new Map<SendId, number>();

  constructor(parts: UploadsParts) {
    this.#parts = parts;
  }

  /** Never rejects. Resolves when all files are uploaded, or the failure is on disk, or it was given up. */
  async upload(send: Send): Promise<void> {
    const { clock } = this.#parts;
    const givingUp = new AbortController();
    const givenUp = givingUp.signal;
    this.#underWay.set(send.id, givingUp);
    const signal = AbortSignal.any([this.#parts.signal, givenUp]);
    const progress = new UploadProgress({ send, now: () => clock.now(), tell: (news) => this.#tell(news) });
    try {
      for (const file of send.files) {
        if (file.href === null && !signal.aborted) await this.#uploadFile(file, { progress, signal, givenUp });
      }
      this.#failures.delete(send.id);
    } catch (error) {
      if (!signal.aborted) await this.#fail(send, error, givenUp);
    } finally {
      this.#underWay.delete(send.id);
    }
    if (!givenUp.aborted) progress.end();
  }

  /** A person took the send out. */
  giveUp(sendId: SendId): void {
    this.#underWay.get(sendId)?.abort();
    this.#failures.delete(sendId);
  }

  async #uploadFile(file: SendFile, { progress, signal, givenUp }: Attempt): Promise<void> {
    const { effects, files } = this.#parts;
    const source = await files.find(file);
    if (source === null) throw toGone(file);
    const onProgress = (sentBytes: number): void => progress.move(sentBytes);
    const { href } = await effects.service.uploadAttachment(
      { file: source, onProgress },
      { priority: 'sending', signal },
    );
    await this.#save(givenUp, () => effects.store.setFileUploaded({ fileId: file.id, href }));
    progress.finish(file);
  }

  async #fail(send: Send, error: unknown, givenUp: AbortSignal): Promise<void> {
    const { effects, clock } = this.#parts;
    if (!isAppError(error) || error.code === 'disk') effects.report(error);
    const failures = (this.#failures.get(send.id) ?? 0) + 1;
    this.#failures.set(send.id, failures);
    const event: SendEvent = {
      ...{ kind: 'upload-failed', now: clock.now(), random: clock.random() },
      ...{ error: toAppError(error), failures },
    };
    let follow: readonly SendEffect[] = [];
    await this.#save(givenUp, async () => {
      const stored = await effects.store.findSend({ sendId: send.id });
      const step = stored === null ? null : decideStep(stored, event);
      if (step === null) return;
      await effects.store.updateSend({ sendId: send.id, patch: step.patch });
      follow = step.effects;
      if (step.patch.state === 'refused') this.#failures.delete(send.id);
    });
    await applyEffects(effects, send, follow);
  }

  /** In turn with what people decide; of a send that was taken out nothing is written. */
  async #save(givenUp: AbortSignal, write: () => Promise<void>): Promise<void> {
    const { clock, effects, signal, turns } = this.#parts;
    const parts = { clock, signal: AbortSignal.any([signal, givenUp]), report: effects.report };
    await saveOutcome(parts, () => turns.run(async () => (givenUp.aborted ? undefined : await write())));
  }

  #tell(news: UploadingNews): void {
    try {
      this.#parts.onUploading?.(news);
    } catch (error) {
      this.#parts.effects.report(error);
    }
  }
}

function toGone({ id }: SendFile): AppError {
  const message = `The bytes of file ${id} are not on this computer any more`;
  return new AppError({ code: 'validation', message, outcome: 'refused', fields: { file: ['gone'] } });
}

/** A bug in the middle of an upload, which is made again like any other. */
function toAppError(error: unknown): AppError {
  if (isAppError(error)) return error;
  return new AppError({ code: 'bad-response', message: 'An upload ended in a bug', cause: error });
}
