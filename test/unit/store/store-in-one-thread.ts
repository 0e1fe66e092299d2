/** Commands and queries on real files in one thread: what the workers do, without the workers. */
import type { StoreCommands, StoreQueries } from '#main/store/api.ts';
import { Changes } from '#main/store/changes.ts';
import { toAppError } from '#main/store/errors.ts';
import type { CommandCall } from '#main/store/protocol.ts';
import { queries } from '#main/store/queries/table.ts';
import { reconcile } from '#main/store/reconcile.ts';
import { runGroup } from '#main/store/writer.ts';
import { toChatId } from '#shared/domain/ids.ts';
import type { ChangeSet, ChatAct } from '#shared/domain/sync.ts';
import { openStoreFiles } from '#test/support/store-files.ts';
import { NOON } from './builders.ts';

export class StoreInOneThread {
  readonly #files = openStoreFiles();
  readonly owned = this.#files.owned;
  readonly cache = this.#files.cache;
  readonly reader = this.#files.reader;
  readonly folderPath = this.#files.folderPath;
  now = NOON;
  /** What the last command touched; null when nothing. */
  changes: ChangeSet | null = null;

  /** Runs one command; throws the `AppError` that a caller would get. */
  run<Name extends keyof StoreCommands>(
    name: Name,
    input: StoreCommands[Name]['input'],
  ): StoreCommands[Name]['output'] {
    const { results, trouble } = runGroup(this, [{ name, input } as CommandCall], this.now);
    const [result] = results;
    if (trouble !== null) throw toAppError(trouble);
    if (result === undefined) throw new Error('One call has one result');
    if (!result.ok) throw toAppError(result.error);
    this.changes = result.changes;
    return result.output as StoreCommands[Name]['output'];
  }

  /** Does something to one chat, as a person; the id of what waits to be told of it, null where nothing does. */
  act(chatId: number, action: ChatAct, { at = NOON, dueAt = at }: { at?: number; dueAt?: number } = {}): number | null {
    const { applied } = this.run('applyActions', { chatIds: [toChatId(chatId)], action, at, dueAt });
    const [chat] = applied;
    if (chat === undefined || action.kind === 'snooze' || action.kind === 'reply') return null;
    const sql = 'SELECT max(id) AS id FROM pending_actions WHERE chat_id = ? AND kind = ?';
    return this.owned.get<{ id: number | null }>(sql, [chat.chatId, action.kind])?.id ?? null;
  }

  ask<Name extends keyof StoreQueries>(name: Name, input: StoreQueries[Name]['input']): StoreQueries[Name]['output'] {
    return this.reader.transaction(() => queries[name](this.reader, input, this.now));
  }

  /**
   * As where the app ends between the two commits of a command: its owned rows are on the disk, and the cache did not
   * follow. Then the files are opened again.
   */
  crashIn<Name extends keyof StoreCommands>(name: Name, input: StoreCommands[Name]['input']): void {
    const tables = this.cache.all<{ name: string }>(
      `SELECT name FROM sqlite_schema WHERE type = 'table' AND name IN ('chats', 'messages', 'hidden_messages', 'contacts', 'blocked_contacts')`,
    );
    const events = tables.flatMap((table) =>
      ['INSERT', 'UPDATE', 'DELETE'].map((event) => [table.name, event] as const),
    );
    for (const [table, event] of events) {
      this.cache.exec(`CREATE TRIGGER crash_${table}_${event} BEFORE ${event} ON ${table}
        BEGIN SELECT RAISE(ABORT, 'The app ends here'); END`);
    }
    const { trouble } = runGroup(this, [{ name, input } as CommandCall], this.now);
    for (const [table, event] of events) this.cache.exec(`DROP TRIGGER crash_${table}_${event}`);
    if (trouble === null) throw new Error(`${name} has nothing to show in the cache`);
    this.reopen();
  }

  /** What an opening does with files that are there. */
  reopen(): void {
    reconcile({ owned: this.owned, cache: this.cache, now: this.now, changes: new Changes() });
  }

  close(): void {
    this.#files.close();
  }
}
