import { afterEach, describe, expect, it } from 'vitest';
import type { DesktopView } from '#shared/contract/index.ts';
import { DesktopFacts } from '#renderer/app/desktop-facts.svelte.ts';
import { FakeBridge, toProblem } from '#test/support/fake-bridge.ts';

let bridge: FakeBridge;
let desktop: DesktopFacts;
afterEach(() => desktop.dispose());

async function open(changes: Partial<DesktopView> = {}): Promise<void> {
  bridge = new FakeBridge();
  bridge.desktop.view = { ...bridge.desktop.view, ...changes };
  desktop = new DesktopFacts(bridge);
  await desktop.refresh();
}

describe('what the desktop can do', () => {
  it('is what main says, and follows what main tells', async () => {
    await open({ notifications: 'ask' });
    expect(desktop.view).toMatchObject({ notifications: 'ask' });
    bridge.desktop.change({ notifications: 'allowed' });
    expect(desktop.view).toMatchObject({ notifications: 'allowed' });
  });

  it('shows a wish at once, and what was before where the desktop refuses', async () => {
    await open({ startsAtLogin: false, opensLinks: { sms: false, tel: true } });
    const kept = desktop.set({ startsAtLogin: true });
    expect(desktop.view).toMatchObject({ startsAtLogin: true, opensLinks: { sms: false, tel: true } });
    await kept;
    bridge.fail('desktop.set', toProblem('not-found'));
    const refused = desktop.set({ opensSms: true });
    expect(desktop.view).toMatchObject({ opensLinks: { sms: true, tel: true } });
    expect(await refused).toMatchObject({ ok: false });
    expect(desktop.view).toMatchObject({ startsAtLogin: true, opensLinks: { sms: false, tel: true } });
  });

  it('asks the user once, and shows the answer', async () => {
    await open({ notifications: 'ask' });
    bridge.desktop.answer = 'denied';
    await desktop.askPermission();
    expect(desktop.view).toMatchObject({ notifications: 'denied' });
  });

  it('wishes nothing of a desktop that nobody described yet', async () => {
    bridge = new FakeBridge();
    desktop = new DesktopFacts(bridge);
    expect(await desktop.set({ startsAtLogin: true })).toBeNull();
  });
});
