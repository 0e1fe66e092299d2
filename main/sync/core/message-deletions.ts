/** Messages that a person deleted, as requests to the service: one for each chat, by the sequences of their ids. */
import type { ChatId, MessageKey } from '#shared/domain/ids.ts';
import { toEarliest } from './action-plan.ts';

/** As the store lists them. */
export interface WaitingDeletion {
  readonly chatId: ChatId;
  readonly key: MessageKey;
  readonly createdAt: number;
  readonly dueAt: number;
}

/** Messages of one request. */
export const DELETION_KEYS = 500;

export interface NamedMessages {
  readonly inboundIds: readonly number[];
  readonly outboundIds: readonly number[];
  readonly callIds: readonly number[];
}

/** The ids of each sequence. */
export function toNamedMessages(keys: readonly MessageKey[]): NamedMessages {
  const listIds = (sequence: string): number[] =>
    keys.filter((key) => key.startsWith(`${sequence}:`)).map((key) => Number(key.slice(sequence.length + 1)));
  return { inboundIds: listIds('in'), outboundIds: listIds('out'), callIds: listIds('call') };
}

/** What is due of each chat that the service knows, the oldest first, at most 500 of a chat. */
export function planDeletions(
  waiting: readonly WaitingDeletion[],
  isDue: (deletion: WaitingDeletion) => boolean,
): { readonly due: ReadonlyMap<ChatId, readonly MessageKey[]>; readonly nextDueAt: number } {
  const known = waiting.filter(({ chatId }) => chatId > 0);
  const byChat = Map.groupBy(known.filter(isDue), ({ chatId }) => chatId);
  const due = [...byChat].map(
    ([chatId, deletions]) => [chatId, deletions.slice(0, DELETION_KEYS).map(({ key }) => key)] as const,
  );
  const later = known.filter((deletion) => !isDue(deletion));
  return { due: new Map(due), nextDueAt: toEarliest(later.map(({ dueAt }) => dueAt)) };
}
