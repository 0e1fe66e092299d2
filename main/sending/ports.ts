/** What sending asks of the world. */
import type { Chat, Message, Page, ServiceSend } from '#shared/domain/entities.ts';
import type { Attachment } from '#shared/domain/attachments.ts';
import type { FileId, PhoneKey, SendId } from '#shared/domain/ids.ts';
import type { Send, SendFile, SendState } from '#shared/domain/sends.ts';
import type { SendPatch, SendReceipt } from './core/shapes.ts';

export type { SendPatch, SendReceipt };

export interface SendRequest {
  readonly phone: PhoneKey;
  /** With the links of its files. */
  readonly text: string;
  readonly from: string | null;
  readonly referenceId: string;
  readonly createChat: boolean;
}

/** Bytes of a file, read while they leave. */
export interface FileSource {
  readonly name: string;
  readonly sizeBytes: number;
  open(): AsyncIterable<Uint8Array>;
}

/** The bytes of files that people added, as this computer keeps them. */
export interface SendingFiles {
  /** Null where they are not here any more. Throws `AppError` `disk`. */
  find(file: SendFile): Promise<FileSource | null>;
}

/** The service as sending sees it. Throws `AppError`, whose `outcome` tells "again" from "checking". */
export interface SendingService {
  sendMessage(
    request: SendRequest,
    options: { readonly priority: 'sending'; readonly signal?: AbortSignal },
  ): Promise<SendReceipt>;
  /** Puts a file behind a link. May be done twice: the link that is used is the one that counts. */
  uploadAttachment(
    query: { readonly file: FileSource; readonly onProgress: (sentBytes: number, totalBytes: number) => void },
    options: { readonly priority: 'sending'; readonly signal?: AbortSignal },
  ): Promise<Attachment>;
  findChatByPhone(
    query: { readonly phone: PhoneKey },
    options: { readonly priority: 'sending'; readonly signal?: AbortSignal },
  ): Promise<Chat | undefined>;
  /** What the service lists of its sends, newest first. Throws `not-found` where it has no such list. */
  listSends(
    query: { readonly page: number; readonly limit: number },
    options: { readonly priority: 'sending'; readonly signal?: AbortSignal },
  ): Promise<Page<ServiceSend>>;
  /** Outbound messages of the account, newest id first; with `lastId` above 0 those below it. */
  listOutboundMessages(
    query: { readonly page: number; readonly limit: number; readonly lastId: number },
    options: { readonly priority: 'sending'; readonly signal?: AbortSignal },
  ): Promise<Page<Message>>;
  /** Messages of one of the service's sends. Throws `not-found` where there is none or no such list. */
  listMessagesOfSend(
    query: { readonly sessionId: number; readonly page: number; readonly limit: number },
    options: { readonly priority: 'sending'; readonly signal?: AbortSignal },
  ): Promise<Page<Message>>;
  /** One outbound message. Throws `not-found` where there is none. */
  getOutboundMessage(
    query: { readonly messageId: number },
    options: { readonly priority: 'sending'; readonly signal?: AbortSignal },
  ): Promise<Message>;
}

/** The store as sending sees it: owned rows, committed to disk before the promise resolves. */
export interface SendingStore {
  createSend(input: { readonly send: Send }): Promise<void>;
  /**
   * Fails with `AppError` `not-found` when there is no such send. A patch to `sending` also notes how far
   * the list of outbound messages is known (`afterMessageId`) and forgets the search for a former answer (`check`).
   */
  updateSend(input: { readonly sendId: SendId; readonly patch: SendPatch }): Promise<void>;
  deleteSend(input: { readonly sendId: SendId }): Promise<{ readonly files: readonly SendFile[] }>;
  setFileUploaded(input: { readonly fileId: FileId; readonly href: string }): Promise<void>;
  findSend(input: { readonly sendId: SendId }): Promise<Send | null>;
  /** In order of creation. */
  listSends(input: { readonly states: readonly SendState[] }): Promise<readonly Send[]>;
  /** Which of these messages are known to be sends of this computer. */
  listClaimed(input: { readonly messageIds: readonly number[] }): Promise<readonly number[]>;
  /** Messages that callbacks name for these sends by our reference, newest first. Hints: nobody has asked the service yet. */
  listCallbackMessages(input: {
    readonly sendIds: readonly SendId[];
  }): Promise<readonly { readonly sendId: SendId; readonly messageId: number }[]>;
  /** Puts an accepted send into the cache as an outbound message with its service id, unless it is there already. */
  commitAcceptedSend(input: { readonly sendId: SendId }): Promise<void>;
  commitChats(input: { readonly chats: readonly Chat[] }): Promise<unknown>;
}

/** Time, so that tests need no real one. */
export interface SendingClock {
  now(): number;
  wait(ms: number, signal: AbortSignal): Promise<void>;
  random(): number;
}
