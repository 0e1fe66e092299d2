/** What the user of this app does to chats and messages: to one, to many, and undone. */
import type { ChatBefore } from '#main/store/api/chats.ts';
import { toChatId, type ChatId, type MessageKey } from '#shared/domain/ids.ts';
import type { ChatAct, ChatAction } from '#shared/domain/sync.ts';
import type { Random } from '#test/support/random.ts';
import { isAppError } from '#shared/domain/app-error.ts';
import type { SimulatedApp } from './simulated-app.ts';
import type { VirtualClock } from './virtual-clock.ts';
import type { Simulation } from './simulation.ts';

const MINUTE_MS = 60_000;
/** How long a deletion can be undone before the service is asked. */
export const HOLD_MS = 8_000;

/** What the choice of an action depends on. */
interface ActionContext {
  readonly random: Random;
  readonly clock: VirtualClock;
  readonly app: SimulatedApp;
}

const ACTIONS: readonly ChatAction[] = [
  { kind: 'read', isRead: true },
  { kind: 'read', isRead: false },
  { kind: 'status', status: 'closed' },
  { kind: 'status', status: 'closed', isEveryRead: true },
  { kind: 'status', status: 'active' },
  { kind: 'status', status: 'deleted' },
  { kind: 'pin', isPinned: true },
  { kind: 'pin', isPinned: false },
  { kind: 'mute', isMuted: true, hours: 8 },
  { kind: 'mute', isMuted: false, hours: null },
  { kind: 'block', isBlocked: true },
  { kind: 'block', isBlocked: false },
];

/** The last action, with what its undo needs. */
export type LastAction =
  | { readonly kind: 'act'; readonly action: ChatAct; readonly applied: readonly ChatBefore[] }
  | { readonly kind: 'messages'; readonly keys: readonly MessageKey[] };

interface PlannedAction {
  readonly chatIds: readonly ChatId[];
  readonly action: ChatAct;
  readonly at: number;
  readonly dueAt: number;
}

/** An action on one chat or on several; null where there is no chat. */
export async function chooseAction(context: ActionContext, isOfMany: boolean): Promise<PlannedAction | null> {
  const { random } = context;
  const ids = await listSomeChatIds(context);
  if (ids.length === 0) return null;
  const action = chooseKind(context);
  const chatIds = isOfMany ? ids.filter(() => random.happens(70)) : [random.pick(ids)];
  return chatIds.length === 0 ? null : toPlannedAction(context, chatIds, action);
}

function chooseKind({ random, clock }: ActionContext): ChatAct {
  if (random.happens(80)) return random.pick(ACTIONS);
  return { kind: 'snooze', until: random.happens(75) ? clock.now() + random.between(1, 600) * MINUTE_MS : null };
}

function toPlannedAction({ clock }: ActionContext, chatIds: readonly ChatId[], action: ChatAct): PlannedAction {
  const at = clock.now();
  const isHeld = action.kind === 'status' && action.status === 'deleted';
  return { chatIds, action, at, dueAt: at + (isHeld ? HOLD_MS : 0) };
}

/** Chats of one random shelf, also those that the service does not know yet. */
async function listSomeChatIds({ app, clock, random }: ActionContext): Promise<readonly ChatId[]> {
  const shelf = random.pick(['open', 'open', 'open', 'snoozed', 'closed', 'deleted'] as const);
  const asked = app.store.listChatIds({ scope: { shelf, marks: [], listId: null }, now: clock.now() });
  return (await clock.passUntil(asked, MINUTE_MS)).map((id) => toChatId(id));
}

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

async function perform(simulation: Simulation, planned: PlannedAction | null): Promise<void> {
  if (planned === null) return;
  const { app, log } = simulation;
  log.push(`  ${JSON.stringify(planned.action)} on ${planned.chatIds.join(' ')}`);
  const { applied } = await app.store.applyActions(planned);
  simulation.lastAction = { kind: 'act', action: planned.action, applied };
  app.sync.actionsChanged();
}
