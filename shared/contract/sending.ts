/** What the user sends: texts that leave, what waits, drafts with their files, and what a text costs. */
import * as v from 'valibot';
import { MOST_FILES } from '#shared/domain/sends.ts';
import { chatId, instant, moneySchema, nothing, phone, phoneInput, requestId } from './common.ts';

export const sendStateSchema = v.picklist([
  'held',
  'queued',
  'sending',
  'accepted',
  'refused',
  'checking',
  'not-sent',
  'unknown',
]);

/** A file that the user added to a text on this computer. */
export const ownFileViewSchema = v.object({
  id: v.string(),
  name: v.string(),
  mimeType: v.string(),
  sizeBytes: v.number(),
  /** Whether the service has it already. */
  isUploaded: v.boolean(),
});
export type OwnFileView = v.InferOutput<typeof ownFileViewSchema>;

/** See `SendCheck` in `shared/domain/sends.ts`. */
export const sendCheckSchema = v.object({
  lostAt: instant,
  looks: v.number(),
  lastLookAt: v.nullable(instant),
  nextLookAt: v.nullable(instant),
  finding: v.picklist(['not-looked', 'not-there', 'alike', 'partly', 'unreachable', 'found']),
  readBackTo: v.nullable(instant),
  readSends: v.boolean(),
  alike: v.array(v.object({ messageId: v.number(), at: instant, text: v.string() })),
});
export type SendCheckView = v.InferOutput<typeof sendCheckSchema>;

/** What waits on this computer, of all chats. */
export const outboxViewSchema = v.object({
  counts: v.object({
    /** Texts that leave by themselves as soon as they may. */
    waiting: v.number(),
    /** Texts whose answer got lost, neither found nor known not to be there. */
    checking: v.number(),
    /** Texts that only the user sends again: refused, or known not to have been sent. */
    stopped: v.number(),
    /** Things done to chats that the service has not confirmed. */
    actions: v.number(),
    /** Chats with a text that was begun. */
    drafts: v.number(),
  }),
  /** In the order in which they leave; at most 100. */
  sends: v.array(
    v.object({
      sendId: v.string(),
      chatId: v.nullable(v.number()),
      phone,
      name: v.string(),
      text: v.string(),
      state: sendStateSchema,
      createdAt: instant,
      filesCount: v.number(),
    }),
  ),
  /** In the order in which they leave; at most 100. */
  actions: v.array(
    v.object({
      /** Names it in `outbox.cancel`. */
      waitingId: v.string(),
      chatId: v.number(),
      phone,
      name: v.string(),
      kind: v.picklist([
        'read',
        'unread',
        'close',
        'reopen',
        'delete',
        'pin',
        'unpin',
        'mute',
        'unmute',
        'block',
        'unblock',
        'delete-messages',
      ]),
      createdAt: instant,
    }),
  ),
});
export type OutboxView = v.InferOutput<typeof outboxViewSchema>;

const messageText = v.pipe(v.string(), v.maxLength(5_000));
/** Whose it is (`toAccountName`): while another account is open it is `unauthorized`, and nothing is written down. */
const account = v.optional(v.pipe(v.string(), v.maxLength(5_000)));

export const sendingRequests = {
  /**
   * The same request again is the same text, also after a restart. Another text under its id, or one that was taken back
   * since, is `validation` with `used` in the field `requestId`: nothing was written down.
   */
  'sends.create': {
    input: v.object({
      requestId,
      phone: phoneInput,
      /** May be empty where there are files. */
      text: messageText,
      from: v.nullable(v.string()),
      /** Files of the draft of this number, in the order in which their links are to stand. */
      fileIds: v.optional(v.pipe(v.array(v.string()), v.maxLength(MOST_FILES))),
      /** The send whose files, which the service has, are sent once more, in place of files of the draft. */
      filesOf: v.optional(v.nullable(v.string())),
      account,
    }),
    /** The chat it stands in; a number without a chat gets a provisional one at once. */
    output: v.object({ sendId: v.string(), chatId }),
    errors: ['validation', 'not-found', 'disk'],
  },
  /** Ends the hold of a text, and of those before it to the same number: they leave now. */
  'sends.sendNow': { input: v.object({ requestId, sendId: v.string() }), output: nothing, errors: ['not-found'] },
  /**
   * Sends a refused or not-sent message once more, because the user says so; one whose outcome is unknown only where the
   * user has seen the evidence and accepts that it may go out twice (`mayDouble`), else `validation`.
   */
  'sends.retry': {
    input: v.object({ requestId, sendId: v.string(), mayDouble: v.boolean() }),
    output: nothing,
    errors: ['not-found', 'validation'],
  },
  /** Looks for a lost answer now rather than when the app would by itself. */
  'sends.lookNow': { input: v.object({ sendId: v.string() }), output: nothing, errors: ['not-found'] },
  /**
   * Takes a message that has not left, that was refused or whose outcome is unknown out of the outbox; its text comes back, and
   * its files to the draft of its number.
   */
  'sends.discard': {
    input: v.object({ requestId, sendId: v.string() }),
    output: v.object({ text: v.string(), files: v.array(ownFileViewSchema) }),
    errors: ['not-found'],
  },

  /** What waits on this computer. */
  'outbox.get': { input: nothing, output: outboxViewSchema, errors: [] },
  /**
   * Takes back something that was done to a chat and waits: the chat is as it was. False: it is on its way to the service,
   * or there by now. A text is taken out with `sends.discard`.
   */
  'outbox.cancel': {
    input: v.object({ requestId, waitingId: v.string() }),
    output: v.object({ isCancelled: v.boolean() }),
    errors: ['not-found', 'disk'],
  },

  /** What was begun to that number, files included. */
  'drafts.get': {
    input: v.object({ phone: phoneInput }),
    output: v.object({ text: v.string(), files: v.array(ownFileViewSchema) }),
    errors: [],
  },
  /**
   * `base`: the draft that this text was written from. Where another window made something else of it since, that stays, is
   * answered as `other`, and nothing is saved.
   */
  'drafts.save': {
    input: v.object({ phone: phoneInput, text: messageText, base: v.optional(messageText), account }),
    output: v.object({ other: v.nullable(v.string()) }),
    errors: ['disk'],
  },
  /**
   * Adds a staged file (`files.stage`, all of its bytes) to the draft of that number; the staged one is used up. What the
   * service would not take, and one too many, is `validation` with a sentence in the field `file`.
   */
  'drafts.addFile': {
    input: v.object({ requestId, phone: phoneInput, handle: v.string() }),
    output: ownFileViewSchema,
    errors: ['validation', 'not-found', 'disk'],
  },
  /** Takes a file out of the draft and off this computer. */
  'drafts.removeFile': {
    input: v.object({ requestId, phone: phoneInput, fileId: v.string() }),
    output: nothing,
    errors: ['disk'],
  },

  /** What one part of a text to that number costs, in account money; null where the service's list does not say. */
  'prices.find': {
    input: v.object({ phone: phoneInput }),
    output: v.nullable(moneySchema),
    errors: [],
  },
} as const;
