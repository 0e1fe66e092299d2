import { describe, expect, it } from 'vitest';
import { Texts } from '#renderer/lib/messages.ts';
import { findNotice, findNotOpened } from '#renderer/lib/session-notices.ts';
import { signedIn } from '../state-shell/memory-bridge.ts';

const texts = new Texts('en-GB');
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
      title: 'The copy of your chats on this computer was damaged and is being read again.',
      text: 'Nothing you wrote is lost.',
    });
  });

  it.each([
    [0, '0 entries'],
    [1, '1 entry'],
    [1_204, '1,204 entries'],
  ])('counts what could be saved: %i', (rows, words) => {
    expect(findNotice([owned(3), owned(rows)], texts)).toEqual({
      tone: 'danger',
      title: `Drafts and waiting texts were damaged; ${words} could be saved.`,
      text: null,
    });
  });

  it('never says that nothing is lost where something is', () => {
    const notice = findNotice([owned(2), cache], texts);
    expect(notice?.title).toContain('The copy of your chats');
    expect(notice?.text).toBe('Drafts and waiting texts were damaged; 2 entries could be saved.');
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
