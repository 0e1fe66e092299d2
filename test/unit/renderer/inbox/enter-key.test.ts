import { describe, expect, it } from 'vitest';
import { EnterGuard, type EnterKey } from '#renderer/lib/enter-key.ts';

const ENTER: EnterKey = {
  key: 'Enter',
  keyCode: 13,
  isComposing: false,
  shiftKey: false,
  ctrlKey: false,
  metaKey: false,
  altKey: false,
};

function createGuard() {
  const clock = { now: 1_000 };
  return { clock, guard: new EnterGuard(() => clock.now) };
}

describe('Enter', () => {
  it('sends, and with Shift breaks the line', () => {
    const { guard } = createGuard();
    expect(guard.sends(ENTER, true)).toBe(true);
    expect(guard.sends({ ...ENTER, shiftKey: true }, true)).toBe(false);
  });

  it('does the opposite when the setting is swapped', () => {
    const { guard } = createGuard();
    expect(guard.sends(ENTER, false)).toBe(false);
    expect(guard.sends({ ...ENTER, shiftKey: true }, false)).toBe(true);
  });

  it.each(['ctrlKey', 'metaKey'] as const)('always sends with %s', (modifier) => {
    const { guard } = createGuard();
    for (const enterSends of [true, false]) expect(guard.sends({ ...ENTER, [modifier]: true }, enterSends)).toBe(true);
  });

  it('never sends while an input method composes', () => {
    const { guard } = createGuard();
    expect(guard.sends({ ...ENTER, isComposing: true }, true)).toBe(false);
    expect(guard.sends({ ...ENTER, keyCode: 229 }, true)).toBe(false);
    expect(guard.sends({ ...ENTER, keyCode: 229, ctrlKey: true }, true)).toBe(false);
  });

  it('does not send with the keydown that follows the end of a composition', () => {
    const { guard, clock } = createGuard();
    guard.compositionEnded();
    expect(guard.sends(ENTER, true)).toBe(false);
    clock.now += 61;
    expect(guard.sends(ENTER, true)).toBe(true);
  });

  it('sends with the next Enter, however quick, once the key that ended the composition is up', () => {
    const { guard } = createGuard();
    guard.compositionEnded();
    guard.keyReleased();
    expect(guard.sends(ENTER, true)).toBe(true);
  });

  it('is left to the system with Alt, and other keys never send', () => {
    const { guard } = createGuard();
    expect(guard.sends({ ...ENTER, altKey: true }, true)).toBe(false);
    expect(guard.sends({ ...ENTER, key: 'a', keyCode: 65, ctrlKey: true }, true)).toBe(false);
  });
});
