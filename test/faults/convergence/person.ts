/** What the person at this computer does to chats and their messages: to one or to many, and taken back. */
import type { ChatBefore } from '#main/store/api/chats.ts';
import { isAppError } from '#shared/domain/app-error.ts';
import type { MessageKey } from '#shared/domain/ids.ts';
import type { ChatAct } from '#shared/domain/sync.ts';
import { chooseDeed, HOLD_MS, listIds, toDeed } from './deeds.ts';
import type { Deed } from './deeds.ts';
import type { Story } from './story.ts';

const MINUTE_MS = 60_000;
const DAY_MS = 24 * 60 * MINUTE_MS;
/** As the app does it when it looks at what is due. */
export async function endSnoozes({ life, clock }: Story): Promise<void> {
  await clock.passUntil(life.store.returnSnoozed({ now: clock.now() }), MINUTE_MS);
}

export async function actOnOne(story: Story): Promise<void> {
  await perform(story, await chooseDeed(story, false));
}

export async function actOnMany(story: Story): Promise<void> {
  await perform(story, await chooseDeed(story, true));
}

/** Closes every open chat that is read, as far as this computer knows. */
export async function closeAllRead(story: Story): Promise<void> {
  const { life, clock } = story;
  const scope = { shelf: 'open', marks: ['read' as const], listId: null } as const;
  const asked = life.store.listChatIds({ scope: { ...scope, marks: [...scope.marks] }, now: clock.now() });
  const chatIds = (await clock.passUntil(asked, MINUTE_MS)).filter((id) => id > 0);
  const action = { kind: 'status', status: 'closed', isEveryRead: true } as const;
  await perform(story, chatIds.length === 0 ? null : toDeed(story, chatIds, action));
}

export async function deleteMessages(story: Story): Promise<void> {
  const { life, clock, random } = story;
  const ids = await listIds(story);
  if (ids.length === 0) return;
  const chatId = random.pick(ids);
  const page = await clock.passUntil(life.store.listMessages({ chatId, before: null, limit: 40 }), MINUTE_MS);
  const keys = (page?.items ?? []).map(({ key }) => key).filter((key) => /^(in|out|call):/.test(key));
  const chosen = keys.filter(() => random.happens(30)) as MessageKey[];
  if (chosen.length === 0) return;
  const at = clock.now();
  story.log.push(`  deletes ${chosen.join(' ')} of ${String(chatId)}`);
  const done = await life.store.deleteMessages({ chatId, keys: chosen, at, dueAt: at + HOLD_MS });
  story.lastDeed = { kind: 'messages', keys: done.keys };
  life.sync.actionsChanged();
}

/** Looks for what the cache may not have, at the service; what it refuses then is not found. */
export async function looksFor(story: Story): Promise<void> {
  const { life, clock, random } = story;
  const [chatId] = await listIds(story);
  const toAt = clock.trueNow() - random.between(0, 30) * DAY_MS;
  const questions = [
    () => life.sync.searchChats(random.pick(['Text', 'Ours', 'a', '4477'])),
    ...(chatId === undefined
      ? []
      : [
          () => life.sync.findInChat(chatId, random.pick(['Text', 'e'])),
          () => life.sync.readPeriod(chatId, { fromAt: toAt - 10 * DAY_MS, toAt }),
        ]),
  ];
  void random
    .pick<() => Promise<unknown>>(questions)()
    .catch((error: unknown) => {
      if (!isAppError(error)) life.sink.bugs.push(error);
    });
}

/** Takes back what was done last, by doing the other way round what is so no more. */
export async function takeBack(story: Story): Promise<void> {
  const { lastDeed, life } = story;
  story.lastDeed = null;
  if (lastDeed === null) return;
  if (lastDeed.kind === 'messages') {
    await life.store.restoreMessages({ keys: lastDeed.keys });
    life.sync.actionsChanged();
    return;
  }
  const opposites = Map.groupBy(lastDeed.applied, (before) => JSON.stringify(toOpposite(lastDeed.action, before)));
  for (const [json, befores] of opposites) {
    const action = JSON.parse(json) as ChatAct | null;
    if (action === null) continue;
    const chatIds = befores.map(({ chatId }) => chatId);
    story.log.push(`  takes back: ${json} on ${chatIds.join(' ')}`);
    await life.store.applyActions(toDeed(story, chatIds, action));
  }
  life.sync.actionsChanged();
}

function toOpposite(action: ChatAct, before: ChatBefore): ChatAct | null {
  switch (action.kind) {
    case 'read':
      return { kind: 'read', isRead: !before.isUnread };
    case 'status':
      return before.status === 'unknown' ? null : { kind: 'status', status: before.status };
    case 'pin':
      return { kind: 'pin', isPinned: before.isPinned };
    case 'mute':
      return { kind: 'mute', isMuted: before.isMuted, hours: null };
    case 'block':
      return { kind: 'block', isBlocked: before.isBlocked };
    case 'snooze':
      return { kind: 'snooze', until: before.snoozedUntil };
  }
}

async function perform(story: Story, deed: Deed | null): Promise<void> {
  if (deed === null) return;
  const { life, log } = story;
  log.push(`  ${JSON.stringify(deed.action)} on ${deed.chatIds.join(' ')}`);
  const { applied } = await life.store.applyActions(deed);
  story.lastDeed = { kind: 'act', action: deed.action, applied };
  life.sync.actionsChanged();
}
