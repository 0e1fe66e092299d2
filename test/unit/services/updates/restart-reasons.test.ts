import { describe, expect, it } from 'vitest';
import type { OpenAccount } from '#main/services/account/open-account.ts';
import type { Services } from '#main/services/services.ts';
import { findRestartReasons } from '#main/services/updates/restart-reasons.ts';

const NONE = { held: 0, queued: 0, sending: 0, canSendNow: true };

function find(unsent: Partial<typeof NONE>, imports: readonly { state: string; step: string }[] = [], isOpen = true) {
  const account = { store: { listImports: () => Promise.resolve(imports) } } as unknown as OpenAccount;
  return findRestartReasons({
    session: { findAccount: () => (isOpen ? account : undefined) } as Services['session'],
    quitGuard: { countUnsent: () => Promise.resolve({ ...NONE, ...unsent }) } as Services['quitGuard'],
  });
}

describe('what a restart would cut short', () => {
  it('is nothing where nothing runs, and where nobody is signed in', async () => {
    expect(await find({})).toEqual([]);
    expect(await find({ sending: 1 }, [{ state: 'running', step: 'send' }], false)).toEqual([]);
  });

  it('is an import or its undo that goes on by itself, and none that the user paused', async () => {
    for (const state of ['running', 'waiting', 'undoing', 'undo-waiting']) {
      expect(await find({}, [{ state, step: 'rows' }])).toEqual(['import']);
    }
    expect(
      await find({}, [
        { state: 'paused', step: 'rows' },
        { state: 'finished', step: 'done' },
      ]),
    ).toEqual([]);
  });

  it('is a text that leaves now, and none that cannot: that one leaves after the restart', async () => {
    expect(await find({ sending: 1, canSendNow: false })).toEqual(['sending']);
    expect(await find({ held: 1 })).toEqual(['sending']);
    expect(await find({ queued: 3, canSendNow: false })).toEqual([]);
  });

  it('is all of it', async () => {
    expect(await find({ queued: 1 }, [{ state: 'running', step: 'rows' }])).toEqual(['import', 'sending']);
  });
});
