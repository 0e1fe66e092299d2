import { flushSync } from 'svelte';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { Target } from '#shared/contract/index.ts';
import { Overlays } from '#renderer/app/overlays.svelte.ts';
import { OutsideTargets, type GivenMessage } from '#renderer/app/outside-targets.svelte.ts';
import { Router } from '#renderer/app/router.svelte.ts';
import { Session } from '#renderer/app/session.svelte.ts';
import { Toasts } from '#renderer/app/toasts.svelte.ts';
import { Translator } from '#renderer/lib/messages.ts';
import { FakeBridge } from '#test/support/fake-bridge.ts';
import { runEffect } from '#test/support/run-effect.svelte.ts';
import { signedIn, signedOut } from '#test/support/session-views.ts';
import { untilAnswered } from '#test/support/until-answered.ts';

const CHAT: Target = { kind: 'chat', chatId: 7 };
const MESSAGE: Target = { kind: 'new-message', phones: ['447700900319'], text: 'On my way' };

let bridge: FakeBridge;
let session: Session;
let router: Router;
let overlays: Overlays;
let toasts: Toasts;
let targets: OutsideTargets;
let written: GivenMessage[];
let hasForm: boolean;
let stopEffect: () => void;

const countAsked = (): number => bridge.inputsOf('desktop.takeTarget').length;
const settle = async (): Promise<void> => {
  flushSync();
  await untilAnswered();
};
const enter = async (view = signedIn): Promise<void> => {
  bridge.settings.session = view;
  bridge.emit('session.changed', { session: view });
  await settle();
};

beforeEach(() => {
  bridge = new FakeBridge();
  session = new Session(bridge);
  router = new Router({ addressBar: null, readAccount: () => session.identity });
  overlays = new Overlays(() => null);
  toasts = new Toasts();
  written = [];
  hasForm = false;
  targets = new OutsideTargets(bridge, {
    ...{ session, router, overlays, toasts, texts: new Translator('en-GB') },
    write: (message) => written.push(message),
    hasForm: () => hasForm,
  });
  stopEffect = runEffect(() => targets.follow());
});
afterEach(() => {
  stopEffect();
  targets.dispose();
  session.dispose();
  toasts.dispose();
});

describe('what was done outside the page', () => {
  it('leads to its chat', async () => {
    await enter();
    bridge.desktop.leadTo(CHAT);
    await settle();
    expect(router.route).toMatchObject(CHAT);
  });

  it('gives numbers and text to the new message, and sends nothing', async () => {
    await enter();
    bridge.desktop.leadTo(MESSAGE);
    await settle();
    expect(router.route.kind).toBe('new-message');
    expect(written).toEqual([{ phones: ['447700900319'], text: 'On my way' }]);
    expect(bridge.inputsOf('sends.create')).toEqual([]);
  });

  it.each([
    ['no-number', 'That link has no number you can text.'],
    ['unknown', 'Switchboard can’t open that link.'],
  ] as const)('is refused in words, where the user is: %s', async (reason, text) => {
    await enter();
    router.show('contacts');
    const menu = overlays.create();
    menu.open();
    bridge.desktop.leadTo({ kind: 'refused-link', reason });
    await settle();
    expect(toasts.current).toMatchObject({ text, tone: 'fault' });
    expect([router.route.kind, menu.isOpen]).toEqual(['contacts', true]);
  });

  it('closes menus over the window', async () => {
    await enter();
    const menu = overlays.create();
    menu.open();
    bridge.desktop.leadTo(CHAT);
    await settle();
    expect([router.route.kind, menu.isOpen]).toEqual(['chat', false]);
  });
});

describe('main is asked', () => {
  it('as soon as somebody is signed in, and not before', async () => {
    await enter(signedOut);
    bridge.desktop.leadTo(CHAT);
    await settle();
    expect(countAsked()).toBe(0);
    await enter();
    expect(router.route).toMatchObject(CHAT);
    expect(countAsked()).toBe(1);
  });

  it('not while another account is being added, and once that is given up', async () => {
    await enter();
    session.addAccount();
    await settle();
    bridge.desktop.leadTo(CHAT);
    await settle();
    expect(bridge.desktop.target).toEqual(CHAT);
    session.stopAddingAccount();
    await settle();
    expect(router.route).toMatchObject(CHAT);
  });

  it('again for another account, and not for what else changes of the same one', async () => {
    await enter();
    await enter({ ...signedIn, keyring: 'locked' });
    expect(countAsked()).toBe(1);
    await enter({ ...signedIn, username: 'southgate-vets' });
    expect(countAsked()).toBe(2);
  });

  it('again once main is back', async () => {
    await enter();
    bridge.connect(false);
    bridge.desktop.leadTo(CHAT);
    await settle();
    expect(bridge.desktop.target).toEqual(CHAT);
    bridge.connect(true);
    await settle();
    expect(router.route).toMatchObject(CHAT);
  });

  it('one at a time, and once more for what came meanwhile', async () => {
    await enter();
    const release = bridge.hold('desktop.takeTarget');
    bridge.desktop.leadTo(CHAT);
    bridge.desktop.leadTo(MESSAGE);
    bridge.desktop.leadTo(CHAT);
    await settle();
    expect(countAsked()).toBe(2);
    release();
    await settle();
    expect(countAsked()).toBe(3);
    expect([router.route.kind, written]).toEqual(['chat', []]);
  });
});

describe('a form over the window', () => {
  it('stays as it is; the user is told, and led on once it is closed', async () => {
    await enter();
    const form = overlays.create();
    form.open();
    hasForm = true;
    await settle();
    bridge.desktop.leadTo(MESSAGE);
    await settle();
    expect([form.isOpen, router.route.kind, bridge.desktop.target]).toEqual([true, 'inbox', MESSAGE]);
    expect(toasts.current?.text).toBe('Finish or close this first. Then we’ll show what you opened.');
    form.close();
    await settle();
    expect([router.route.kind, written.length, countAsked()]).toEqual(['new-message', 1, 2]);
  });

  it('makes nobody ask main while nothing happens outside', async () => {
    await enter();
    const form = overlays.create();
    form.open();
    await settle();
    form.close();
    await settle();
    expect(countAsked()).toBe(1);
  });
});

describe('a click on a notification of the page', () => {
  const open = async () => {
    await enter();
    const form = overlays.create();
    form.open();
    hasForm = true;
    await settle();
    return form;
  };

  it('opens its chat at once', async () => {
    await enter();
    targets.leadTo(CHAT);
    expect(router.route).toMatchObject(CHAT);
  });

  it('waits for a form that lies over the window, and says so', async () => {
    const form = await open();
    targets.leadTo(CHAT);
    await settle();
    expect([router.route.kind, form.isOpen]).toEqual(['inbox', true]);
    expect(toasts.current?.text).toContain('Finish or close this first');
    form.close();
    await settle();
    expect(router.route).toMatchObject(CHAT);
  });

  it('makes room for what comes later, and is none of another account', async () => {
    const form = await open();
    targets.leadTo(CHAT);
    bridge.desktop.leadTo({ kind: 'chat', chatId: 9 });
    await settle();
    form.close();
    await settle();
    expect(router.route).toMatchObject({ kind: 'chat', chatId: 9 });
    form.open();
    await settle();
    targets.leadTo(CHAT);
    await enter({ ...signedIn, username: 'southgate-vets' });
    form.close();
    await settle();
    expect(router.route).not.toMatchObject(CHAT);
  });
});

it('is over once the page is left, and for the account that is not shown any more', async () => {
  await enter();
  const release = bridge.hold('desktop.takeTarget');
  bridge.desktop.leadTo(CHAT);
  await enter({ ...signedIn, username: 'southgate-vets' });
  release();
  await settle();
  expect(router.route.kind).toBe('inbox');
  session.dispose();
  targets.dispose();
  expect(bridge.listenerCount).toBe(0);
});
