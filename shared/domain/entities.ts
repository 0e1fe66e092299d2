import type { ChatId, ContactId, ListId, MessageKey, PhoneKey } from './ids.ts';

/** The signed-in account, from `GET /user`. */
export interface Account {
  readonly userId: number;
  readonly username: string;
  readonly firstName: string;
  readonly lastName: string;
  readonly email: string;
  readonly company: string;
  readonly phone: string | null;
  /** Account money; null where the service did not say. */
  readonly balance: number | null;
  /** ISO 4217 code such as `GBP`; null where unknown. */
  readonly currency: string | null;
  /** ISO 3166 alpha-2, upper case. */
  readonly country: string | null;
  /** IANA name without escapes, `Europe/London`. */
  readonly timeZone: string | null;
  readonly timeFormat: '12h' | '24h' | null;
  readonly role: 'parent' | 'administrator' | 'regular' | 'unknown';
  readonly avatarHref: string | null;
}

export type ChatStatus = 'active' | 'closed' | 'deleted' | 'unknown';
/** Direction of the last item of a chat. */
export type LastDirection = 'in' | 'out' | 'call-in' | 'call-out' | null;

/** One chat as the service keeps it. */
export interface Chat {
  readonly id: ChatId;
  readonly phone: PhoneKey;
  readonly contactId: ContactId | null;
  readonly firstName: string;
  readonly lastName: string;
  readonly company: string;
  readonly avatarHref: string | null;
  readonly isBlocked: boolean;
  readonly isUnsubscribed: boolean;
  readonly unreadCount: number;
  /** Time of the last *incoming* message, so says the service. */
  readonly updatedAt: number | null;
  readonly status: ChatStatus;
  readonly isMuted: boolean;
  /** When the mute ends; null: muted without end, or not muted. */
  readonly mutedUntil: number | null;
  readonly isPinned: boolean;
  readonly lastText: string;
  readonly lastDirection: LastDirection;
  /** Own number or sender of this chat; null: the account's default. */
  readonly from: string | null;
  readonly country: string | null;
  /** How its messages travel when not as text messages: only texts can be answered here. Lower case, an open set. */
  readonly channel?: string;
  /** Tags of its contact; absent where the service did not say all of them. */
  readonly tags?: readonly { readonly id: number; readonly title: string }[];
}

export interface MessageFile {
  readonly name: string;
  readonly mimeType: string;
  readonly sizeBytes: number | null;
  readonly url: string | null;
  readonly previewUrl: string | null;
}

/** What a message is for the eye: text people wrote, a call, a team note, or a line of the service's own log. */
export type MessageKind = 'text' | 'call' | 'note' | 'log';

/** One inbound or outbound message, whichever feed it came by. */
export interface Message {
  readonly key: MessageKey;
  readonly direction: 'in' | 'out';
  /** Id in the sequence of its direction. */
  readonly id: number;
  /** The other party. */
  readonly phone: PhoneKey;
  readonly text: string;
  readonly at: number;
  readonly kind: MessageKind;
  /** Delivery letter of an outbound message, lower case, an open set; null for inbound or where not said. */
  readonly letter: string | null;
  readonly rejectReason: string | null;
  readonly sessionId: number | null;
  readonly contactId: ContactId | null;
  readonly firstName: string;
  readonly lastName: string;
  /** Own number or sender that the message went from or came to. */
  readonly ownNumber: string | null;
  readonly partsCount: number | null;
  /** Charged price in account money. */
  readonly price: number | null;
  readonly files: readonly MessageFile[];
  /** User id of who of the team wrote it; absent where the service did not say. */
  readonly initiatorId?: number;
  /** Deleted at the service: only lists that ask for deleted messages have such. */
  readonly isDeleted?: true;
  readonly isEdited?: true;
  /** How it came or went when not as a text message: `whatsapp_business`, …, lower case, an open set. */
  readonly channel?: string;
}

/** One send as the service lists it: a text that went to one or many. */
export interface ServiceSend {
  readonly id: number;
  /** When it started; null where the service did not say. */
  readonly at: number | null;
  /** May hold merge fields that were not filled in. */
  readonly text: string;
  /** Where it came from: `A` is the interface that this app uses; an open set. */
  readonly source: string | null;
  /** What its sender gave with it, such as our own send id; null where it gave nothing. */
  readonly referenceId: string | null;
  /** What all of it cost, in account money; absent, as what follows, where the service did not say. */
  readonly price?: number;
  readonly recipientsCount?: number;
  /** How it went out: `t` text, `s` read aloud, `v` voice; lower case, an open set. */
  readonly destination?: string;
  /** User id of who of the team sent it. */
  readonly initiatorId?: number;
  readonly title?: string;
}

export interface ContactField {
  readonly id: number;
  readonly name: string;
  /** Exactly as it was written, blanks included; null where the service named the field without a value. */
  readonly value: string | null;
}

export interface Contact {
  readonly id: ContactId;
  readonly phone: PhoneKey;
  readonly firstName: string;
  readonly lastName: string;
  readonly company: string;
  readonly email: string;
  readonly country: string | null;
  /** Null where the service did not say, as in the specification's shape: not to be written back as a no. */
  readonly isBlocked: boolean | null;
  readonly isFavorite: boolean;
  /**
   * What the service says in a field that no document knows; false where it says nothing. Whether the contact is somebody
   * else's, who shares it to the account, is told by `ContactDetails.userId` alone.
   */
  readonly isShared: boolean;
  readonly phoneType: string | null;
  readonly avatarHref: string | null;
  readonly fields: readonly ContactField[];
  /** All that it is on; null where the service did not say all of them, which is not the same as none. */
  readonly lists: readonly { readonly id: ListId; readonly name: string }[] | null;
  /** The user whose contact it is: another user's is shared to the account, which cannot change it. Null: not said. */
  readonly userId?: number | null;
  /** The user who looks after it; null: none, or not said. */
  readonly ownerId?: number | null;
  /** Of that user; '' where it is not said. */
  readonly ownerName?: string;
  /** Null where the service did not say all of them. */
  readonly tags?: readonly { readonly id: number; readonly title: string }[] | null;
}

export interface ContactList {
  readonly id: ListId;
  readonly name: string;
  readonly description: string;
  readonly membersCount: number;
  readonly isFavorite: boolean;
  /** With the sub-accounts. */
  readonly isShared: boolean;
  readonly isDefault: boolean;
  readonly isService: boolean;
  readonly avatarHref: string | null;
  /** The user whose list it is: another user's is shared to the account. Null: not said. */
  readonly userId?: number | null;
}

/** One page of a collection. `limit` is the one that the service echoed, not the one asked for. */
export interface Page<T> {
  readonly page: number;
  readonly limit: number;
  /** Null where the answer was a bare array. */
  readonly pageCount: number | null;
  readonly items: readonly T[];
  /** How many rows of it could not be read and are not among the items; absent: none. */
  readonly leftOut?: number;
}
