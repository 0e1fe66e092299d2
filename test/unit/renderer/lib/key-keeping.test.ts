import { describe, expect, it } from 'vitest';
import { shell } from '#renderer/lib/words/shell.ts';
import { canAskKeyring, findKeyKeeping } from '#renderer/lib/key-keeping.ts';
import { signedIn, signedOut } from '#test/support/session-views.ts';

const kept = { ...signedIn, keyring: 'ready', isKeyKept: true } as const;

describe('how long the key is kept', () => {
  it.each([
    ['ready', shell.keyUntilClosed],
    ['locked', shell.keyUntilClosedLocked],
    ['silent', shell.keyUntilClosedSilent],
    ['failed', shell.keyUntilClosedFailed],
    ['absent', shell.keyUntilClosedAbsent],
  ] as const)('says where the keyring is %s why it is until the app closes', (keyring, words) => {
    expect(findKeyKeeping({ ...signedIn, keyring })).toBe(words);
  });

  it('says that one stays signed in, or that the key is not here', () => {
    expect(findKeyKeeping(kept)).toBe(shell.keyStays);
    expect(findKeyKeeping({ ...kept, keyring: 'locked', isKeyMissing: true })).toBe(shell.keyNotHere);
  });

  it('has nothing to say of the demo, or of nobody', () => {
    expect(findKeyKeeping({ ...signedIn, isDemo: true })).toBeNull();
    expect(findKeyKeeping(signedOut)).toBeNull();
  });
});

describe('asking the keyring again', () => {
  it.each(['locked', 'silent', 'failed'] as const)(
    'is offered where it is %s and did not do what it should',
    (keyring) => {
      expect(canAskKeyring({ ...signedIn, keyring })).toBe(true);
      expect(canAskKeyring({ ...kept, keyring, isKeyMissing: true })).toBe(true);
    },
  );

  it('is not offered where it changes nothing', () => {
    expect(canAskKeyring({ ...signedIn, keyring: 'ready' })).toBe(false);
    expect(canAskKeyring({ ...signedIn, keyring: 'absent' })).toBe(false);
    expect(canAskKeyring({ ...kept, keyring: 'locked' })).toBe(false);
    expect(canAskKeyring({ ...signedIn, keyring: 'locked', isKeyMissing: true })).toBe(false);
    expect(canAskKeyring({ ...signedIn, keyring: 'locked', isDemo: true })).toBe(false);
  });
});
