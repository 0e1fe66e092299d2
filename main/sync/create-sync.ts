import type { ChatId, PhoneKey } from '#shared/domain/ids.ts';
import type { SyncStatus } from '#shared/domain/sync.ts';
import type { Activity } from './core/pace.ts';
import { SyncEngine } from './drivers/engine.ts';
import type { SyncParts } from './drivers/engine.ts';

/** Keeps the cache of one account in step with the service. */
export interface Sync {
  /** Begins to read and never stops by itself, except where the key is refused. */
  start(): void;
  /** Whether somebody looks: decides how often the service is asked. */
  setActivity(activity: Activity): void;
  /** A chat came on screen: it is read at once. */
  openChat(chatId: ChatId): void;
  /** One more page above what the cache has of this chat. Rejects with `AppError`. */
  fetchOlder(chatId: ChatId): Promise<{ readonly isCompleteBefore: boolean }>;
  /** There are new pending actions in the store. */
  actionsChanged(): void;
  /** A message to this number was accepted: its ticks and its chat are looked for soon. */
  messageSent(phone: PhoneKey): void;
  /** Ends every wait and asks the service now; also after a refused key. */
  tryNow(): void;
  getStatus(): SyncStatus;
  /** Ends every call and wait, and resolves when nothing runs any more. */
  dispose(): Promise<void>;
}

/** Builds sync over its ports; nothing happens before `start`. */
export function createSync(parts: SyncParts): Sync {
  return new SyncEngine(parts);
}
