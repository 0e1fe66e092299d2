import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { StoredCopy, SyncStatusView } from '#shared/contract/index.ts';
import { Translator } from '#renderer/lib/messages.ts';
import { Session, toIdentity } from '#renderer/app/session.svelte.ts';
import { Overlays } from '#renderer/app/overlays.svelte.ts';
import { AccountActions } from '#renderer/app/account-actions.svelte.ts';
import { FullCheck, type CheckOutcome } from '#renderer/data/full-check.svelte.ts';
import { StoredCopyState } from '#renderer/features/settings/stored-copy-state.svelte.ts';
import { FakeBridge, toProblem } from '#test/support/fake-bridge.ts';
import { buildRemembered } from '#test/support/fake-settings.ts';
import { PageStorage } from '#test/support/page-storage.ts';
import { makeStatus } from '#test/support/sync-status.ts';

const texts = new Translator('en-GB');
const status = makeStatus();

let bridge: FakeBridge;
beforeEach(() => {
  bridge = new FakeBridge();
});

function countOf(name: string): number {
  return bridge.asked.filter((call) => call.name === name).length;
}

describe('StoredCopyState', () => {
  let now: number;
  let copy: StoredCopyState;
  beforeEach(() => {
    now = 1_000_000;
    copy = new StoredCopyState(bridge, () => now);
  });
  afterEach(() => copy.dispose());

  it('shows a choice at once, and what main made of it', async () => {
    await copy.refresh();
    const release = bridge.hold('data.setHistory');
    const done = copy.setHistory({ days: 30 });
    expect(copy.view?.history).toEqual({ days: 30, isPaused: false, isWhole: false });
    release();
    expect(await done).toMatchObject({ ok: true });
    expect(bridge.inputsOf('data.setHistory')).toEqual([{ days: 30, isPaused: false }]);
  });

  it('STATE-3 puts a choice back when main refuses', async () => {
    await copy.refresh();
    bridge.fail('data.setHistory', toProblem('disk'));
    expect(await copy.setHistory({ isPaused: true })).toMatchObject({ ok: false });
    expect(copy.view?.history.isPaused).toBe(false);
  });

  it('STATE-2 lets no answer that was asked for before replace a choice', async () => {
    await copy.refresh();
    const release = bridge.hold('data.get');
    const asking = copy.refresh();
    const before: StoredCopy = bridge.settings.copy;
    await copy.setHistory({ days: 365 });
    bridge.settings.copy = before;
    release();
    await asking;
    expect(copy.view?.history.days).toBe(365);
  });

  it('STATE-1 asks again after a resync', async () => {
    await copy.refresh();
    bridge.resync();
    expect(countOf('data.get')).toBe(2);
  });

  it('asks again as sync goes on, and no oftener than every ten seconds', async () => {
    await copy.refresh();
    bridge.emit('sync.statusChanged', { status });
    expect(countOf('data.get')).toBe(1);
    now += 10_000;
    bridge.emit('sync.statusChanged', { status });
    bridge.emit('sync.statusChanged', { status });
    expect(countOf('data.get')).toBe(2);
  });

  it('clears once however often it is asked to, and then counts again', async () => {
    await copy.refresh();
    const [first, second] = await Promise.all([copy.clear(), copy.clear()]);
    expect(first).toMatchObject({ ok: true });
    expect(second).toBeNull();
    expect(countOf('data.clearCopy')).toBe(1);
    expect(copy.view?.kinds.find(({ kind }) => kind === 'messages')?.rows).toBe(0);
  });

  it('says why nothing came, and keeps what it had', async () => {
    await copy.refresh();
    bridge.fail('data.get', toProblem('disk'));
    await copy.refresh();
    expect(copy.problem?.code).toBe('disk');
    expect(copy.view).not.toBeNull();
  });

  it('STATE-5 leaves no listener behind', () => {
    copy.dispose();
    expect(bridge.listenerCount).toBe(0);
  });
});

describe('FullCheck', () => {
  let outcomes: CheckOutcome[];
  let check: FullCheck;
  beforeEach(() => {
    outcomes = [];
    check = new FullCheck(bridge, (outcome) => outcomes.push(outcome));
  });
  afterEach(() => check.dispose());
  const tell = (changes: Partial<SyncStatusView>): void =>
    bridge.emit('sync.statusChanged', { status: { ...status, ...changes } });

  it('tells its end once, wherever one is by then', () => {
    tell({ isChecking: true });
    tell({ isChecking: true, phase: 'check' });
    tell({});
    tell({});
    expect(outcomes).toEqual(['done']);
  });

  it('does not say that all was compared where the service went away', () => {
    tell({ isChecking: true });
    tell({ link: 'offline' });
    expect(outcomes).toEqual(['stopped']);
  });

  it('says nothing of a check of an account that is no longer open', () => {
    tell({ isChecking: true });
    tell({ link: 'starting', lastSyncedAt: null });
    tell({});
    expect(outcomes).toEqual([]);
  });

  it('says why it did not begin', async () => {
    bridge.fail('sync.checkEverything', toProblem('offline'));
    expect(await check.start()).toMatchObject({ code: 'offline' });
    expect(check.isAsking).toBe(false);
  });
});

describe('AccountActions', () => {
  let session: Session;
  let acts: AccountActions;
  let said: string[];
  let storage: PageStorage;
  let waiting = 0;
  const other = buildRemembered({ accountId: 'b', username: 'riverside', isActive: false });
  beforeEach(() => {
    said = [];
    bridge.settings.session = { ...bridge.settings.session, accounts: [buildRemembered(), other] };
    session = new Session(bridge);
    bridge.emit('session.changed', { session: bridge.settings.session });
    storage = new PageStorage();
    acts = new AccountActions(bridge, {
      session,
      toasts: { show: (text) => said.push(text) },
      texts,
      overlays: new Overlays(() => null),
      countWaiting: () => ({ waiting, actions: 0 }),
      openStorage: () => storage,
    });
  });
  afterEach(() => session.dispose());

  it('signs out at once where nothing waits, and only after a question where something does', async () => {
    waiting = 1;
    await acts.signOut();
    expect(acts.leaving.isOpen).toBe(true);
    expect(countOf('session.signOut')).toBe(0);
    await acts.leave();
    expect(acts.leaving.isOpen).toBe(false);
    expect(countOf('session.signOut')).toBe(1);
    waiting = 0;
    await acts.signOut();
    expect(countOf('session.signOut')).toBe(2);
  });

  it('opens another account, after what was written for the open one is safe', async () => {
    const order: string[] = [];
    session.beforeLeaving(() => {
      order.push(`saved for ${session.view?.username ?? ''}, asked ${String(countOf('accounts.open'))}`);
      return Promise.resolve();
    });
    expect(await acts.open(other)).toBe(true);
    expect(order).toEqual(['saved for northgate-vets, asked 0']);
    expect(session.view?.username).toBe('riverside');
  });

  it('stays with the open one where that did not work, and says so', async () => {
    bridge.fail('accounts.open', toProblem('disk'));
    expect(await acts.open(other)).toBe(false);
    expect(session.view?.username).toBe('northgate-vets');
    expect(said[0]).toMatch(/^riverside couldn’t be opened, so you’re still in the account you were using\./);
    expect(acts.busy).toBeNull();
  });

  it('does one thing at a time', async () => {
    const release = bridge.hold('accounts.open');
    const first = acts.open(other);
    expect(acts.busy).toBe('b');
    await acts.remove(other);
    release();
    await first;
    expect(countOf('accounts.remove')).toBe(0);
  });

  it('removes an account and says that nothing changed at the service', async () => {
    await acts.remove(other);
    expect(session.view?.accounts.map(({ accountId }) => accountId)).toEqual(['northgate']);
    expect(said).toEqual(['riverside removed from this computer. Nothing changed on the service.']);
  });

  it('forgets what the page keeps of an account that is removed, and nothing of the others', async () => {
    const toKey = ({ baseUrl, username }: typeof other): string =>
      `switchboard.templates.unsaved.${toIdentity({ baseUrl, username, isDemo: false })}`;
    storage.setItem(toKey(other), '{}');
    storage.setItem(toKey(buildRemembered()), '{}');
    storage.setItem('switchboard.theme', 'dark');
    bridge.fail('accounts.remove', toProblem('disk'));
    await acts.remove(other);
    expect(storage.length).toBe(3);
    bridge.fail('accounts.remove', null);
    await acts.remove(other);
    expect(storage.getItem(toKey(other))).toBeNull();
    expect(storage.length).toBe(2);
  });

  it('counts what would go, and removes nothing where that cannot be counted', async () => {
    expect(await acts.count(other)).toMatchObject({ accountId: 'b', drafts: 2, unsent: 1 });
    bridge.fail('accounts.count', toProblem('disk'));
    expect(await acts.count(other)).toBeNull();
    expect(said[0]).toMatch(/couldn’t count what .*, so nothing was removed/);
  });
});

describe('adding an account', () => {
  it('shows the sign-in screen, keeps the open account, and ends with the new one or on the way back', async () => {
    const session = new Session(bridge);
    bridge.emit('session.changed', { session: bridge.settings.session });
    session.addAccount();
    expect(session.screen).toBe('sign-in');
    expect(session.view?.username).toBe('northgate-vets');
    session.stopAddingAccount();
    expect(session.screen).toBe('inbox');
    session.addAccount();
    bridge.settings.session = {
      ...bridge.settings.session,
      accounts: [buildRemembered({ accountId: 'b', username: 'riverside' })],
    };
    await session.openAccount('b');
    expect(session.screen).toBe('inbox');
    expect(session.isAddingAccount).toBe(false);
    session.dispose();
  });
});
