import type { Language } from '../seed/language.ts';
import type { Role } from '../settings.ts';
import type { AccountSettings, ImportSession, SenderId } from './account-model.ts';
import type { Bulk, Schedule, Template, Upload } from './sending-model.ts';

/** Letters of an outbound message that the service may show. */
export type Letter = 'q' | 'r' | 'a' | 'b' | 's' | 'd' | 'e' | 'f' | 'j' | 'u' | 'g';

export interface User {
  readonly id: number;
  username: string;
  firstName: string;
  lastName: string;
  email: string;
  phone: string;
  company: string;
  role: Role;
  avatar: string | null;
}

export interface CustomField {
  readonly id: number;
  name: string;
  createdAt: number;
}

export interface ContactList {
  readonly id: number;
  name: string;
  description: string;
  favorited: boolean;
  shared: boolean;
  isDefault: boolean;
  userId: number;
  avatar: string | null;
  /** A sign-up form of the service fills it: it cannot be deleted. */
  service?: true;
}

export interface ContactNote {
  readonly id: number;
  contactId: number;
  note: string;
  createdAt: number;
  userId: number;
}

export interface Contact {
  readonly id: number;
  firstName: string;
  lastName: string;
  email: string;
  /** Digits, country code first. */
  phone: string;
  company: string;
  favorited: boolean;
  blocked: boolean;
  /** Number of the service's list of phone types: 0 fixed, 1 mobile, 10 unknown. */
  phoneType: number;
  listIds: readonly number[];
  /** Values of custom fields by `toValueKey`: replaced as a whole (`withValues`), never changed in place. */
  values: Readonly<Record<string, string>>;
  tagIds: readonly number[];
  avatar: string | null;
  /** Whose it is; absent: the account's own. Others share theirs. */
  userId?: number;
  /** Who looks after it; absent: whose it is; null: no user. */
  ownerId?: number | null;
}

export interface Tag {
  readonly id: number;
  title: string;
}

export interface Unsubscribed {
  readonly id: number;
  phone: string;
  firstName: string;
  lastName: string;
  at: number;
  /** The account's own doing, which it may take back; absent: the person asked for it. */
  byAccount?: boolean;
}

export type ChatStatus = 'a' | 'c' | 'd';

export interface Chat {
  readonly id: number;
  /** Digits, or the letters of an alphanumeric sender. */
  readonly phone: string;
  status: ChatStatus;
  unread: number;
  muted: boolean;
  /** Null while not muted, and for a mute without end. */
  mutedUntil: number | null;
  pinned: boolean;
  from: string | null;
  /** Last incoming message (creation while there is none): an outbound message does not move it. */
  updatedAt: number;
  /** Last message of either side. */
  lastAt: number;
  lastText: string | null;
  lastDirection: 'i' | 'o' | null;
}

/** A picture that came with a message; what it shows is drawn from its name. Or a file that somebody uploaded. */
export interface MessageFile {
  readonly id: number;
  readonly name: string;
  readonly originalName: string;
  readonly size: number;
  readonly width: number;
  readonly height: number;
  /** Of an uploaded file, whose picture size nobody knows; absent: a drawn PNG. */
  readonly mimeType?: string;
}

export interface Outbound {
  readonly id: number;
  readonly kind: 'out';
  /** 0 while the bulk that it belongs to is being worked off: its session is made at the end. */
  sessionId: number;
  readonly receiver: string;
  readonly sender: string;
  readonly contactId: number | null;
  readonly at: number;
  readonly text: string;
  readonly charset: 'ISO-8859-1' | 'UTF-16BE';
  readonly parts: number;
  readonly price: number;
  readonly country: string;
  readonly userId: number;
  status: Letter;
  rejectReason: string | null;
  /** Taken out of all lists but those that ask for deleted ones. */
  deleted?: true;
  files?: readonly MessageFile[];
}

export interface Inbound {
  readonly id: number;
  readonly kind: 'in';
  readonly sender: string;
  readonly receiver: string;
  readonly at: number;
  readonly text: string;
  readonly files?: readonly MessageFile[];
}

/** A note of the team inside a chat, seen by nobody else. */
export interface TeamNote {
  readonly id: number;
  readonly kind: 'note';
  readonly phone: string;
  readonly at: number;
  readonly text: string;
  readonly userId: number;
}

/** A voice call with somebody who has a chat; seen only by those who ask for calls. Its ids are a sequence of their own. */
export interface VoiceCall {
  readonly id: number;
  readonly kind: 'call';
  readonly phone: string;
  readonly direction: 'in' | 'out';
  readonly at: number;
  /** Who of the team made it; null for one that came in. */
  readonly userId: number | null;
}

export type ThreadItem = Outbound | Inbound | TeamNote | VoiceCall;

export interface Session {
  readonly id: number;
  readonly startAt: number;
  readonly text: string;
  /** O web application, A this interface. */
  readonly source: 'O' | 'A';
  readonly referenceId: string | null;
  readonly price: number;
  readonly numbersCount: number;
  readonly userId: number;
  readonly title: string | null;
  /** s text-to-speech, m MMS; absent: text. */
  readonly destination?: 's' | 'm';
}

export interface CallbackSettings {
  outUrl: string | null;
  inUrl: string | null;
  format: 'm' | 'u' | 'j';
}

/** Something that will happen. Plain data, so that it survives a restart. */
export type Job = { readonly dueAt: number } & (
  | { readonly kind: 'letter'; readonly messageId: number; readonly letter: Letter; readonly reason: string | null }
  | { readonly kind: 'say'; readonly phone: string; readonly text: string }
  | { readonly kind: 'chatter' }
  | { readonly kind: 'schedule'; readonly scheduleId: number }
  | { readonly kind: 'bulk'; readonly bulkId: number }
  | { readonly kind: 'import'; readonly importId: number }
);

/** Everything that the service knows, as data. */
export interface Snapshot {
  readonly seed: number;
  readonly apiKey: string;
  balance: number;
  users: User[];
  fields: CustomField[];
  tags: Tag[];
  lists: ContactList[];
  contacts: Contact[];
  contactNotes: ContactNote[];
  unsubscribed: Unsubscribed[];
  chats: Chat[];
  outbound: Outbound[];
  inbound: Inbound[];
  teamNotes: TeamNote[];
  calls: VoiceCall[];
  sessions: Session[];
  templates: Template[];
  schedules: Schedule[];
  bulks: Bulk[];
  uploads: Upload[];
  imports: ImportSession[];
  senderIds: SenderId[];
  settings: AccountSettings;
  callbacks: CallbackSettings;
  jobs: Job[];
  /** Phones whose messages end with a chosen letter. */
  outcomes: Record<string, Letter>;
  /** Languages of the people who do not write English, by phone. */
  languages: Record<string, Language>;
  /** How far the service's clock was ahead of the computer's when this was written. */
  clockAheadMs: number;
  /** How many live lines each person has used. */
  spoken: Record<string, number>;
  /** Last ids of tables whose newest rows were deleted, by table: no id is given twice. */
  lastIds?: Record<string, number>;
}
