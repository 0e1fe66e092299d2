import type { SyncStatusView } from '#shared/contract/index.ts';
import type { LinkState } from '#shared/domain/link-state.ts';
import { shell } from '#renderer/lib/words/shell.ts';
import type { Formats } from './format.ts';
import type { Message, Translator } from './messages.ts';

/** The words beside the light in the title bar. */
export function toLinkLabel(
  state: LinkState,
  status: SyncStatusView | null,
  say: { texts: Translator; formats: Formats },
) {
  const { texts, formats } = say;
  const time = formats.time(status?.since ?? 0);
  const words: Readonly<Record<LinkState, () => string>> = {
    lost: () => texts.text(shell.linkLost),
    'disk-full': () => texts.text(shell.linkDiskFull),
    'disk-unwritable': () => texts.text(shell.linkDiskUnwritable),
    'disk-reopening': () => texts.text(shell.linkDiskReopening),
    starting: () => texts.text(shell.linkStarting),
    unauthorized: () => texts.text(shell.linkUnauthorized),
    keyless: () => texts.text(shell.linkKeyless),
    maintenance: () => texts.text(shell.linkMaintenance, { time }),
    slowed: () => texts.text(shell.linkSlowed),
    troubled: () => texts.text(shell.linkTroubled),
    offline: () => texts.text(shell.linkOffline, { time }),
    'catching-up': () => texts.text(shell.linkCatchingUp),
    live: () => texts.text(shell.linkLive),
  };
  return words[state]();
}

/** Nothing can be written on this computer, however the service stands. */
export type DiskState = Extract<LinkState, `disk-${string}`>;

export function isDiskState(state: LinkState): state is DiskState {
  return state === 'disk-full' || state === 'disk-unwritable' || state === 'disk-reopening';
}

type Counted = Message<'count'>;
const PROGRESS: Partial<Record<SyncStatusView['phase'], { open: Counted; total: Message<'count' | 'total'> | null }>> =
  {
    chats: { open: shell.catchingUpChats, total: shell.catchingUpChatsOf },
    messages: { open: shell.catchingUpMessages, total: shell.catchingUpMessagesOf },
    history: { open: shell.catchingUpMessages, total: shell.catchingUpMessagesOf },
    contacts: { open: shell.catchingUpContacts, total: shell.catchingUpContactsOf },
    lists: { open: shell.catchingUpLists, total: null },
    check: { open: shell.checking, total: shell.checkingOf },
  };

/** `214 of about 1,900 messages.`; undefined where there is nothing to count yet. */
export function findProgressText(status: SyncStatusView, texts: Translator): string | undefined {
  if (status.phase === 'account') return texts.text(shell.catchingUpAccount);
  // Small collections of many kinds: their number says nothing to anybody.
  if (status.phase === 'others') return texts.text(shell.catchingUpOthers);
  const progress = PROGRESS[status.phase];
  if (progress === undefined) return undefined;
  if (progress.total === null || status.total === null || status.total < status.done)
    return texts.text(progress.open, { count: status.done });
  return texts.text(progress.total, { count: status.done, total: status.total });
}
