import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { Translator } from '#renderer/lib/messages.ts';
import { SessionForm } from '#renderer/features/sign-in/session-form.svelte.ts';
import { Session } from '#renderer/app/session.svelte.ts';
import { signedOut } from '#test/support/session-views.ts';
import { MemoryBridge, refusal, signedIn } from './memory-bridge.ts';

const keyNeeded = { ...signedIn, state: 'key-needed', account: null } as const;
const texts = new Translator('en-GB');

let bridge: MemoryBridge;
let session: Session;
beforeEach(() => {
  bridge = new MemoryBridge();
  session = new Session(bridge);
});
afterEach(() => session.dispose());

describe('the screen that follows from the session', () => {
  it('is the sign-in for whoever is not signed in, and the inbox for whoever is', () => {
    expect(session.screen).toBe('loading');
    bridge.emit('session.changed', { session: signedOut });
    expect(session.screen).toBe('sign-in');
    bridge.emit('session.changed', { session: signedIn });
    expect(session.screen).toBe('inbox');
  });

  it('is the sign-in where the key was forgotten with the last closing', () => {
    bridge.emit('session.changed', { session: keyNeeded });
    expect(session.screen).toBe('sign-in');
  });

  it('is the inbox where the key is missing, until a person leaves it to enter one', () => {
    bridge.emit('session.changed', { session: { ...signedIn, isKeyMissing: true } });
    expect(session.screen).toBe('inbox');
    session.askForKey();
    expect(session.screen).toBe('sign-in');
    session.stopAskingForKey();
    expect(session.screen).toBe('inbox');
  });

  it('is the sign-in again after signing out', async () => {
    bridge.emit('session.changed', { session: signedIn });
    bridge.value('session.signOut', signedOut);
    await session.signOut();
    expect(session.screen).toBe('sign-in');
    bridge.emit('session.changed', { session: keyNeeded });
    expect(session.screen).toBe('sign-in');
  });

  it('is the sign-in once somebody signed out, whoever did it and wherever', () => {
    bridge.emit('session.changed', { session: signedIn });
    bridge.emit('session.changed', { session: keyNeeded });
    expect(session.screen).toBe('sign-in');
  });

  it('is the inbox again when the keyring gives the key after all', async () => {
    bridge.emit('session.changed', { session: { ...signedIn, isKeyMissing: true } });
    session.askForKey();
    bridge.emit('session.changed', { session: { ...signedIn, isKeyMissing: true, keyring: 'locked' } });
    expect(session.screen).toBe('sign-in');
    bridge.value('session.askKeyring', { ...signedIn, keyring: 'ready', isKeyKept: true });
    await session.askKeyring();
    expect(session.screen).toBe('inbox');
  });

  it('is the inbox again once the new key was accepted', async () => {
    bridge.emit('session.changed', { session: signedIn });
    session.askForKey();
    bridge.value('session.signIn', signedIn);
    await session.signIn({
      baseUrl: 'https://rest.example.com',
      webUrl: 'https://example.com',
      username: 'a',
      apiKey: 'b',
      keepsKey: true,
    });
    expect(session.screen).toBe('inbox');
    expect(session.isAskingForKey).toBe(false);
  });

  it('stays where it is when signing out did not work', async () => {
    bridge.emit('session.changed', { session: signedIn });
    bridge.answer('session.signOut', () => refusal('disconnected'));
    expect(await session.signOut()).toMatchObject({ ok: false });
    expect(session.screen).toBe('inbox');
  });
});

describe('what happened to the files', () => {
  const notices = [{ kind: 'cache-rebuilt', at: 1 }] as const;

  it('is read away once main knows that it was read', async () => {
    bridge.emit('session.changed', { session: { ...signedIn, notices: [...notices] } });
    bridge.value('session.dismissNotices', signedIn);
    await session.dismissNotices();
    expect(session.view?.notices).toEqual([]);
  });

  it('stays where main did not hear of it', async () => {
    bridge.emit('session.changed', { session: { ...signedIn, notices: [...notices] } });
    bridge.answer('session.dismissNotices', () => refusal('disconnected'));
    await session.dismissNotices();
    expect(session.view?.notices).toEqual(notices);
  });
});

describe('SessionForm', () => {
  function fill(form: SessionForm): void {
    form.baseUrl = 'rest.example.com/api/v2';
    form.username = ' northgate ';
    form.apiKey = ' k-4F2C ';
  }

  it('guesses the web address until a person types one', () => {
    const form = new SessionForm(session, texts, null);
    form.baseUrl = 'rest.example.com';
    expect(form.webUrl).toBe('https://example.com');
    form.webUrl = 'https://texts.example.com';
    form.baseUrl = 'rest.example.org';
    expect(form.webUrl).toBe('https://texts.example.com');
    form.webUrl = '';
    expect(form.webUrl).toBe('');
    form.leaveWebUrl();
    expect(form.webUrl).toBe('https://example.org');
  });

  it('sends whole addresses and no spaces, with an id of its own, and forgets the key', async () => {
    bridge.value('session.signIn', signedIn);
    const form = new SessionForm(session, texts, null);
    fill(form);
    await form.submit();
    expect(bridge.asked).toHaveLength(1);
    expect(bridge.asked[0]?.input).toEqual({
      requestId: expect.stringMatching(/^[\w-]{8,64}$/) as string,
      baseUrl: 'https://rest.example.com',
      webUrl: 'https://example.com',
      username: 'northgate',
      apiKey: 'k-4F2C',
      keepsKey: true,
    });
    expect(form.apiKey).toBe('');
    expect(form.problem).toBeNull();
  });

  it('asks for the key to be kept or not, as a person chose', async () => {
    bridge.value('session.signIn', signedIn);
    const form = new SessionForm(session, texts, null);
    fill(form);
    form.keepsKey = false;
    await form.submit();
    expect(bridge.asked[0]?.input).toMatchObject({ keepsKey: false });
  });

  it.each([
    ['baseUrl', (form: SessionForm): void => void (form.baseUrl = '')],
    ['baseUrl', (form: SessionForm): void => void (form.baseUrl = 'not an address')],
    ['baseUrl', (form: SessionForm): void => void (form.baseUrl = 'http://rest.example.com')],
    ['webUrl', (form: SessionForm): void => void (form.webUrl = 'nowhere')],
    ['username', (form: SessionForm): void => void (form.username = '  ')],
    ['apiKey', (form: SessionForm): void => void (form.apiKey = '')],
  ] as const)('finds the fault in %s without asking anybody', async (field, spoil) => {
    const form = new SessionForm(session, texts, null);
    fill(form);
    spoil(form);
    await form.submit();
    expect(form.problem?.field).toBe(field);
    expect(form.findError(field)).toBe(form.problem?.text);
    expect(bridge.asked).toEqual([]);
  });

  it('keeps what was typed when the service refused, and says why', async () => {
    bridge.answer('session.signIn', () => refusal('unauthorized'));
    const form = new SessionForm(session, texts, null);
    fill(form);
    await form.submit();
    expect(form.findError('apiKey')).toContain('didn’t accept');
    expect(form.apiKey).toBe(' k-4F2C ');
    expect(form.busy).toBeNull();
    expect(form.findKeyUrl()).toBe('https://example.com');
  });

  it('sends nobody away to make a key for what no key can mend', async () => {
    bridge.answer('session.signIn', () => refusal('timeout'));
    const form = new SessionForm(session, texts, null);
    fill(form);
    await form.submit();
    expect(form.findKeyUrl()).toBeNull();
  });

  it('does one thing at a time', async () => {
    let finish: (reply: ReturnType<typeof refusal>) => void = () => undefined;
    bridge.answer('session.signIn', () => new Promise((resolve) => (finish = resolve)));
    const form = new SessionForm(session, texts, null);
    fill(form);
    const first = form.submit();
    expect(form.busy).toBe('sign-in');
    await form.submit();
    await form.startDemo();
    expect(bridge.asked).toHaveLength(1);
    finish(refusal('timeout'));
    await first;
    expect(form.busy).toBeNull();
  });

  it('starts with what is known where only the key is missing', () => {
    const form = new SessionForm(session, texts, keyNeeded);
    expect([form.baseUrl, form.webUrl, form.username, form.apiKey]).toEqual([
      'https://rest.example.com',
      'https://example.com',
      'northgate',
      '',
    ]);
  });

  it('opens the demo, or says why not', async () => {
    const form = new SessionForm(session, texts, null);
    bridge.answer('session.startDemo', () => refusal('disk'));
    await form.startDemo();
    expect(form.problem).toMatchObject({ field: null });
    bridge.value('session.startDemo', { ...signedIn, isDemo: true });
    await form.startDemo();
    expect(form.problem).toBeNull();
    expect(session.screen).toBe('inbox');
  });
});
