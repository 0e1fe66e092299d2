import type { RequestInput } from '#shared/contract/index.ts';

/** `chats.list` for a test that is not about lists: the open chats, the newest first, in no days. */
export const OPEN_CHATS = {
  scope: { shelf: 'open', marks: [], listId: null },
  sort: 'newest',
  offset: 0,
  limit: 200,
  todayAt: 0,
  yesterdayAt: 0,
} as const satisfies RequestInput<'chats.list'>;
