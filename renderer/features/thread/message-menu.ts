/** What the menu of a message offers. */
import type { MessageView } from '#shared/contract/index.ts';
import type { MessageAct, MessageLook } from './message-look.ts';
import { toForwardText } from './message-copy.ts';

/** `edit-again`: the text of one that failed stands in the composer again; the rest of `MessageAct` is done about sends. */
export type MessageMenuAct =
  | 'copy'
  | 'copy-with-time'
  | 'copy-link'
  | 'details'
  | 'forward'
  | 'edit-again'
  | Extract<MessageAct, 'edit' | 'retry' | 'again' | 'cancel' | 'remove'>
  | 'check'
  | 'delete';

export interface MessageMenuModel {
  readonly acts: readonly MessageMenuAct[];
  /** Only that part of the text is copied; '' where nothing of it is selected. */
  readonly selected: string;
  /** The link that was pointed at. */
  readonly link: string | null;
  readonly isChecked: boolean;
}

export type MenuOptions = Omit<MessageMenuModel, 'acts'>;

/** What can be done to one message, in the order of the menu. */
export function toMessageMenu(message: MessageView, look: MessageLook, options: MenuOptions): MessageMenuModel {
  const { acts } = look;
  const wanted: readonly (readonly [MessageMenuAct, boolean])[] = [
    ['copy', hasWords(message)],
    ['copy-with-time', hasWords(message)],
    ['copy-link', options.link !== null],
    ['forward', toForwardText([message]) !== ''],
    ['edit', acts.includes('edit')],
    ['edit-again', acts.includes('again') && message.text.trim() !== ''],
    ['retry', acts.includes('retry')],
    ['again', acts.includes('again')],
    ['cancel', acts.includes('cancel')],
    ['check', true],
    ['details', message.kind === 'text' || message.kind === 'call'],
    ['remove', acts.includes('remove')],
    ['delete', isDeletable(message)],
  ];
  return { ...options, acts: wanted.flatMap(([act, isOffered]) => (isOffered ? [act] : [])) };
}

/** Whether the service has it and can delete it; what has not left is taken out of the outbox instead. */
export function isDeletable({ kind, send }: MessageView): boolean {
  return (kind === 'text' || kind === 'call') && (send === null || send.state === 'accepted');
}

function hasWords({ text, files, send }: MessageView): boolean {
  return text.trim() !== '' || files.length > 0 || (send?.files.length ?? 0) > 0;
}
