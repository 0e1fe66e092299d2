import { describe, expect, it } from 'vitest';
import { BrowserSessions, type KeptPages } from '#main/hosts/browser/browser-sessions.ts';
import { findSignature, type PageKey } from '#shared/contract/index.ts';
import { toOpenFrame, toSignature } from '#test/support/page-key.ts';

const DAY_MS = 24 * 60 * 60_000;
const HOST = '127.0.0.1:4780';
const NOW = 100 * DAY_MS;

function open(kept: KeptPages = []): { readonly sessions: BrowserSessions; readonly saved: KeptPages[] } {
  let count = 0;
  const saved: KeptPages[] = [];
  const createToken = (): string => `token-${String((count += 1))}`;
  return {
    sessions: new BrowserSessions({ createToken, now: () => NOW, kept, keep: (pages) => saved.push(pages) }),
    saved,
  };
}

function enter(sessions: BrowserSessions): PageKey {
  const key = sessions.enter(sessions.token);
  if (key === undefined) throw new Error('The token opens nothing');
  return key;
}

function isLetIn(sessions: BrowserSessions, key: PageKey): boolean {
  const { pageId, nonce, proof } = toOpenFrame(key, { host: HOST, mainNonce: 'nonce' });
  return sessions.prove({ pageId, host: HOST, mainNonce: 'nonce', pageNonce: nonce }, proof) !== undefined;
}

describe('the sessions', () => {
  it('PAGES-1: opens once for a token', () => {
    const { sessions } = open();
    const { token } = sessions;
    expect(sessions.enter(token)).toBeDefined();
    expect(sessions.enter(token)).toBeUndefined();
  });

  it('PAGES-1: has one token at a time, another only after it was spent', () => {
    const { sessions } = open();
    const { token } = sessions;
    expect(sessions.token).toBe(token);
    sessions.enter(token);
    expect(sessions.token).not.toBe(token);
  });

  it('stays shut for a wrong token and leaves the good one good', () => {
    const { sessions } = open();
    const { token } = sessions;
    expect(sessions.enter('token-9')).toBeUndefined();
    expect(sessions.enter('')).toBeUndefined();
    expect(sessions.isGood(token)).toBe(true);
    expect(sessions.enter(token)).toBeDefined();
  });

  it('accepts no token before one was created', () => {
    expect(open().sessions.enter('token-2')).toBeUndefined();
  });

  it('lets in a page that proves what the token gave it, and no other', () => {
    const { sessions } = open();
    const key = enter(sessions);
    expect(isLetIn(sessions, key)).toBe(true);
    expect(isLetIn(sessions, { ...key, secret: `${key.secret}x` })).toBe(false);
    expect(isLetIn(sessions, { ...key, pageId: 'another' })).toBe(false);
  });

  it('PAGES-3: asks the page that came first again when too many came', () => {
    const { sessions } = open();
    const keys = Array.from({ length: 21 }, () => enter(sessions));
    expect(keys.map((key) => isLetIn(sessions, key))).toEqual([false, ...keys.slice(1).map(() => true)]);
  });

  it('PAGES-3: keeps a page that is connected, however long ago it came, and forgets the one that was away longest', () => {
    const { sessions } = open();
    const [first = enter(sessions), ...others] = Array.from({ length: 20 }, () => enter(sessions));
    const leave = sessions.attend(first.pageId, () => undefined);
    const newest = enter(sessions);
    expect([first, ...others, newest].map((key) => isLetIn(sessions, key)).indexOf(false)).toBe(1);
    leave();
  });

  it('PAGES-3: ends the connection of a page that it forgets because all are connected', () => {
    const { sessions } = open();
    const ended: number[] = [];
    for (let index = 0; index < 20; index += 1) sessions.attend(enter(sessions).pageId, () => ended.push(index));
    enter(sessions);
    expect(ended).toEqual([0]);
  });

  it('keeps the pages of the run before, and asks one again that was away for a month', () => {
    const { sessions, saved } = open();
    const key = enter(sessions);
    const [pages = []] = saved;
    expect(isLetIn(open(pages).sessions, key)).toBe(true);
    const old = pages.map((page) => ({ ...page, seenAt: NOW - 30 * DAY_MS }));
    expect(isLetIn(open(old).sessions, key)).toBe(false);
  });

  it('PAGES-4: opens what was signed for a method, a path and this account, and nothing else', () => {
    const { sessions } = open();
    const key = enter(sessions);
    const asked = { method: 'GET', path: '/media/a' };
    const signature = findSignature(toSignature(key, { ...asked, epoch: sessions.epoch, atMs: NOW }));
    expect(sessions.isSigned(asked, signature)).toBe(true);
    expect(sessions.isSigned({ ...asked, path: '/media/b' }, signature)).toBe(false);
    expect(sessions.isSigned({ ...asked, method: 'POST' }, signature)).toBe(false);
    expect(sessions.isSigned(asked, undefined)).toBe(false);
    sessions.startEpoch();
    expect(sessions.isSigned(asked, signature)).toBe(false);
  });

  it.each([
    [-10 * 60_000, false],
    [-9 * 60_000, true],
    [4_000, true],
    [5_000, false],
  ])('PAGES-4: says of a signature that is dated %i ms from now: %s', (awayMs, isOpen) => {
    const { sessions } = open();
    const asked = { method: 'GET', path: '/media/a' };
    const signed = toSignature(enter(sessions), { ...asked, epoch: sessions.epoch, atMs: NOW + awayMs });
    expect(sessions.isSigned(asked, findSignature(signed))).toBe(isOpen);
  });
});
