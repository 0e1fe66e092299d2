import Download from '@lucide/svelte/icons/download';
import Lock from '@lucide/svelte/icons/lock';
import LockOpen from '@lucide/svelte/icons/lock-open';
import Minus from '@lucide/svelte/icons/minus';
import Trash from '@lucide/svelte/icons/trash';
import Undo2 from '@lucide/svelte/icons/undo-2';
import type { Component } from 'svelte';
import type { CommandId } from '#shared/domain/commands.ts';
import type { Translator } from '#renderer/lib/messages.ts';
import type { ContactsScreen } from './contacts-screen.svelte.ts';
import { bar as words } from './messages.ts';

/** What can be done with rows. */
export interface RowAct {
  readonly label: string;
  readonly icon: Component<{ size?: number }>;
  readonly isDanger: boolean;
  /** Whose key does the same to the row under the keys; null: none. */
  readonly command: CommandId | null;
  readonly run: () => unknown;
}

/** What can be done with rows of what is shown, in their bar and in the menu of one; adding them to a list is beside it. */
export function listRowActs(screen: ContactsScreen, texts: Translator, ids: readonly number[]): readonly RowAct[] {
  const { scope, list, isRegister } = screen;
  const act = (label: string, icon: RowAct['icon'], run: () => unknown): RowAct => ({
    ...{ label, icon, run, isDanger: false, command: null },
  });
  const remove = (): unknown => list && screen.removeRows(list, ids);
  const block = (isBlocked: boolean): RowAct =>
    isBlocked
      ? act(texts.text(words.block), Lock, () => screen.setBlocked(ids, true))
      : act(texts.text(words.unblock), LockOpen, () => screen.setBlocked(ids, false));
  // A row that is not loaded may be blocked or not: to block it again does no harm.
  const isEachBlocked = ids.length > 0 && ids.every((id) => screen.contacts.table.find(id)?.isBlocked === true);
  const register =
    scope.kind === 'blocked'
      ? block(false)
      : act(texts.text(words.resubscribe), Undo2, () => screen.ask({ kind: 'resubscribe', ids }));
  return [
    ...(list?.isReadOnly === false ? [act(texts.text(words.removeFromList), Minus, remove)] : []),
    ...(isRegister ? [register] : []),
    act(texts.text(words.export), Download, () => screen.export(ids)),
    ...(isRegister
      ? []
      : [
          block(!isEachBlocked),
          {
            ...act(texts.text(words.delete), Trash, () => screen.deleteRows(ids)),
            isDanger: true,
            command: 'delete-contacts' as const,
          },
        ]),
  ];
}
