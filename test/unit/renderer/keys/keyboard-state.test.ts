import { describe, expect, it } from 'vitest';
import type { SavedView, SettingsView } from '#shared/contract/index.ts';
import type { KeyPress } from '#renderer/lib/keys/press.ts';
import { Keys } from '#renderer/app/keys.svelte.ts';
import { KeyboardState } from '#renderer/features/keyboard/keyboard-state.svelte.ts';
import { FakeBridge } from '#test/support/fake-bridge.ts';
import { buildView } from './build-view.ts';

const press = (key: string, more: Partial<KeyPress> = {}): KeyPress => ({
  key,
  code: `Key${key.toUpperCase()}`,
  altKey: false,
  ctrlKey: false,
  metaKey: false,
  shiftKey: false,
  ...more,
});

function setUp(shortcuts: Record<string, string> = {}, views: readonly SavedView[] = []) {
  const bridge = new FakeBridge();
  const settings = { singleKeys: true, shortcuts };
  const keys = new Keys({ settings: () => settings, findPage: () => 'inbox', userAgent: 'Windows' });
  keys.followViews({ list: () => views, open: () => undefined });
  const said: string[] = [];
  const part = new KeyboardState({
    bridge,
    keys,
    shortcuts: () => settings.shortcuts,
    change: (changes: Partial<SettingsView>) => {
      settings.shortcuts = changes.shortcuts ?? settings.shortcuts;
      return Promise.resolve(true);
    },
    onChanged: (id, chord) => said.push(`${id} ${chord ?? 'none'}`),
    onViewKept: () => said.push('kept'),
  });
  return { bridge, settings, part, said };
}

describe('recording keys', () => {
  it('takes what is pressed, and says so', async () => {
    const { part, settings, said } = setUp();
    part.start('pin', false);
    expect(await part.press(press('Shift', { shiftKey: true }))).toBe(false);
    expect(part.recording).not.toBeNull();
    await part.press(press('b', { ctrlKey: true }));
    expect(settings.shortcuts).toEqual({ pin: 'Ctrl+B' });
    expect(said).toEqual(['pin Ctrl+B']);
    expect(part.recording).toBeNull();
    expect(part.isChanged('pin')).toBe(true);
  });

  it('keeps what is there for Escape, and nothing for Backspace', async () => {
    const { part, settings } = setUp();
    part.start('pin', false);
    await part.press(press('Escape'));
    expect(settings.shortcuts).toEqual({});
    part.start('pin', false);
    await part.press(press('Backspace'));
    expect(settings.shortcuts).toEqual({ pin: '' });
  });

  it('changes nothing where another command has the keys, until a person says so', async () => {
    const { part, settings } = setUp();
    part.start('pin', false);
    await part.press(press('e'));
    expect(part.clash).toMatchObject({ kind: 'command', holder: 'close-or-reopen', isFixed: false });
    expect(settings.shortcuts).toEqual({});
    await part.takeOver();
    expect(settings.shortcuts).toEqual({ pin: 'E', 'close-or-reopen': '' });
    expect(part.changedCount).toBe(2);
  });

  it('gives the usual keys back, also where another took them', async () => {
    const { part, settings } = setUp({ pin: 'E', 'close-or-reopen': '' });
    await part.reset('close-or-reopen');
    expect(settings.shortcuts).toEqual({ pin: '' });
    await part.resetAll();
    expect(settings.shortcuts).toEqual({});
  });

  it('never takes keys of the platform, nor those of the window', async () => {
    const { part, settings } = setUp();
    part.start('pin', false);
    await part.press(press('F10', { shiftKey: true }));
    expect(part.clash).toMatchObject({ kind: 'command', isFixed: true });
    await part.takeOver();
    await part.press(press('v', { ctrlKey: true }));
    expect(part.clash).toMatchObject({ kind: 'window' });
    await part.takeOver();
    expect(settings.shortcuts).toEqual({});
  });

  it('takes the keys of a kept list away from it first', async () => {
    const view = buildView({ id: 'night', keys: 'Alt+1' });
    const { bridge, part, settings } = setUp({}, [view]);
    bridge.lists.views = [view];
    part.start('pin', false);
    await part.press(press('1', { code: 'Digit1', altKey: true }));
    expect(part.clash).toMatchObject({ kind: 'view', view: { id: 'night' } });
    await part.takeOver();
    expect(bridge.inputsOf('views.save').at(-1)?.view).toMatchObject({ id: 'night', keys: null });
    expect(settings.shortcuts).toEqual({ pin: 'Alt+1' });
  });
});
