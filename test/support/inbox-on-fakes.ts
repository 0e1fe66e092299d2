/** The inbox's state and commands without a page, on `FakeBridge`. */
import { Formats } from '#renderer/lib/format.ts';
import type { ChatView } from '#shared/contract/index.ts';
import type { CommandId } from '#shared/domain/commands.ts';
import type { KeyContext } from '#renderer/lib/keys/press.ts';
import type { ActionTarget } from '#renderer/data/chat-actions.ts';
import { Overlays } from '#renderer/app/overlays.svelte.ts';
import { Commands } from '#renderer/app/commands.svelte.ts';
import { Translator } from '#renderer/lib/messages.ts';
import { InboxCommands, type CommandLayout } from '#renderer/features/inbox/inbox-commands.ts';
import type { InboxOptions } from '#renderer/features/inbox/inbox.svelte.ts';
import { Inbox } from '#renderer/features/inbox/inbox.svelte.ts';
import { RequestIds } from '#renderer/data/request-ids.ts';
import { Toasts } from '#renderer/app/toasts.svelte.ts';
import { buildChat, FakeBridge } from './fake-bridge.ts';
import { buildUnsentTexts } from './writing-tools.ts';
import { untilAnswered } from './until-answered.ts';

const texts = new Translator('en-GB');
const formats = new Formats(texts, { timeFormat: '24h', currency: 'GBP', timeZone: 'Europe/London' });
export const NOW = Date.parse('2026-11-20T09:54:00Z');

/** A main with the chats P1, P2 and so on, the newest first. `changes`: what is otherwise of the one with that id. */
export function buildMain(count: number, changes: (id: number) => Partial<ChatView> = () => ({})): FakeBridge {
  const bridge = new FakeBridge();
  bridge.data.chats = Array.from({ length: count }, (_, index) =>
    buildChat({
      id: index + 1,
      phone: String(447_400_000_000 + index),
      name: `P${String(index + 1)}`,
      lastAt: NOW - index,
      ...changes(index + 1),
    }),
  );
  return bridge;
}

/** For a narrow window that shows either the list or the thread. */
export const ONE_PANE: Partial<InboxOptions> = { hasTwoPanes: () => false };

/** `said`: what is announced. */
export function buildInbox(bridge: FakeBridge, options: Partial<InboxOptions> = {}) {
  const toasts = new Toasts();
  const said: string[] = [];
  const inbox = new Inbox(bridge, {
    texts,
    formats: () => formats,
    toasts,
    overlays: new Overlays(() => null),
    announcer: { say: (text) => said.push(text), interrupt: (text) => said.push(text) },
    ids: new RequestIds(() => 'northgate'),
    unsent: buildUnsentTexts(bridge),
    counts: { applyOptimistic: () => () => undefined },
    returnToScreen: () => false,
    now: () => NOW,
    hasTwoPanes: () => true,
    homePhone: () => '447400999999',
    homeCountry: () => 'GB',
    isOnline: () => true,
    webUrl: () => 'https://my.example.com',
    ...options,
  });
  return { inbox, toasts, said };
}

const toIds = (target: ActionTarget) =>
  target.kind === 'checked' ? 'checked' : target.chats.map(({ id }) => String(id)).join(' ');

/** `count` chats, the newest first; `menus`: what was opened, in words. */
export async function setUp(count = 4, options: Partial<InboxOptions> = {}) {
  const bridge = buildMain(count);
  const { inbox, toasts, said } = buildInbox(bridge, options);
  const menus: string[] = [];
  const can = { pin: true };
  const commands = new Commands();
  const layout: CommandLayout = {
    pageRows: 2,
    pane: 'both',
    chatMenu: {
      openMenuOf: (target, kind) => menus.push(`${kind}:${toIds(target)}`),
      openSnooze: (target) => menus.push(`snooze:${toIds(target)}`),
    },
    lists: { openMenu: () => menus.push('lists'), saveView: () => menus.push('save') },
    togglePanel: () => menus.push('panel'),
    closeTop: () => false,
    leaveSheet: () => false,
    search: (command) => menus.push(command),
    canUndo: () => inbox.actions.canUndo,
    undo: () => inbox.undo(null),
    openExport: ({ id }) => menus.push(`export:${String(id)}`),
    print: ({ id }) => menus.push(`print:${String(id)}`),
    openJump: () => menus.push('jump'),
    goToNewest: () => menus.push('newest'),
  };
  const app = {
    session: { has: () => can.pin },
    router: { canGoBack: false },
    counts: { counts: { unread: 1 } },
  };
  commands.register(new InboxCommands(inbox, { layout, app }).handlers);
  const run = async (command: CommandId, place: KeyContext = 'list', chat: ChatView | null = null) => {
    const isDone = commands.run(command, { place, target: null, chat, isFromPalette: chat !== null });
    await untilAnswered();
    return isDone;
  };
  const openId = () => inbox.selection.chat?.id ?? null;
  const cursorId = () => inbox.selection.cursor?.chatId ?? null;
  await inbox.list.refresh();
  return { bridge, inbox, toasts, said, menus, can, run, openId, cursorId };
}
