import { toChatId } from '#shared/domain/ids.ts';
import type { PendingAction } from '#shared/domain/sync.ts';
import { parseAction } from '../json.ts';

export interface ActionRow {
  readonly id: number;
  readonly chat_id: number;
  readonly action: string;
  readonly created_at: number;
  readonly attempts: number;
}

export function toPendingAction(row: ActionRow): PendingAction {
  return {
    id: row.id,
    chatId: toChatId(row.chat_id),
    action: parseAction(row.action),
    createdAt: row.created_at,
    attempts: row.attempts,
  };
}
