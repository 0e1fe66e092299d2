/** The store of one account: a facade over one writer thread and its readers. Everything here is async. */
import { mkdirSync } from 'node:fs';
import type { ChangeSet } from '#shared/domain/sync.ts';
import { DisposeStack } from '#shared/lib/disposable.ts';
import type { Store, StoreOptions } from './api.ts';
import { createChannel, toLeastBusy } from './channel.ts';
import type { Channel } from './channel.ts';
import { findDiskKind, toAppError, toStoredError } from './errors.ts';
import { commandNames, queryNames } from './names.ts';
import { markDamaged } from './paths.ts';
import type { CallResult, CommandCall, QueryCall, RunReply } from './protocol.ts';
import { WriterQueue } from './queue.ts';

const DEFAULT_READERS = 2;
/** By then the first lists are on screen. */
const CHECK_AFTER_MS = 20_000;

/**
 * Opens `owned.db` and `cache.db` in `options.folder`, making what is missing.
 * @throws {AppError} of code `disk`: the folder cannot be written, or a file was made by a newer version of the app.
 */
export async function createStore(options: StoreOptions): Promise<Store> {
  const { folder, now, readers: readerCount = DEFAULT_READERS } = options;
  const stack = new DisposeStack();
  const watch = (channel: Channel): void => {
    channel.onEnded = (end) => options.onThreadEnded?.(end);
  };
  try {
    mkdirSync(folder, { recursive: true, mode: 0o700 });
    const writer = await createChannel({ role: 'writer', folder, now: now() });
    stack.add(() => writer.channel.dispose());
    watch(writer.channel);
    for (const notice of writer.ready.notices) options.onNotice?.(notice);
    const readers: Channel[] = [];
    for (let count = 0; count < Math.max(1, readerCount); count += 1) {
      const { channel } = await createChannel({ role: 'reader', folder, now: now() });
      stack.add(() => channel.dispose());
      watch(channel);
      readers.push(channel);
    }
    if (!writer.ready.isChecked) stack.add(checkLater({ options, writer: writer.channel, readers }));
    return createFacade({ options, stack, writer: writer.channel, readers });
  } catch (error) {
    await stack.dispose();
    throw toAppError(toStoredError(error, 'open'));
  }
}

/** Checks what was not checked at the opening, beside everything else. Returns its own undo. */
function checkLater({ options, writer, readers }: Omit<Parts, 'stack'>): () => void {
  const check = async (): Promise<void> => {
    try {
      await toLeastBusy(readers).request({ type: 'check' });
    } catch (error) {
      // Any other failure is met again by whoever needs the file.
      if (findDiskKind(error) !== 'corrupt') return;
      writer.noteDamage();
      options.onFailing?.('corrupt');
    }
  };
  const timer = setTimeout(() => void check(), options.checkAfterMs ?? CHECK_AFTER_MS).unref();
  return () => clearTimeout(timer);
}

interface Parts {
  readonly options: StoreOptions;
  readonly stack: DisposeStack;
  readonly writer: Channel;
  readonly readers: readonly Channel[];
}

function createFacade({ options, stack, writer, readers }: Parts): Store {
  const listeners = new Set<(changes: ChangeSet) => void>();
  const queue = new WriterQueue(async (calls) => {
    const reply = (await writer.request({ type: 'run', now: options.now(), calls })) as RunReply;
    if (reply.trouble !== null) {
      options.onNotice?.({ kind: 'cache-behind', detail: reply.trouble.message });
      if (reply.trouble.kind !== null) options.onFailing?.(reply.trouble.kind);
    }
    tellChanges(listeners, [...reply.late, ...reply.results.flatMap(toChanges)]);
    return reply.results;
  });
  stack.add(() => queue.close());

  const command = (name: CommandCall['name']) => (input: unknown) =>
    noticing(options, writer, queue.push({ name, input } as CommandCall));
  const query = (name: QueryCall['name']) => (input: unknown) => {
    const call = { name, input } as QueryCall;
    const answer = toLeastBusy(readers).request({ type: 'ask', now: options.now(), call });
    return noticing(options, writer, answer);
  };
  const calls = Object.fromEntries([
    ...commandNames.map((name) => [name, command(name)]),
    ...queryNames.map((name) => [name, query(name)]),
  ]) as unknown as Omit<Store, 'onChange' | 'dispose'>;

  let closing: Promise<void> | null = null;
  return {
    ...calls,
    onChange: (listener) => {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    dispose: () => (closing ??= stack.dispose()),
  };
}

/** A listener that throws is a bug of its own: what is committed must not look as if it had failed. */
function tellChanges(listeners: ReadonlySet<(changes: ChangeSet) => void>, all: readonly ChangeSet[]): void {
  for (const changes of all) {
    for (const listener of listeners) queueMicrotask(() => listener(changes));
  }
}

const toChanges = (result: CallResult): readonly ChangeSet[] =>
  result.ok && result.changes !== null ? [result.changes] : [];

/** A disk that fails is noticed in passing. Of a damaged cache a mark is left: the next opening gets over it. */
async function noticing<Result>(
  { folder, onFailing }: StoreOptions,
  writer: Channel,
  work: Promise<Result>,
): Promise<Result> {
  try {
    return await work;
  } catch (error) {
    const kind = findDiskKind(error);
    if (kind === 'corrupt') {
      markDamaged(folder);
      writer.noteDamage();
    }
    if (kind !== undefined) onFailing?.(kind);
    throw error;
  }
}
