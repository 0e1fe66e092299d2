/** Views with nothing special about them, for the main in memory and for tests. */
import type { ChatView, MessageView, OwnFileView } from '#shared/contract/index.ts';

export type SendView = NonNullable<MessageView['send']>;

/** A chat with nothing special about it. */
export function buildChat(changes: Partial<ChatView> = {}): ChatView {
  return {
    id: 1,
    phone: '447700900318',
    name: 'Deborah Okonkwo',
    contactId: 11,
    avatarId: null,
    status: 'active',
    unreadCount: 0,
    isPinned: false,
    isMuted: false,
    mutedUntil: null,
    isBlocked: false,
    isUnsubscribed: false,
    optedOutAt: null,
    lastAt: 1_000,
    lastText: 'Lovely, see you at ten.',
    lastDirection: 'in',
    lastMark: null,
    lastSendState: null,
    waitingSince: null,
    hasFailed: false,
    scheduledAt: null,
    scheduledText: null,
    snoozedUntil: null,
    returnedAt: null,
    draft: null,
    draftAt: null,
    draftFilesCount: 0,
    from: null,
    country: 'GB',
    ...changes,
  };
}

/** An incoming text with nothing special about it. */
export function buildMessage(changes: Partial<MessageView> = {}): MessageView {
  return {
    key: 'in:1',
    direction: 'in',
    text: 'Morning!',
    at: 1_000,
    kind: 'text',
    mark: null,
    letter: null,
    rejectReason: null,
    files: [],
    partsCount: null,
    price: null,
    origin: null,
    author: null,
    send: null,
    ...changes,
  };
}

/** A send with nothing special about it: it left, and nobody has answered. */
export function buildSend(changes: Partial<SendView> = {}): SendView {
  return {
    id: 's1',
    state: 'queued',
    createdAt: 1_000,
    dueAt: 1_000,
    files: [],
    attempts: 0,
    problem: null,
    check: null,
    ...changes,
  };
}

/** A file of a draft with nothing special about it. */
export function buildFile(changes: Partial<OwnFileView> = {}): OwnFileView {
  return {
    id: 'file1',
    name: 'Consent.pdf',
    mimeType: 'application/pdf',
    sizeBytes: 214_000,
    isUploaded: false,
    ...changes,
  };
}
