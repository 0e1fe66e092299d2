import { describe, expect, it } from 'vitest';
import { Gate, type KeptPages } from '#main/hosts/browser/gate.ts';
import { findSignature, type PageKey } from '#shared/contract/index.ts';
import { toOpenFrame, toSignature } from '#test/support/page-key.ts';

const DAY_MS = 24 * 60 * 60_000;
const HOST = '127.0.0.1:4780';
const NOW = 100 * DAY_MS;

function open(kept: KeptPages = []): { readonly gate: Gate; readonly saved: KeptPages[] } {
  let count = 0;
  const saved: KeptPages[] = [];
  const createToken = (): string => `token-${String((count += 1))}`;
  return { gate: new Gate({ createToken, now: () => NOW, kept, keep: (pages) => saved.push(pages) }), saved };
}

function enter(gate: Gate): PageKey {
  const key = gate.enter(gate.token);
  if (key === undefined) throw new Error('The token opens nothing');
  return key;
}

function isLetIn(gate: Gate, key: PageKey): boolean {
  const { pageId, nonce, proof } = toOpenFrame(key, { host: HOST, mainNonce: 'nonce' });
  return gate.prove({ pageId, host: HOST, mainNonce: 'nonce', pageNonce: nonce }, proof) !== undefined;
}

describe('the gate', () => {
  it('GATE-1: opens once for a token', () => {
    const { gate } = open();
    const { token } = gate;
    expect(gate.enter(token)).toBeDefined();
    expect(gate.enter(token)).toBeUndefined();
  });

  it('GATE-1: has one token at a time, another only after it was spent', () => {
    const { gate } = open();
    const { token } = gate;
    expect(gate.token).toBe(token);
    gate.enter(token);
    expect(gate.token).not.toBe(token);
  });

  it('stays shut for a wrong token and leaves the good one good', () => {
    const { gate } = open();
    const { token } = gate;
    expect(gate.enter('token-9')).toBeUndefined();
    expect(gate.enter('')).toBeUndefined();
    expect(gate.isGood(token)).toBe(true);
    expect(gate.enter(token)).toBeDefined();
  });

  it('is shut before anybody asked for a token', () => {
    expect(open().gate.enter('token-2')).toBeUndefined();
  });

  it('lets in a page that proves what the token gave it, and no other', () => {
    const { gate } = open();
    const key = enter(gate);
    expect(isLetIn(gate, key)).toBe(true);
    expect(isLetIn(gate, { ...key, secret: `${key.secret}x` })).toBe(false);
    expect(isLetIn(gate, { ...key, pageId: 'another' })).toBe(false);
  });

  it('GATE-3: asks the page that came first again when too many came', () => {
    const { gate } = open();
    const keys = Array.from({ length: 21 }, () => enter(gate));
    expect(keys.map((key) => isLetIn(gate, key))).toEqual([false, ...keys.slice(1).map(() => true)]);
  });

  it('GATE-3: keeps a page that is connected, however long ago it came, and forgets the one that was away longest', () => {
    const { gate } = open();
    const [first = enter(gate), ...others] = Array.from({ length: 20 }, () => enter(gate));
    const leave = gate.attend(first.pageId, () => undefined);
    const newest = enter(gate);
    expect([first, ...others, newest].map((key) => isLetIn(gate, key)).indexOf(false)).toBe(1);
    leave();
  });

  it('GATE-3: ends the line of a page that it forgets because all of them are connected', () => {
    const { gate } = open();
    const ended: number[] = [];
    for (let index = 0; index < 20; index += 1) gate.attend(enter(gate).pageId, () => ended.push(index));
    enter(gate);
    expect(ended).toEqual([0]);
  });

  it('keeps the pages of the run before, and asks one again that was away for a month', () => {
    const { gate, saved } = open();
    const key = enter(gate);
    const [pages = []] = saved;
    expect(isLetIn(open(pages).gate, key)).toBe(true);
    const old = pages.map((page) => ({ ...page, seenAt: NOW - 30 * DAY_MS }));
    expect(isLetIn(open(old).gate, key)).toBe(false);
  });

  it('GATE-4: opens what was signed for a method, a path and this account, and nothing else', () => {
    const { gate } = open();
    const key = enter(gate);
    const asked = { method: 'GET', path: '/media/a' };
    const signature = findSignature(toSignature(key, { ...asked, epoch: gate.epoch, atMs: NOW }));
    expect(gate.isSigned(asked, signature)).toBe(true);
    expect(gate.isSigned({ ...asked, path: '/media/b' }, signature)).toBe(false);
    expect(gate.isSigned({ ...asked, method: 'POST' }, signature)).toBe(false);
    expect(gate.isSigned(asked, undefined)).toBe(false);
    gate.startEpoch();
    expect(gate.isSigned(asked, signature)).toBe(false);
  });

  it.each([
    [-10 * 60_000, false],
    [-9 * 60_000, true],
    [4_000, true],
    [5_000, false],
  ])('GATE-4: says of a signature that is dated %i ms from now: %s', (awayMs, isOpen) => {
    const { gate } = open();
    const asked = { method: 'GET', path: '/media/a' };
    const signed = toSignature(enter(gate), { ...asked, epoch: gate.epoch, atMs: NOW + awayMs });
    expect(gate.isSigned(asked, findSignature(signed))).toBe(isOpen);
  });
});
