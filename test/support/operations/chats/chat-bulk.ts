/** Cases of what is done to many chats at once. */
import { expect } from 'vitest';
import { mute } from '#main/demo/state/chats.ts';
import type { Chat } from '#main/demo/state/model.ts';
import { toChatId } from '#shared/domain/ids.ts';
import { refuseNext } from '../account/account.ts';
import { toCase } from '../operation-case.ts';
import type { Endpoints, OperationCase } from '../operation-case.ts';
import type { ClientOnDemo } from '../client-on-demo.ts';

const user = { priority: 'user' } as const;
/** An id that is none, and is refused as such. */
const NO_IDS = { chatIds: [toChatId(-1)] };

interface BulkCase {
  readonly path: string;
  readonly fixture: string;
  /** Makes chats of the kind that it is about. */
  readonly makeReady?: (setup: ClientOnDemo) => void;
  readonly act: (
    client: Endpoints,
    chosen: { readonly chatIds: readonly ReturnType<typeof toChatId>[] },
  ) => Promise<void>;
  readonly actOnAll: (client: Endpoints) => Promise<void>;
  /** The chats that it is about. */
  readonly pick: (chat: Chat) => boolean;
  /** Whether a chat is as it shall be. */
  readonly isDone: (chat: Chat) => boolean;
  /** Whether a chat is as it shall be once it was done to all; like `isDone` unless told. */
  readonly isDoneByAll?: (chat: Chat) => boolean;
}

const isOpen = ({ status }: Chat): boolean => status === 'a';

/** Two chats that fit. */
function pickTwo({ world }: ClientOnDemo, fits: (chat: Chat) => boolean): readonly Chat[] {
  const chats = world.chats.rows.filter(fits).slice(0, 2);
  if (chats.length < 2) throw new Error('The demo has no two chats of that kind');
  return chats;
}

function toBulkCase(one: BulkCase): OperationCase {
  const plans = new WeakMap<ClientOnDemo, { readonly picked: readonly number[]; readonly before: readonly Chat[] }>();
  /** What it is done to, and how everything was before: settled once for a scene. */
  const plan = (setup: ClientOnDemo) => {
    const known = plans.get(setup);
    if (known !== undefined) return known;
    one.makeReady?.(setup);
    const picked = pickTwo(setup, one.pick).map(({ id }) => id);
    const made = { picked, before: structuredClone(setup.world.chats.rows) };
    plans.set(setup, made);
    return made;
  };
  return toCase({
    row: `POST ${one.path}`,
    fixture: one.fixture,
    request: (setup) => ({ path: one.path, body: { ids: plan(setup).picked.join(','), all: 0 } }),
    call: (client, setup) => one.act(client, { chatIds: plan(setup).picked.map(toChatId) }),
    result: null,
    works: async (setup) => {
      const { rows } = setup.world.chats;
      const { picked, before } = plan(setup);
      expect(rows.filter(({ id }) => picked.includes(id)).map(one.isDone)).toEqual([true, true]);
      const others = (chats: readonly Chat[]) => chats.filter(({ id }) => !picked.includes(id));
      expect(others(rows)).toEqual(others(before));
      await one.actOnAll(setup.client);
      expect(rows.filter((chat) => !(one.isDoneByAll ?? one.isDone)(chat))).toEqual([]);
    },
    refusals: { 400: (client) => one.act(client, NO_IDS) },
  });
}

export const chatBulkCases: readonly OperationCase[] = [
  toBulkCase({
    path: '/chats/close/bulk',
    fixture: 'chats-close-bulk',
    act: (client, chosen) => client.closeChats(chosen, user),
    actOnAll: (client) => client.closeChats({ all: true }, user),
    pick: isOpen,
    isDone: ({ status }) => status === 'c',
    isDoneByAll: ({ status }) => status !== 'a',
  }),
  toBulkCase({
    path: '/chats/reopen/bulk',
    fixture: 'chats-reopen-bulk',
    act: (client, chosen) => client.reopenChats(chosen, user),
    actOnAll: (client) => client.reopenChats({ all: true }, user),
    pick: ({ status }) => status !== 'a',
    isDone: isOpen,
    isDoneByAll: ({ status }) => status !== 'c',
  }),
  toBulkCase({
    path: '/chats/delete',
    fixture: 'chats-delete',
    act: (client, chosen) => client.deleteChats(chosen, user),
    actOnAll: async (client) => {
      await client.deleteChats({ status: 'closed' }, user);
      await client.deleteChats({ all: true }, user);
    },
    pick: isOpen,
    isDone: ({ status }) => status === 'd',
  }),
  toBulkCase({
    path: '/chats/mute/bulk',
    fixture: 'chats-mute-bulk',
    act: (client, chosen) => client.muteChats({ ...chosen, hours: 2 }, user),
    actOnAll: (client) => client.muteChats({ all: true, hours: null }, user),
    pick: ({ muted }) => !muted,
    isDone: ({ muted, mutedUntil }) => muted && mutedUntil !== null,
    isDoneByAll: ({ muted, mutedUntil }) => muted && mutedUntil === null,
  }),
  toBulkCase({
    path: '/chats/unmute/bulk',
    fixture: 'chats-unmute-bulk',
    // One more than are picked: it stays muted until all are unmuted.
    makeReady: ({ world }) => {
      for (const chat of world.chats.rows.filter(isOpen).slice(0, 3)) mute(chat, 0, null);
    },
    act: (client, chosen) => client.unmuteChats(chosen, user),
    actOnAll: (client) => client.unmuteChats({ all: true }, user),
    pick: ({ muted }) => muted,
    isDone: ({ muted }) => !muted,
  }),
  toBulkCase({
    path: '/chats/pin/bulk',
    fixture: 'chats-pin-bulk',
    act: (client, chosen) => client.pinChats(chosen, user),
    actOnAll: (client) => client.pinChats({ all: true }, user),
    pick: ({ pinned }) => !pinned,
    isDone: ({ pinned }) => pinned,
  }),
  toBulkCase({
    path: '/chats/unpin/bulk',
    fixture: 'chats-unpin-bulk',
    act: (client, chosen) => client.unpinChats(chosen, user),
    actOnAll: (client) => client.unpinChats({ all: true }, user),
    pick: ({ pinned }) => pinned,
    isDone: ({ pinned }) => !pinned,
  }),
  toBulkCase({
    path: '/chats/read/bulk',
    fixture: 'chats-read-bulk',
    act: (client, chosen) => client.markChatsRead(chosen, user),
    actOnAll: (client) => client.markChatsRead({ all: true }, user),
    pick: ({ unread }) => unread > 0,
    isDone: ({ unread }) => unread === 0,
  }),
  toBulkCase({
    path: '/chats/unread/bulk',
    fixture: 'chats-unread-bulk',
    act: (client, chosen) => client.markChatsUnread(chosen, user),
    actOnAll: (client) => client.markChatsUnread({ all: true }, user),
    pick: ({ unread }) => unread === 0,
    isDone: ({ unread }) => unread > 0,
  }),
  toCase({
    row: 'POST /chats/close/read',
    fixture: 'chats-close-read',
    request: () => ({ path: '/chats/close/read' }),
    call: (client) => client.closeReadChats(user),
    result: null,
    works: ({ world }) => {
      const open = world.chats.rows.filter(isOpen);
      expect(open.length).toBeGreaterThan(0);
      expect(open.filter(({ unread }) => unread === 0)).toEqual([]);
    },
    refusals: {
      400: (client, setup) => {
        refuseNext(setup, 400);
        return client.closeReadChats(user);
      },
    },
  }),
];
