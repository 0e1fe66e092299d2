import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { ChatActions } from '#main/services/chats/chat-actions.ts';
import { messageHandlers } from '#main/services/messages/requests.ts';
import { UndoMemory } from '#main/services/chats/undo-memory.ts';
import type { Store } from '#main/store/api.ts';
import type { ChatScope, ChatView } from '#shared/contract/index.ts';
import { toChatId, toSendId } from '#shared/domain/ids.ts';
import { makeStatus } from '#test/support/sync-status.ts';
import { createFakeSession, CREDENTIALS, fail, SIGN_IN, type FakeSession, toServices } from '../fakes.ts';

const NOW = 5_000_000;
const open: ChatScope = { shelf: 'open', marks: [], listId: null };
const chats = (...chatIds: number[]) => ({ kind: 'chats' as const, chatIds });

/** Chats as the store keeps them, as far as status and pin go; what was asked of it, in order. */
class ChatsAtHand {
  readonly states = new Map<number, { status: ChatView['status']; isPinned: boolean }>();
  readonly applied: Parameters<Store['applyActions']>[0][] = [];
  /** How many chats were asked for at a time. */
  readonly asked: number[] = [];
  failsAfter = Infinity;

  constructor(count: number) {
    for (let id = 1; id <= count; id += 1) this.states.set(id, { status: 'active', isPinned: false });
  }

  readonly store: Partial<Store> = {
    listChatIds: () => Promise.resolve([...this.states.keys()].map(toChatId)),
    findChat: ({ chatId }) => Promise.resolve(this.#find(chatId ?? 0)),
    listChatsById: ({ chatIds }) => {
      this.asked.push(chatIds.length);
      return Promise.resolve(chatIds.map((chatId) => this.#find(chatId)));
    },
    applyActions: (input) => {
      if (this.applied.length >= this.failsAfter) return Promise.reject(fail('disk'));
      this.applied.push(input);
      const before = input.chatIds.flatMap((chatId) => this.#apply(chatId, input.action));
      return Promise.resolve({ applied: before });
    },
  };

  /** What an act looks at of a view, and nothing else. */
  #find(chatId: number): ChatView | null {
    const state = this.states.get(chatId);
    return state === undefined ? null : ({ id: chatId, unreadCount: 0, ...state } as ChatView);
  }

  #apply(chatId: ReturnType<typeof toChatId>, action: Parameters<Store['applyActions']>[0]['action']) {
    const state = this.states.get(chatId);
    if (state === undefined) return [];
    const next = { ...state };
    if (action.kind === 'status') next.status = action.status;
    if (action.kind === 'pin') next.isPinned = action.isPinned;
    if (next.status === state.status && next.isPinned === state.isPinned && action.kind !== 'snooze') return [];
    this.states.set(chatId, next);
    const rest = { unreadCount: 0, isMuted: false, mutedUntil: null, isBlocked: false, snoozedUntil: null };
    return [{ chatId, ...state, ...rest, isReplyNeeded: true }];
  }
}

describe('what a person does to chats', () => {
  let folder: string;
  let fake: FakeSession;
  let hand: ChatsAtHand;
  let actions: ChatActions;
  let undo: UndoMemory;
  let kicks: number;
  /** How far the service's clock is ahead; null: nobody knows. */
  let skewMs: number | null;

  beforeEach(async () => {
    folder = await mkdtemp(path.join(tmpdir(), 'sb-acts-'));
    hand = new ChatsAtHand(3);
    kicks = 0;
    skewMs = null;
    let last = 0;
    fake = createFakeSession(folder);
    undo = new UndoMemory({ createId: () => `undo-${String((last += 1))}` });
    actions = new ChatActions({ session: fake.session, undo, now: () => NOW });
  });
  afterEach(async () => {
    await fake.session.dispose();
    await rm(folder, { recursive: true, force: true });
  });

  const deleteMessages = async (chatId: number, keys: string[]) => {
    const services = toServices({ session: fake.session, undo, now: () => NOW });
    return await messageHandlers['messages.delete'](services, { requestId: 'request-1', chatId, keys });
  };

  async function enter(count = 3): Promise<void> {
    hand = new ChatsAtHand(count);
    fake.fakes.store = { ...hand.store };
    const getStatus = () => makeStatus({ clockSkewMs: skewMs });
    fake.fakes.sync = { actionsChanged: () => void (kicks += 1), getStatus };
    await fake.session.signIn(SIGN_IN);
  }

  it('is written down, told to sync and answered with the chats as they are then (ACT-1)', async () => {
    await enter();
    const done = await actions.apply({ target: chats(2, 1, 2), action: { kind: 'pin', isPinned: true } });
    expect(done).toMatchObject({ count: 2, undoId: 'undo-1', chats: [{ id: 2, isPinned: true }, { id: 1 }] });
    expect(hand.applied).toMatchObject([{ chatIds: [2, 1], at: NOW, dueAt: NOW }]);
    expect(kicks).toBe(1);
  });

  it("ends as a mute when it was meant to, by the service's clock where that is known", async () => {
    await enter();
    const action = { kind: 'mute', isMuted: true, hours: 8 } as const;
    for (const known of [90_000, null]) {
      skewMs = known;
      await actions.apply({ target: chats(1), action });
    }
    expect(hand.applied.map((input) => input.action)).toEqual([
      { ...action, endsAt: NOW + 8 * 3_600_000 + 90_000 },
      action,
    ]);
  });

  it('leaves those alone that are so already, and has nothing to take back then', async () => {
    await enter();
    const done = await actions.apply({ target: chats(1), action: { kind: 'status', status: 'active' } });
    expect(done).toMatchObject({ count: 0, undoId: null, chats: [{ id: 1 }] });
    expect(kicks).toBe(0);
  });

  it('is not found where none of the chats is here', async () => {
    await enter();
    const action = { kind: 'pin', isPinned: true } as const;
    await expect(actions.apply({ target: chats(8, 9), action })).rejects.toMatchObject({ code: 'not-found' });
  });

  it('reaches a whole scope but for its exceptions, 250 chats at a time, and names no chats of so many', async () => {
    await enter(1_203);
    const target = { kind: 'scope', scope: open, except: [1, 3] } as const;
    const done = await actions.apply({
      target: { ...target, except: [1, 3] },
      action: { kind: 'pin', isPinned: true },
    });
    expect(done).toMatchObject({ count: 1_201, chats: [] });
    expect(hand.applied.map(({ chatIds }) => chatIds.length)).toEqual([250, 250, 250, 250, 201]);
    expect([hand.states.get(1), hand.states.get(2)]).toMatchObject([{ isPinned: false }, { isPinned: true }]);
  });

  it('that stops in the middle for want of room says so, and what was done goes on', async () => {
    await enter(1_203);
    hand.failsAfter = 1;
    const target = { kind: 'scope' as const, scope: open, except: [] };
    await expect(actions.apply({ target, action: { kind: 'pin', isPinned: true } })).rejects.toMatchObject({
      code: 'disk',
    });
    expect(kicks).toBe(1);
  });

  it('keeps a deletion back until its undo is over (ACT-2)', async () => {
    await enter();
    await actions.apply({ target: chats(1), action: { kind: 'status', status: 'deleted' } });
    expect(hand.applied).toMatchObject([{ at: NOW, dueAt: NOW + 8_000 }]);
  });

  it.each([
    [{ kind: 'scope', scope: { ...open, marks: ['read'] }, except: [] }, true],
    [{ kind: 'scope', scope: { ...open, marks: ['read'] }, except: [2] }, false],
    [{ kind: 'scope', scope: { ...open, marks: ['read'], listId: 5 }, except: [] }, false],
    [{ kind: 'scope', scope: { ...open, marks: ['read', 'pinned'] }, except: [] }, false],
    [{ kind: 'scope', scope: open, except: [] }, false],
    [chats(1), false],
  ] as const)('%o closed is every read chat: %s', async (target, isEveryRead) => {
    await enter();
    await actions.apply({ target: structuredClone(target) as never, action: { kind: 'status', status: 'closed' } });
    expect(hand.applied.at(0)?.action).toEqual({
      kind: 'status',
      status: 'closed',
      ...(isEveryRead ? { isEveryRead } : {}),
    });
  });

  it('looks for the next snooze that ends, and bothers sync with none', async () => {
    await enter();
    const asked: string[] = [];
    fake.session.getAccount().snoozes.look = () => void asked.push('look');
    await actions.apply({ target: chats(1), action: { kind: 'snooze', until: NOW + 5 } });
    expect({ asked, kicks }).toEqual({ asked: ['look'], kicks: 0 });
  });

  it('is taken back on those chats alone that are still so (ACT-3), and once', async () => {
    await enter();
    const { undoId } = await actions.apply({ target: chats(1, 2), action: { kind: 'status', status: 'closed' } });
    hand.states.set(2, { status: 'deleted', isPinned: false });
    expect(await actions.undo(undoId ?? '')).toEqual({ count: 1 });
    expect([hand.states.get(1)?.status, hand.states.get(2)?.status]).toEqual(['active', 'deleted']);
    await expect(actions.undo(undoId ?? '')).rejects.toMatchObject({ code: 'not-found' });
  });

  it('reads 250 chats at a time to take an act on many back, and tells sync once', async () => {
    await enter(1_203);
    const { undoId } = await actions.apply({
      target: { kind: 'scope', scope: open, except: [] },
      action: { kind: 'status', status: 'closed' },
    });
    kicks = 0;
    expect(await actions.undo(undoId ?? '')).toEqual({ count: 1_203 });
    expect({ asked: hand.asked, kicks }).toEqual({ asked: [250, 250, 250, 250, 203], kicks: 1 });
    expect([...hand.states.values()].every(({ status }) => status === 'active')).toBe(true);
  });

  it('can be taken back later where the disk failed first', async () => {
    await enter();
    const { undoId } = await actions.apply({ target: chats(1), action: { kind: 'status', status: 'deleted' } });
    hand.failsAfter = 0;
    await expect(actions.undo(undoId ?? '')).rejects.toMatchObject({ code: 'disk' });
    hand.failsAfter = Infinity;
    expect(await actions.undo(undoId ?? '')).toEqual({ count: 1 });
  });

  it('is not taken back in another account', async () => {
    await enter();
    const { undoId } = await actions.apply({ target: chats(1), action: { kind: 'pin', isPinned: true } });
    await fake.session.signIn({ ...SIGN_IN, ...CREDENTIALS, username: 'bea' });
    await expect(actions.undo(undoId ?? '')).rejects.toMatchObject({ code: 'not-found' });
    expect(hand.states.get(1)).toMatchObject({ isPinned: true });
  });

  it('hides messages, held back like a deleted chat, and shows them again', async () => {
    const asked: unknown[] = [];
    hand = new ChatsAtHand(3);
    fake.fakes.store = {
      ...hand.store,
      findSend: ({ sendId }) => Promise.resolve({ id: sendId, messageId: 77 } as never),
      deleteMessages: (input) => {
        asked.push(input);
        return Promise.resolve({ keys: input.keys });
      },
    };
    let isInTime = true;
    fake.fakes.sync = {
      actionsChanged: () => void (kicks += 1),
      cancel: (act) => {
        asked.push(act);
        return Promise.resolve(isInTime);
      },
    };
    await fake.session.signIn(SIGN_IN);
    const sent = `send:${toSendId('abc')}`;
    expect(await deleteMessages(1, ['in:5', sent])).toEqual({ count: 2, undoId: 'undo-1' });
    expect(await actions.undo('undo-1')).toEqual({ count: 2 });
    const keys = ['in:5', 'out:77'];
    expect(asked).toEqual([{ chatId: 1, keys, at: NOW, dueAt: NOW + 8_000 }, { keys }]);
    expect(kicks).toBe(1);
    isInTime = false;
    const { undoId } = await deleteMessages(1, ['in:5']);
    await expect(actions.undo(undoId ?? '')).rejects.toMatchObject({ code: 'not-found' });
    await expect(deleteMessages(9, ['in:5'])).rejects.toMatchObject({ code: 'not-found' });
  });
});
