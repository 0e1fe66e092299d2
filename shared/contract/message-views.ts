/** Messages, and what waits to become one, as the window is shown them. */
import * as v from 'valibot';
import { problemViewSchema } from './views.ts';

const instant = v.number();
const phone = v.string();

export const deliveryMarkSchema = v.picklist([
  'waiting',
  'queued',
  'scheduled',
  'sent',
  'delivered',
  'failed',
  'rejected',
  'unsubscribed',
  'unknown',
]);

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

export const fileViewSchema = v.object({
  name: v.string(),
  mimeType: v.string(),
  sizeBytes: v.nullable(v.number()),
  /** Ask for `/media/<id>`; null where the service named no address. */
  mediaId: v.nullable(v.string()),
});
export type FileView = v.InferOutput<typeof fileViewSchema>;

/** A file that a person added to a text on this computer. */
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

export const messageViewSchema = v.object({
  /** Stays the same from the moment of sending: `send:<id>`, `in:<id>`, `out:<id>`, `call:<id>` or `note:<id>`. */
  key: v.string(),
  direction: v.picklist(['in', 'out']),
  text: v.string(),
  at: instant,
  kind: v.picklist(['text', 'call', 'note', 'log']),
  mark: v.nullable(deliveryMarkSchema),
  letter: v.nullable(v.string()),
  rejectReason: v.nullable(v.string()),
  files: v.array(fileViewSchema),
  partsCount: v.nullable(v.number()),
  price: v.nullable(v.number()),
  /** The send to many that it is part of; null for one that went to this person alone, and where nobody knows. */
  origin: v.nullable(
    v.object({
      /** Of the service. */
      sessionId: v.number(),
      /** As it was called there; null where it has no name. */
      name: v.nullable(v.string()),
      recipientsCount: v.number(),
    }),
  ),
  /** Whoever else of the team wrote it, where the name is known; null for this account's own. */
  author: v.nullable(v.string()),
  /** The send on this computer that it came from. */
  send: v.nullable(
    v.object({
      id: v.string(),
      state: sendStateSchema,
      createdAt: instant,
      /** When it may leave: of one that is held, the end of the hold. */
      dueAt: instant,
      /** Its files; their links stand at the end of the text once they are known. */
      files: v.array(ownFileViewSchema),
      attempts: v.number(),
      problem: v.nullable(problemViewSchema),
      /** The search for a lost answer; null where none was lost. */
      check: v.nullable(sendCheckSchema),
    }),
  ),
});
export type MessageView = v.InferOutput<typeof messageViewSchema>;

/** What is known of a message beyond its bubble; null for what nobody told. */
export const messageDetailsSchema = v.object({
  /** Every delivery letter that was seen, oldest first. */
  letters: v.array(v.object({ letter: v.string(), mark: v.nullable(deliveryMarkSchema), at: instant })),
  /** Where it came from: a number or a name. */
  sender: v.nullable(v.string()),
  receiver: v.nullable(v.string()),
  /** Whoever wrote it at the service, where that was not this account's key alone. */
  author: v.nullable(v.string()),
  /** The send of the service that it is part of. */
  session: v.nullable(
    v.object({
      id: v.number(),
      text: v.nullable(v.string()),
      recipientsCount: v.nullable(v.number()),
      source: v.nullable(v.string()),
    }),
  ),
  /** Our reference at the service. */
  reference: v.nullable(v.string()),
  partsCount: v.nullable(v.number()),
  charsCount: v.nullable(v.number()),
  price: v.nullable(v.number()),
  rejectReason: v.nullable(v.string()),
  /** Whether it can be deleted at the service. */
  canDelete: v.boolean(),
});
export type MessageDetails = v.InferOutput<typeof messageDetailsSchema>;

export const messageCursorSchema = v.object({ at: instant, key: v.string() });
export type MessageCursor = v.InferOutput<typeof messageCursorSchema>;

export const messagePageSchema = v.object({
  /** Oldest first. */
  items: v.array(messageViewSchema),
  /** Give it back as `before` for the page above; null when the cache has nothing older. */
  older: v.nullable(messageCursorSchema),
  /** Give it back as `after` for the page below; null when the page ends with the newest message. */
  newer: v.nullable(messageCursorSchema),
  /** Whether the service may have older ones than the cache. */
  isCompleteBefore: v.boolean(),
  /**
   * Just above the item `itemKey`: messages between these instants may be missing here. One entry for an item; where known
   * messages lie inside a gap, both of its ends name it, each with all of it. One from the beginning stands above the
   * oldest item.
   */
  gaps: v.array(v.object({ itemKey: v.string(), fromAt: v.nullable(instant), toAt: instant })),
});
export type MessagePage = v.InferOutput<typeof messagePageSchema>;

/** What waits on this computer, of all chats. */
export const outboxViewSchema = v.object({
  counts: v.object({
    /** Texts that leave by themselves as soon as they may. */
    waiting: v.number(),
    /** Texts whose answer got lost, neither found nor known not to be there. */
    checking: v.number(),
    /** Texts that only a person sends: refused, or known not to have been sent. */
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
