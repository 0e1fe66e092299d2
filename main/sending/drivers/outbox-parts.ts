import type { PhoneKey, SendId } from '#shared/domain/ids.ts';
import type { SendingClock, SendingFiles, SendingService, SendingStore } from '../ports.ts';

/** What the outbox is made of. */
export interface OutboxParts {
  readonly service: SendingService;
  readonly store: SendingStore;
  readonly clock: SendingClock;
  readonly files: SendingFiles;
  /** Where links of uploaded files lead (`toAttachmentLink`). */
  readonly webUrl: string;
  /**
   * How much of all files of a send the service has; both in bytes. At most four times a second for each send, and once
   * at the end, with what it has then: less than all where it could not be done.
   */
  readonly onUploading?: (progress: UploadingNews) => void;
  /** The service took a message to this number. */
  readonly onAccepted: (phone: PhoneKey) => void;
  /** A refused key stopped the outbox, or it goes on. */
  readonly onPauseChange?: (isPaused: boolean) => void;
  /** A bug or a failing disk met the outbox, which goes on after a while: to be logged. Untold, `dispose` rejects. */
  readonly onBroken?: (error: unknown) => void;
}

export interface UploadingNews {
  readonly sendId: SendId;
  readonly sentBytes: number;
  readonly totalBytes: number;
}
