import { describe, expect, it } from 'vitest';
import { toFolded } from '#main/store/core/fold.ts';
import { toMediaId } from '#main/store/core/media-id.ts';
import { toSendMark } from '#main/store/core/marks.ts';
import { toOverlaidChat } from '#main/store/core/overlay.ts';
import { toProvisionalChatId, toProvisionalPhone } from '#main/store/core/provisional.ts';
import { SLOTS_PER_MS, toFirstSequence } from '#main/store/core/sequence.ts';
import { toChatId } from '#shared/domain/ids.ts';
import { toPhoneKey } from '#shared/domain/phones.ts';
import type { ChatAction, PendingAction } from '#shared/domain/sync.ts';
import { NOON, buildChat } from '../builders.ts';

describe('provisional ids', () => {
  it('are the number, negative, and lead back to it', () => {
    const phone = toPhoneKey('+44 7700 900318');
    const id = toProvisionalChatId(phone);
    expect(id).toBe(-447700900318);
    expect(toProvisionalPhone(id ?? 0)).toBe(phone);
  });

  it('do not exist for senders with letters, leading zeros or no digits', () => {
    expect(['kwikpet', '0800123', '', '1234567890123456'].map((raw) => toProvisionalChatId(toPhoneKey(raw)))).toEqual([
      undefined,
      undefined,
      undefined,
      undefined,
    ]);
  });

  it('are told from ids of the service', () => {
    expect(toProvisionalPhone(12)).toBeUndefined();
  });
});

describe('row ids of messages', () => {
  it('grow with time and leave room for many in one millisecond', () => {
    expect(toFirstSequence(NOON + 1) - toFirstSequence(NOON)).toBe(SLOTS_PER_MS);
  });

  it('stay exact integers for any instant', () => {
    for (const at of [-5, 0, NOON, Number.MAX_SAFE_INTEGER]) {
      expect(Number.isSafeInteger(toFirstSequence(at) + SLOTS_PER_MS * SLOTS_PER_MS - 1)).toBe(true);
    }
  });
});

describe('folding', () => {
  it.each([
    ['Zoë  ÅNGSTRÖM', 'zoe angstrom'],
    ['Straße, Øre, Łódź, Đuro, Æsir', 'strasse, ore, lodz, duro, aesir'],
    ['İstanbul ISPARTA ılık', 'istanbul isparta ilik'],
    ['مُحَمَّد', 'محمد'],
    ['Ἀθῆναι', 'αθηναι'],
    [' a\u0000b\tc ', 'a b c'],
  ])('makes %j findable as %j', (text, folded) => {
    expect(toFolded(text)).toBe(folded);
  });

  it('keeps the vowels of scripts that write them as marks', () => {
    expect(toFolded('किताब')).toBe('किताब'.normalize('NFKD'));
  });
});

describe('media ids', () => {
  it('are stable, short, safe in an address, and do not show the address', () => {
    const id = toMediaId('https://example.test/a/b.png?token=1');
    expect(id).toBe(toMediaId('https://example.test/a/b.png?token=1'));
    expect(id).toMatch(/^[\w-]{22}$/);
    expect(id).not.toBe(toMediaId('https://example.test/a/b.png?token=2'));
  });
});

describe('marks of sends', () => {
  it('wait while something may still happen by itself, and say what a person must see', () => {
    expect((['held', 'queued', 'sending', 'checking'] as const).map(toSendMark)).toEqual(Array(4).fill('waiting'));
    expect((['accepted', 'refused', 'not-sent', 'unknown'] as const).map(toSendMark)).toEqual([
      'queued',
      'failed',
      'failed',
      'unknown',
    ]);
  });
});

describe('actions over a chat', () => {
  const overlay = (...actions: ChatAction[]): unknown => {
    const chat = buildChat(1, { unreadCount: 3 });
    const pending = actions.map((action, index): PendingAction => ({
      id: index,
      chatId: toChatId(1),
      phone: chat.phone,
      action,
      covers: null,
      createdAt: NOON,
      dueAt: NOON,
      attempts: 0,
    }));
    const shown = toOverlaidChat(chat, pending);
    return Object.fromEntries(
      Object.entries(shown).filter(([name, value]) => value !== (chat as unknown as Record<string, unknown>)[name]),
    );
  };

  const close = (status: 'active' | 'closed'): ChatAction => ({ kind: 'status', status });

  it('change exactly what they are about', () => {
    expect(overlay(close('closed'))).toEqual({ status: 'closed' });
    expect(overlay({ kind: 'pin', isPinned: true })).toEqual({ isPinned: true });
    expect(overlay({ kind: 'mute', isMuted: true, hours: null })).toEqual({ isMuted: true });
  });

  it('leave who is blocked to the register, but for a chat that goes on saying so', () => {
    expect(overlay({ kind: 'block', isBlocked: true })).toEqual({});
    const blocked = { ...buildChat(1), isBlocked: true };
    const action = { kind: 'block', isBlocked: false } as const;
    expect(toOverlaidChat(blocked, [{ action, createdAt: NOON }]).isBlocked).toBe(false);
  });

  it('leave the unread count to who works it out', () => {
    expect(overlay({ kind: 'read', isRead: true })).toEqual({});
    expect(overlay({ kind: 'read', isRead: false })).toEqual({});
  });

  it('count a mute from the moment it was chosen, not from when it is replayed', () => {
    expect(overlay({ kind: 'mute', isMuted: true, hours: 8 })).toEqual({
      isMuted: true,
      mutedUntil: NOON + 8 * 3_600_000,
    });
  });

  it('apply in the order in which they happened', () => {
    const shown = overlay(close('closed'), { kind: 'pin', isPinned: true }, close('active'));
    expect(shown).toEqual({ isPinned: true });
  });
});
