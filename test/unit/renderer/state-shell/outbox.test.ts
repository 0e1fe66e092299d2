import { describe, expect, it, vi } from 'vitest';
import type { OutboxView } from '#shared/contract/index.ts';
import { Outbox } from '#renderer/data/outbox.svelte.ts';
import { MemoryBridge, refusal, signedIn } from './memory-bridge.ts';

const view = (waiting: number): OutboxView => ({
  counts: { waiting, checking: 0, stopped: 0, actions: 0, drafts: 0 },
  sends: [],
  actions: [],
});

describe('what waits on this computer', () => {
  const bridge = new MemoryBridge();
  const outbox = new Outbox(bridge);
  const knows = (waiting: number | undefined): Promise<void> =>
    vi.waitFor(() => expect(outbox.view?.counts.waiting).toBe(waiting));

  it('STATE-1: is asked for again when it changed, and after a resync', async () => {
    bridge.value('outbox.get', view(1));
    await outbox.refresh();
    await knows(1);
    bridge.value('outbox.get', view(2)).emit('outbox.changed', {});
    await knows(2);
    bridge.value('outbox.get', view(3)).resync();
    await knows(3);
  });

  it('STATE-2: asks once more after an answer that was on its way when it changed', async () => {
    const first = Promise.withResolvers<undefined>();
    let answers = 0;
    bridge.answer('outbox.get', async () => {
      answers += 1;
      if (answers > 1) return { ok: true, value: view(5) };
      await first.promise;
      return { ok: true, value: view(4) };
    });
    bridge.emit('outbox.changed', {});
    bridge.emit('outbox.changed', {});
    bridge.emit('outbox.changed', {});
    first.resolve(undefined);
    await knows(5);
    expect(answers).toBe(2);
  });

  it('stays while main does not answer, and is forgotten when nobody is signed in', async () => {
    bridge.value('outbox.get', view(1));
    await outbox.refresh();
    bridge.answer('outbox.get', () => refusal('disconnected'));
    await outbox.refresh();
    expect(outbox.view?.counts.waiting).toBe(1);
    bridge.answer('outbox.get', () => refusal('unauthorized')).emit('session.changed', { session: signedIn });
    await knows(undefined);
  });

  it('STATE-5: leaves no listener behind', () => {
    outbox.dispose();
    expect(bridge.listenerCount).toBe(0);
  });
});
