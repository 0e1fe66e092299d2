import type { ChatView, ContactCounts } from '#shared/contract/index.ts';
import { COMMANDS, type CommandId } from '#shared/domain/commands.ts';
import { chatCommands } from './messages.ts';
import { commandSynonyms, commandTitles } from '#renderer/lib/words/commands.ts';
import { search as words } from '#renderer/lib/words/search.ts';
import { listWords } from '#renderer/features/chat-list/list-words.ts';
import { MUTE_HOURS } from '#renderer/features/chat-actions/chat-menu.svelte.ts';
import { SCOPE_NAMES } from '#renderer/data/scopes.ts';
import type { Message, Translator } from '#renderer/lib/messages.ts';
import type { ActionSource, PaletteAction } from '#renderer/lib/actions.ts';
import type { App } from '#renderer/app/app.svelte.ts';
import type { CommandContext } from '#renderer/app/commands.svelte.ts';
import type { PaletteInbox, PaletteOptions } from './palette.svelte.ts';
import { SECTIONS } from '#renderer/features/settings/sections.ts';

/** What is done to a chat, the usual first; `write` and the others are for one chat too. */
const FOR_CHAT = [
  'close-or-reopen',
  'mute',
  'pin',
  'snooze',
  'read-or-unread',
  'needs-reply',
  'write',
  'block',
  'delete',
  'export-chat',
  'print-chat',
] as const satisfies readonly CommandId[];
/** What people want most often where nothing was typed. */
const FIRST: readonly CommandId[] = [
  'new-message',
  'next-unread',
  'choose-list',
  'undo',
  'show-shortcuts',
  'go-settings',
];
/** In the palette these lead nowhere: it is open, and a chat has its actions here. */
const NOT_HERE: ReadonlySet<CommandId> = new Set([
  'search',
  'chat-menu',
  'message-menu',
  'open',
  'edit',
  // A page of the settings is offered as one.
  'show-about',
  'delete-contacts',
  ...FOR_CHAT,
]);

/** Everything that can be done from the palette. */
export class PaletteActions implements ActionSource {
  readonly #app: App;
  readonly #texts: Translator;
  readonly #inbox: PaletteInbox;
  #contactLists = $state.raw<ContactCounts['lists']>([]);

  constructor({ app, texts, inbox }: PaletteOptions) {
    this.#app = app;
    this.#texts = texts;
    this.#inbox = inbox;
  }

  /** Reads the contact lists, which the palette leads to. Where main cannot say, everything else is offered. */
  async readContactLists(): Promise<void> {
    const reply = await this.#app.bridge.request('contacts.count', {});
    if (reply.ok) this.#contactLists = reply.value.lists;
  }

  openChat(): ChatView | null {
    // Behind another screen it is not in sight.
    const isInSight = this.#app.router.screen === 'inbox' && !this.#inbox.isWriting;
    return isInSight ? this.#inbox.selection.chat : null;
  }

  forChat(chat: ChatView): readonly PaletteAction[] {
    const commands = FOR_CHAT.filter((id) => this.#app.commands.can(id, toContext(id, chat)));
    const [mute, ...others] = chat.isMuted ? [] : this.#listMutes(chat);
    const actions = commands.map((id) => (id === 'mute' && mute !== undefined ? mute : this.#toAction(id, chat)));
    return [...actions, ...others];
  }

  anywhere(query: string): readonly PaletteAction[] {
    const ids = [...FIRST, ...COMMANDS.map(({ id }) => id).filter((id) => !FIRST.includes(id))];
    const can = ids.filter((id) => !NOT_HERE.has(id) && this.#app.commands.can(id, toContext(id, null)));
    const actions = can.map((id) => (id === 'new-message' ? this.#toNewMessage(id, query) : this.#toAction(id, null)));
    return [
      ...actions,
      ...this.#listLists(),
      ...this.#listViews(),
      ...this.#listSettings(),
      // There may be very many contact lists: they are found by what is typed.
      ...(query === '' ? [] : this.#listContactLists()),
    ];
  }

  #toAction(id: CommandId, chat: ChatView | null): PaletteAction {
    const { commands, keys } = this.#app;
    const synonyms = commandSynonyms[id];
    const title = this.#texts.text(chat === null ? commandTitles[id] : findChatTitle(id, chat));
    const words = [commandTitles[id], ...(synonyms === undefined ? [] : [synonyms])];
    return {
      id,
      title,
      detail: '',
      words: words.map((message) => this.#texts.text(message)).join(' '),
      keyLabels: keys.keyLabelsOf(id),
      run: () => commands.run(id, toContext(id, chat)),
    };
  }

  /** To whom was typed, where somebody typed. */
  #toNewMessage(id: CommandId, query: string): PaletteAction {
    const action = this.#toAction(id, null);
    if (query === '') return action;
    const run = (): void => {
      action.run();
      void this.#inbox.newMessage.type(query);
    };
    return { ...action, detail: this.#texts.text(words.toQuery, { query }), isAlways: true, run };
  }

  #listMutes(chat: ChatView): PaletteAction[] {
    const action = this.#toAction('mute', chat);
    const target = { kind: 'chats', chats: [chat] } as const;
    // Eight hours are a working day: what people mean most.
    const [short, day, long] = MUTE_HOURS;
    return [day, short, long, null].map((hours) => ({
      ...action,
      id: `mute:${String(hours)}`,
      detail: this.#texts.text(hours === null ? words.muteAlways : words.muteHours, { count: hours ?? 0 }),
      // The key asks for how long.
      keyLabels: [],
      run: () => void this.#inbox.actions.do({ kind: 'mute', hours }, target),
    }));
  }

  #listLists(): PaletteAction[] {
    return SCOPE_NAMES.map((name) => ({
      id: `list:${name}`,
      title: this.#texts.text(words.goTo, { name: this.#texts.text(listWords[name].name) }),
      detail: '',
      words: this.#texts.text(words.goToWords),
      keyLabels: [],
      run: () => this.#showList(() => this.#inbox.views.openUsual(name)),
    }));
  }

  #listViews(): PaletteAction[] {
    return this.#inbox.views.list.map((view) => ({
      id: `view:${view.id}`,
      title: this.#texts.text(words.goTo, { name: view.name }),
      detail: '',
      words: this.#texts.text(words.goToWords),
      keyLabels: this.#app.keys.toKeyLabelsOf(view.keys ?? ''),
      run: () => this.#showList(() => this.#inbox.views.open(view)),
    }));
  }

  #listContactLists(): PaletteAction[] {
    return this.#contactLists.map(({ id: listId, name }) => ({
      id: `contact-list:${String(listId)}`,
      title: this.#texts.text(words.contactList, { name }),
      detail: '',
      words: this.#texts.text(words.contactListWords),
      keyLabels: [],
      run: () => this.#app.router.go({ kind: 'contacts', scope: { kind: 'list', listId }, contactId: null }),
    }));
  }

  #showList(open: () => void): void {
    this.#app.router.show('inbox');
    open();
    this.#inbox.places.go('list');
  }

  #listSettings(): PaletteAction[] {
    return SECTIONS.map(({ id, label }) => ({
      id: `settings:${id}`,
      title: this.#texts.text(words.settingsOf, { name: this.#texts.text(label) }),
      detail: '',
      words: this.#texts.text(words.settingsWords),
      keyLabels: [],
      run: () => this.#app.router.go({ kind: 'settings', page: id }),
    }));
  }
}

function toContext(id: CommandId, chat: ChatView | null): CommandContext {
  const scope = COMMANDS.find((row) => row.id === id)?.scope;
  const place = scope === 'list' || scope === 'message' || scope === 'composer' ? scope : 'elsewhere';
  return { place, target: null, chat, isFromPalette: true };
}

function findChatTitle(id: CommandId, chat: ChatView): Message {
  switch (id) {
    case 'close-or-reopen':
      return chat.status === 'active' ? chatCommands.close : chatCommands.reopen;
    case 'read-or-unread':
      return chat.unreadCount > 0 ? chatCommands.read : chatCommands.unread;
    case 'pin':
      return chat.isPinned ? chatCommands.unpin : chatCommands.pin;
    case 'mute':
      return chat.isMuted ? chatCommands.unmute : chatCommands.mute;
    case 'snooze':
      return chat.snoozedUntil === null ? chatCommands.snooze : chatCommands.wake;
    case 'needs-reply':
      return chat.waitingSince === null ? chatCommands.unsettle : chatCommands.settle;
    case 'block':
      return chat.isBlocked ? chatCommands.unblock : chatCommands.block;
    case 'write':
      return chatCommands.write;
    default:
      return commandTitles[id];
  }
}
