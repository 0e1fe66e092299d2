import { describe, expect, it } from 'vitest';
import { Translator } from '#renderer/lib/messages.ts';
import { findNotice, findNotOpened, listLeftNotices } from '#renderer/features/banners/session-notices.ts';
import { signedIn } from '../state-shell/memory-bridge.ts';

const texts = new Translator('en-GB');
const cache = { kind: 'cache-rebuilt', at: 1 } as const;
const owned = (rows: number) => ({ kind: 'owned-salvaged', at: 1, rows }) as const;
const notOpened = (code: string) =>
  ({ kind: 'not-opened', at: 1, problem: { code, detail: null, fields: {}, at: 1 } }) as const;

describe('what is said of damaged files', () => {
  it('is nothing where none were', () => {
    expect(findNotice([], texts)).toBeNull();
    expect(findNotice([notOpened('offline')], texts)).toBeNull();
  });

  it('comforts where only the copy was damaged', () => {
    expect(findNotice([cache], texts)).toEqual({
      tone: 'caution',
      title: 'The copy of your chats on this computer was damaged, so we’re downloading it again.',
      text: 'Nothing you wrote was lost.',
    });
  });

  it.each([
    [0, '0'],
    [1, '1'],
    [1_204, '1,204'],
  ])('counts what could be saved: %i', (rows, words) => {
    expect(findNotice([owned(3), owned(rows)], texts)).toEqual({
      tone: 'danger',
      title: `Some drafts and waiting texts were damaged. We recovered ${words} of them.`,
      text: null,
    });
  });

  it('never says that nothing is lost where something is', () => {
    const notice = findNotice([owned(2), cache], texts);
    expect(notice?.title).toContain('The copy of your chats');
    expect(notice?.text).toBe('Some drafts and waiting texts were damaged. We recovered 2 of them.');
  });
});

describe('why the account was not opened', () => {
  it('is said in the sentence of the sign-in, with the host', () => {
    const view = { ...signedIn, notices: [notOpened('disk'), notOpened('offline')] };
    expect(findNotOpened(view, texts)).toMatch(/^rest\.example\.com can’t be reached/);
  });

  it('is not said where nothing failed', () => {
    expect(findNotOpened(null, texts)).toBeNull();
    expect(findNotOpened({ ...signedIn, notices: [cache] }, texts)).toBeNull();
  });
});

describe('addresses that were left at a service', () => {
  const former = 'https://crm.example/in?key=1';
  const left = {
    kind: 'addresses-left' as const,
    at: 1,
    baseUrl: 'https://rest.example.com',
    username: 'ada',
    left: [
      { direction: 'in' as const, former },
      { direction: 'out' as const, former: null },
    ],
    isKept: true,
  };

  it('are said with the host of the service, what it still does, what is kept, and what to do', () => {
    const [notice] = listLeftNotices([cache, left], texts);
    expect(notice?.tone).toBe('caution');
    expect(notice?.title).toBe('rest.example.com may still send updates for ada to this computer.');
    expect(notice?.text).toContain('Incoming texts used to go to crm.example.');
    expect(notice?.text).toContain('Previously, delivery results weren’t sent anywhere.');
    expect(notice?.text).toContain('saved on this computer');
    expect(notice?.text).toContain('Sign in to that account again');
    expect(notice?.text).not.toContain('key=1');
  });

  it('are said whole where nothing else remembers them', () => {
    const [notice] = listLeftNotices([{ ...left, isKept: false }], texts);
    expect(notice?.tone).toBe('danger');
    expect(notice?.text).toContain(former);
    expect(notice?.text).toContain('on the service’s website');
    expect(notice?.text).not.toContain('saved on this computer');
  });

  it('are none where nothing was left', () => {
    expect(listLeftNotices([cache], texts)).toEqual([]);
    expect(findNotice([left], texts)).toBeNull();
  });
});
