import type { ChatView, ContractError, SwitchboardBridge } from '#shared/contract/index.ts';
import { undone } from './messages.ts';
import { chatActs } from '#renderer/lib/words/chat-actions.ts';
import type { Formats } from '#renderer/lib/format.ts';
import { toChatTitle } from '#renderer/lib/chat-title.ts';
import type { ChatTarget } from '#renderer/features/chat-list/checks.ts';
import { toDeleteQuestion, toDoneText, toFaultDetail } from './deed-words.ts';
import { isPutAway, toAction, toDone, type ActTarget, type ChatDeed } from '#renderer/data/deeds.ts';
import { foreseeCounts, type ChatChange } from '#renderer/data/foresee.ts';
import { SCOPES } from '#renderer/data/scopes.ts';
import type { Translator } from '#renderer/lib/messages.ts';
import type { AppCounts } from '#renderer/data/app-counts.svelte.ts';
import { RefusedActions } from './refused-actions.ts';
import type { RequestIds } from '#renderer/data/request-ids.ts';
import type { Toasts } from '#renderer/app/toasts.svelte.ts';
import { toMeant, toMeantScope, type MeantChats } from './act-target.ts';
import { ActTrail } from './act-trail.ts';
import { ActUndo } from './act-undo.ts';
import type { ChatList } from '#renderer/features/chat-list/chat-list.svelte.ts';
import type { Checked } from '#renderer/features/chat-list/checked.svelte.ts';
import type { Question } from './question.svelte.ts';
import type { FocusTargets } from '#renderer/app/focus-targets.ts';
import type { Selection } from '#renderer/features/chat-list/selection.svelte.ts';
import type { Undoable } from './undo-stack.svelte.ts';

/** Up to so many chats are deleted without being asked: the undo covers them. */
const MOST_UNASKED = 50;
/** As long as main keeps a deletion to itself. */
const DELETE_UNDO_MS = 8_000;

export interface ChatActsOptions {
  readonly texts: Translator;
  readonly formats: () => Formats;
  readonly toasts: Toasts;
  readonly ids: RequestIds;
  readonly now: () => number;
  readonly list: ChatList;
  readonly selection: Selection;
  readonly checked: Checked;
  readonly question: Question;
  readonly counts: Pick<AppCounts, 'foresee'>;
  /** The key that takes back, as key labels. */
  readonly undoKeyLabels: () => readonly string[];
  readonly open: (chat: ChatView) => void;
  readonly leave: () => void;
  readonly isWriting: () => boolean;
  readonly hasTwoPanes: () => boolean;
  readonly places: Pick<FocusTargets, 'entered' | 'goIfLost'>;
  /** The open chat was marked unread: it stays so until it is left. */
  readonly keepUnread: () => void;
}

/** What came of an act: where main took only some of its portions, of those. */
interface Outcome {
  readonly count: number;
  readonly undoIds: readonly string[];
  readonly chats: readonly ChatView[];
  readonly problem: ContractError | null;
}

/**
 * What a person does to chats: shown in the same moment, asked of main, put back where it could not, told with its undo.
 * What the service refuses later is told by `RefusedActions`.
 */
export class ChatActs {
  readonly #bridge: SwitchboardBridge;
  readonly #options: ChatActsOptions;
  readonly #undo: ActUndo;
  readonly #refused: RefusedActions;

  constructor(bridge: SwitchboardBridge, options: ChatActsOptions) {
    this.#bridge = bridge;
    this.#options = options;
    this.#undo = new ActUndo(bridge, { ...options, onUndone: () => this.#askAgain() });
    this.#refused = new RefusedActions(bridge, options);
  }

  /** Whether something that was done here can be taken back. */
  get canUndo(): boolean {
    return this.#undo.canUndo;
  }
  /** When the last of it was done, epoch ms; null: nothing. */
  get lastAt(): number | null {
    return this.#undo.lastAt;
  }

  /** Does it to these chats, or to those that are checked. False, and says why, where main could not. */
  async do(deed: ChatDeed, target: ActTarget): Promise<boolean> {
    const { checked, list, question, texts } = this.#options;
    const meant = toMeant(target, checked, list);
    if (meant.count === 0) return false;
    const mustAsk = deed.kind === 'delete' && meant.count > MOST_UNASKED;
    if (mustAsk && !(await question.ask(toDeleteQuestion(meant.count, texts)))) return false;
    if (target.kind === 'checked') checked.end();
    return this.#run(deed, meant);
  }

  /** One way, or the other where all of them are so already. */
  async toggle(kind: 'close' | 'read' | 'pin' | 'block', target: ActTarget): Promise<boolean> {
    const { known } = toMeant(target, this.#options.checked, this.#options.list);
    return this.do({ kind: toOtherWay(kind, known) }, target);
  }

  /** Marks all open chats read. */
  markAllRead(): Promise<boolean> {
    return this.#run({ kind: 'read' }, toMeantScope(SCOPES.unread, this.#listLoaded()));
  }

  /** Closes all open chats without unread messages. */
  closeAllRead(): Promise<boolean> {
    return this.#run({ kind: 'close' }, toMeantScope({ ...SCOPES.open, marks: ['read'] }, this.#listLoaded()));
  }

  /** Takes the last act back; false where nothing could be. */
  undoLast(): Promise<boolean> {
    return this.#undo.undoLast();
  }

  /** Tells what was done elsewhere, such as a deletion of messages, with the way back. */
  offerUndo({ undoId, text }: { readonly undoId: string; readonly text: string }): void {
    const undoIds = Promise.resolve([undoId]);
    const entry: Undoable = { at: this.#options.now(), name: null, undoIds, begin: null };
    this.#undo.expect(entry);
    this.#undo.tell({ text, lastsMs: DELETE_UNDO_MS }, entry);
  }

  dispose(): void {
    this.#refused.dispose();
  }

  async #run(deed: ChatDeed, meant: MeantChats): Promise<boolean> {
    const { list, counts, selection, now, formats } = this.#options;
    const at = now();
    const change: ChatChange = (chat) => (meant.hits(chat) ? toDone(chat, deed, at) : chat);
    const trail = new ActTrail(this.#options, meant.hits);
    const settleList = list.foresee({ change, withUnknown: meant.isWhole });
    const settleCounts = counts.foresee((all) => foreseeCounts(all, meant.known, change));
    const { chat: open } = selection;
    if (open !== null && meant.hits(open)) {
      if (deed.kind === 'unread') this.#options.keepUnread();
      selection.patch(change(open));
    }
    trail.moveOn({ isPutAway: isPutAway(deed), isGone: deed.kind === 'delete' });

    const asked = this.#ask(deed, meant.targets);
    const only = meant.known.length === 1 && meant.count === 1 ? (meant.known[0] ?? null) : null;
    const name = only === null ? null : toChatTitle(only, formats());
    const undoIds = asked.then((outcome) => outcome.undoIds);
    const entry: Undoable = { at, name, undoIds, begin: () => this.#toReturn(trail, deed, meant) };
    this.#undo.expect(entry);
    const outcome = await asked;
    settleCounts();
    settleList(outcome.count > 0 || outcome.problem === null);
    this.#show(outcome);
    if (outcome.problem !== null) {
      if (outcome.count === 0) trail.goBack();
      this.#tellFault(only, meant.count - outcome.count, outcome.problem);
    } else if (outcome.count > 0) {
      const text = toDoneText(
        { deed, chat: only, count: outcome.count },
        { ...this.#options, formats: formats(), now: at },
      );
      this.#undo.tell({ text, ...(deed.kind === 'delete' ? { lastsMs: DELETE_UNDO_MS } : {}) }, entry);
    }
    return outcome.problem === null;
  }

  /** What a person has unread again stays so while it is open. */
  #toReturn(trail: ActTrail, deed: ChatDeed, meant: MeantChats): () => void {
    const { selection, keepUnread, places } = this.#options;
    const goBack = trail.toReturn();
    return () => {
      goBack();
      if (deed.kind === 'read' && selection.chat !== null && meant.hits(selection.chat)) keepUnread();
      places.goIfLost('list');
    };
  }

  async #ask(deed: ChatDeed, targets: readonly ChatTarget[]): Promise<Outcome> {
    const action = toAction(deed);
    const outcome = { count: 0, undoIds: [] as string[], chats: [] as ChatView[] };
    for (const target of targets) {
      const act = `chats.act\n${JSON.stringify({ target, action })}`;
      const reply = await this.#options.ids.run(act, (requestId) =>
        this.#bridge.request('chats.act', { requestId, target, action }),
      );
      if (!reply.ok) return { ...outcome, problem: reply.error };
      outcome.count += reply.value.count;
      if (reply.value.undoId !== null) outcome.undoIds.push(reply.value.undoId);
      outcome.chats.push(...reply.value.chats);
    }
    return { ...outcome, problem: null };
  }

  #show({ chats }: Outcome): void {
    const { list, selection } = this.#options;
    for (const chat of chats) {
      list.patch(chat);
      selection.patch(chat);
    }
    void this.#askAgain();
  }

  async #askAgain(): Promise<void> {
    const { list, selection } = this.#options;
    await Promise.all([list.refresh({ moves: true }), selection.refresh()]);
  }

  #tellFault(only: ChatView | null, count: number, problem: ContractError): void {
    const { texts, toasts, formats } = this.#options;
    const detail = toFaultDetail(problem, texts);
    const words =
      only === null
        ? texts.text(undone.severalFailed, { count, detail })
        : texts.text(chatActs.failed, { name: toChatTitle(only, formats()), detail });
    toasts.show(words, { tone: 'fault' });
  }

  #listLoaded(): readonly ChatView[] {
    const { list, selection } = this.#options;
    const rows = list.window.rows.filter((row) => row !== null);
    const { chat } = selection;
    return chat === null || rows.some(({ id }) => id === chat.id) ? rows : [...rows, chat];
  }
}

const BACK = { close: 'reopen', read: 'unread', pin: 'unpin', block: 'unblock' } as const;

function toOtherWay(
  kind: keyof typeof BACK,
  known: readonly ChatView[],
): keyof typeof BACK | (typeof BACK)[keyof typeof BACK] {
  const isSo: Readonly<Record<keyof typeof BACK, (chat: ChatView) => boolean>> = {
    close: ({ status }) => status === 'closed' || status === 'deleted',
    read: ({ unreadCount }) => unreadCount === 0,
    pin: ({ isPinned }) => isPinned,
    block: ({ isBlocked }) => isBlocked,
  };
  return known.length > 0 && known.every(isSo[kind]) ? BACK[kind] : kind;
}
