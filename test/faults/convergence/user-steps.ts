/** What the user of this app does to chats and messages: to one, to many, and undone. */
import type { ChatBefore } from '#main/store/api/chats.ts';
import type { ChatAct } from '#shared/domain/sync.ts';
import type { MessageKey } from '#shared/domain/ids.ts';
import { isAppError } from '#shared/domain/app-error.ts';
import {
  chooseAction,
  HOLD_MS,
  listSomeChatIds,
  MINUTE_MS,
  toPlannedAction,
  type PlannedAction,
} from './planned-actions.ts';
import type { Simulation } from './simulation.ts';

const DAY_MS = 24 * 60 * MINUTE_MS;

/** Returns due snoozes, as the app does. */
export async function endSnoozes({ app, clock }: Simulation): Promise<void> {
  await clock.passUntil(app.store.returnSnoozed({ now: clock.now() }), MINUTE_MS);
}

export async function actOnOne(simulation: Simulation): Promise<void> {
  await perform(simulation, await chooseAction(simulation, false));
}

export async function actOnMany(simulation: Simulation): Promise<void> {
  await perform(simulation, await chooseAction(simulation, true));
}

/** Closes every open chat that is read according to the cache. */
export async function closeAllRead(simulation: Simulation): Promise<void> {
  const { app, clock } = simulation;
  const scope = { shelf: 'open', marks: ['read' as const], listId: null } as const;
  const asked = app.store.listChatIds({ scope: { ...scope, marks: [...scope.marks] }, now: clock.now() });
  const chatIds = (await clock.passUntil(asked, MINUTE_MS)).filter((id) => id > 0);
  const action = { kind: 'status', status: 'closed', isEveryRead: true } as const;
  await perform(simulation, chatIds.length === 0 ? null : toPlannedAction(simulation, chatIds, action));
}

export async function deleteMessages(simulation: Simulation): Promise<void> {
  const { app, clock, random } = simulation;
  const ids = await listSomeChatIds(simulation);
  if (ids.length === 0) return;
  const chatId = random.pick(ids);
  const page = await clock.passUntil(app.store.listMessages({ chatId, before: null, limit: 40 }), MINUTE_MS);
  const keys = (page?.items ?? []).map(({ key }) => key).filter((key) => /^(in|out|call):/.test(key));
  const chosen = keys.filter(() => random.happens(30)) as MessageKey[];
  if (chosen.length === 0) return;
  const at = clock.now();
  simulation.log.push(`  deletes ${chosen.join(' ')} of ${String(chatId)}`);
  const done = await app.store.deleteMessages({ chatId, keys: chosen, at, dueAt: at + HOLD_MS });
  simulation.lastAction = { kind: 'messages', keys: done.keys };
  app.sync.actionsChanged();
}

/** Asks the service for what the cache may lack; a refusal counts as nothing found. */
export async function search(simulation: Simulation): Promise<void> {
  const { app, clock, random } = simulation;
  const [chatId] = await listSomeChatIds(simulation);
  const toAt = clock.trueNow() - random.between(0, 30) * DAY_MS;
  const questions = [
    () => app.sync.searchChats(random.pick(['Text', 'Ours', 'a', '4477'])),
    ...(chatId === undefined
      ? []
      : [
          () => app.sync.findInChat(chatId, random.pick(['Text', 'e'])),
          () => app.sync.readPeriod(chatId, { fromAt: toAt - 10 * DAY_MS, toAt }),
        ]),
  ];
  void random
    .pick<() => Promise<unknown>>(questions)()
    .catch((error: unknown) => {
      if (!isAppError(error)) app.sink.bugs.push(error);
    });
}

/** Undoes the last action by its opposite. */
export async function takeBack(simulation: Simulation): Promise<void> {
  const { lastAction, app } = simulation;
  simulation.lastAction = null;
  if (lastAction === null) return;
  if (lastAction.kind === 'messages') {
    await app.store.restoreMessages({ keys: lastAction.keys });
    app.sync.actionsChanged();
    return;
  }
  const opposites = Map.groupBy(lastAction.applied, (before) => JSON.stringify(toOpposite(lastAction.action, before)));
  for (const [json, befores] of opposites) {
    const action = JSON.parse(json) as ChatAct | null;
    if (action === null) continue;
    const chatIds = befores.map(({ chatId }) => chatId);
    simulation.log.push(`  takes back: ${json} on ${chatIds.join(' ')}`);
    await app.store.applyActions(toPlannedAction(simulation, chatIds, action));
  }
  app.sync.actionsChanged();
}

function toOpposite(action: ChatAct, before: ChatBefore): ChatAct | null {
  switch (action.kind) {
    case 'read':
      return { kind: 'read', isRead: before.unreadCount === 0 };
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
    case 'reply':
      return { kind: 'reply', isNeeded: before.isReplyNeeded };
  }
}

async function perform(simulation: Simulation, planned: PlannedAction | null): Promise<void> {
  if (planned === null) return;
  const { app, log } = simulation;
  log.push(`  ${JSON.stringify(planned.action)} on ${planned.chatIds.join(' ')}`);
  const { applied } = await app.store.applyActions(planned);
  simulation.lastAction = { kind: 'act', action: planned.action, applied };
  app.sync.actionsChanged();
}
