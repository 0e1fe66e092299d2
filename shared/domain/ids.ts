/** Branded identifiers: a number or string that cannot be mistaken for another kind of id. */
declare const brand: unique symbol;
type Branded<Base, Name extends string> = Base & { readonly [brand]: Name };

/** Id of a chat at the service. Negative: a provisional chat that only this computer knows yet. */
export type ChatId = Branded<number, 'ChatId'>;
/** Id of a contact at the service. */
export type ContactId = Branded<number, 'ContactId'>;
/** Id of a contact list at the service. */
export type ListId = Branded<number, 'ListId'>;
/** Our own id of one send; also the `referenceId` that the service gets. 20 lower-case base32 characters. */
export type SendId = Branded<string, 'SendId'>;
/** Our own id of a file that a person added to a text. 20 lower-case base32 characters. */
export type FileId = Branded<string, 'FileId'>;
/** E.164 digits without plus: `447700900318`; or an alphanumeric sender in lower case. The key by which messages join chats. */
export type PhoneKey = Branded<string, 'PhoneKey'>;
/** `in:123`, `out:456`, `call:7`, `note:8`: the ids of each kind are a separate sequence of the service. */
export type MessageKey = Branded<string, 'MessageKey'>;

export const toChatId = (value: number): ChatId => value as ChatId;
export const toContactId = (value: number): ContactId => value as ContactId;
export const toListId = (value: number): ListId => value as ListId;
export const toSendId = (value: string): SendId => value as SendId;
export const toFileId = (value: string): FileId => value as FileId;

/** The key of a message, a call or a team note: its sequence, which is its direction for a message, and its id there. */
export const toMessageKey = (sequence: 'in' | 'out' | 'call' | 'note', id: number): MessageKey =>
  `${sequence}:${String(id)}` as MessageKey;
