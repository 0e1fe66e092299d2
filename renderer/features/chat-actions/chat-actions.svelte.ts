import type { ChatScope, ChatView, ContractError, SwitchboardBridge } from '#shared/contract/index.ts';
import { chatActions } from '#renderer/lib/words/chat-actions.ts';
import type { Formats } from '#renderer/lib/format.ts';
import { toChatTitle } from '#renderer/lib/chat-title.ts';
import type { Translator } from '#renderer/lib/messages.ts';
import {
  canNeedReply,
  changeCounts,
  isPutAway,
  toRequestedAction,
  withAction,
  type ActionTarget,
  type ChatAction,
} from '#renderer/data/chat-actions.ts';
import type { AppCounts } from '#renderer/data/app-counts.svelte.ts';
import type { Chats } from '#renderer/data/chats.svelte.ts';
import type { RequestIds } from '#renderer/data/request-ids.ts';
import { isInScope, SCOPES } from '#renderer/data/scopes.ts';
import { HELD_MARKS } from '#shared/domain/chat-actions.ts';
import type { Toasts } from '#renderer/app/toasts.svelte.ts';
import {
  toPortions,
  toScopeTarget,
  type Checked,
  type ChatTarget,
} from '#renderer/features/chat-list/checked.svelte.ts';
import type { Confirmation } from './confirmation.svelte.ts';
import {
  nothingWaits,
  toDeleteConfirmation,
  toDoneText,
  toKeptText,
  toUndoneText,
  toFaultDetail,
  undone,
} from './messages.ts';
import { RefusedActions } from './refused-actions.ts';
import { SelectionAfterAction, type AfterActionOptions } from './selection-after-action.ts';

/** Up to so many chats are deleted without being asked: the undo covers them. */
const MOST_UNASKED = 50;
/** As long as main keeps a deletion to itself. */
const DELETE_UNDO_MS = 8_000;
/** So many actions can be taken back: main keeps as many. */
const MOST_UNDOABLE = 50;

export interface ChatActionsOptions extends AfterActionOptions {
  readonly texts: Translator;
  readonly formats: () => Formats;
  readonly toasts: Toasts;
  readonly ids: RequestIds;
  readonly now: () => number;
  readonly chats: Chats;
  readonly checked: Checked;
  readonly confirmation: Confirmation;
  readonly counts: Pick<AppCounts, 'applyOptimistic'>;
  /** The open chat was marked unread: it stays so until it is left. */
  readonly keepUnread: () => void;
  /** Has main keep the drafts that it does not have yet. */
  readonly saveDrafts: () => Promise<void>;
}

/** What came of an action: where main took only some of its portions, of those. */
interface Outcome {
  readonly count: number;
  /** How many the user holds on to, and were left as they are. */
  readonly keptCount: number;
  readonly undoIds: readonly string[];
  readonly chats: readonly ChatView[];
  readonly problem: ContractError | null;
}

/**
 * What the user does to chats: shown in the same moment, asked of main, put back where it could not, told with its undo.
 * What the service refuses later is told by `RefusedActions`.
 */
export class ChatActions {
  readonly #bridge: SwitchboardBridge;
  readonly #options: ChatActionsOptions;
  readonly #undo: UndoStack;
  readonly #refused: RefusedActions;

  constructor(bridge: SwitchboardBridge, options: ChatActionsOptions) {
    this.#bridge = bridge;
    this.#options = options;
    this.#undo = new UndoStack(bridge, { ...options, onUndone: () => this.#askAgain() });
    this.#refused = new RefusedActions(bridge, options);
  }

  /** Whether something that was done here can be taken back. */
  get canUndo(): boolean {
    return !this.#undo.isEmpty;
  }
  /** When the last of it was done, epoch ms; null: nothing. */
  get lastAt(): number | null {
    return this.#undo.lastAt;
  }

  /** Does it to these chats, or to those that are checked. False, and says why, where main could not. */
  async do(action: ChatAction, target: ActionTarget): Promise<boolean> {
    const { checked, confirmation, texts } = this.#options;
    const resolved = this.#resolve(target);
    if (resolved.count === 0) return false;
    const mustAsk = action.kind === 'delete' && resolved.count > MOST_UNASKED;
    if (mustAsk && !(await confirmation.ask(toDeleteConfirmation(resolved.count, texts)))) return false;
    if (target.kind === 'checked') checked.end();
    return this.#run(action, resolved);
  }

  /** One way, or the other where all of them are so already. */
  async toggle(kind: keyof typeof BACK, target: ActionTarget): Promise<boolean> {
    const { known } = this.#resolve(target);
    if (kind === 'settle' && known.every((chat) => chat.waitingSince === null && !canNeedReply(chat))) {
      this.#options.toasts.show(this.#options.texts.text(nothingWaits, { count: known.length }));
      return false;
    }
    return this.do({ kind: toOtherWay(kind, known) }, target);
  }

  /** Marks all open chats read. */
  markAllRead(): Promise<boolean> {
    return this.#run({ kind: 'read' }, toScope(SCOPES.unread, this.#listLoaded()));
  }

  /** Closes all open chats without unread messages, but those that the user holds on to. */
  async closeAllRead(): Promise<boolean> {
    await this.#options.saveDrafts();
    const known = this.#listLoaded().filter(isClosedUnasked);
    const target = { requested: [{ kind: 'all-read' }], matches: isClosedUnasked, known, count: known.length } as const;
    return await this.#run({ kind: 'close' }, { ...target, isWhole: false });
  }

  /** Takes the last action back; false where nothing could be. */
  undoLast(): Promise<boolean> {
    return this.#undo.undoLast();
  }

  /** Tells what was done elsewhere, such as a deletion of messages, with its undo. */
  offerUndo({ undoId, text }: { readonly undoId: string; readonly text: string }): void {
    const undoIds = Promise.resolve([undoId]);
    const entry: Undoable = { at: this.#options.now(), tell: null, undoIds, begin: null };
    this.#undo.push(entry);
    this.#undo.showToast({ text, lastsMs: DELETE_UNDO_MS }, entry);
  }

  dispose(): void {
    this.#refused.dispose();
  }

  async #run(action: ChatAction, target: ResolvedTarget): Promise<boolean> {
    const { list, counts, selection, now, formats, texts, toasts } = this.#options;
    const at = now();
    const change = (chat: ChatView): ChatView => (target.matches(chat) ? withAction(chat, action, at) : chat);
    const after = new SelectionAfterAction(this.#options, target.matches);
    const endList = list.applyOptimistic({ change, isWholeList: target.isWhole });
    const endCounts = counts.applyOptimistic((all) => changeCounts(all, target.known, change));
    const { chat: open } = selection;
    if (open !== null && target.matches(open)) {
      if (action.kind === 'unread') this.#options.keepUnread();
      selection.tellFresh();
    }
    after.moveOn({ isPutAway: isPutAway(action, list.scope), isGone: action.kind === 'delete' });

    const asked = this.#ask(action, target.requested);
    const only = target.known.length === 1 && target.count === 1 ? (target.known[0] ?? null) : null;
    const undoIds = asked.then((outcome) => outcome.undoIds);
    const tell = (count: number): string =>
      toUndoneText(
        { action, chat: count === 1 ? only : null, count },
        { ...this.#options, formats: formats(), now: at },
      );
    const entry: Undoable = { at, tell, undoIds, begin: () => this.#beginUndo(after, action, target) };
    this.#undo.push(entry);
    const outcome = await asked;
    endCounts();
    endList(outcome.count > 0 || outcome.problem === null);
    this.#show(outcome);
    if (outcome.problem !== null) {
      if (outcome.count === 0) after.goBack();
      this.#tellFault(only, target.count - outcome.count, outcome.problem);
    } else if (outcome.count > 0) {
      const done = { action, chat: only, count: outcome.count };
      const said = toDoneText(done, { ...this.#options, formats: formats(), now: at });
      const text = outcome.keptCount > 0 ? toKeptText(said, texts) : said;
      this.#undo.showToast({ text, ...(action.kind === 'delete' ? { lastsMs: DELETE_UNDO_MS } : {}) }, entry);
    } else if (outcome.keptCount > 0) toasts.show(toKeptText('', texts));
    return outcome.problem === null;
  }

  /** What the user has unread again stays so while it is open. */
  #beginUndo(after: SelectionAfterAction, action: ChatAction, target: ResolvedTarget): () => void {
    const { selection, keepUnread, places } = this.#options;
    const goBack = after.prepareReturn();
    return () => {
      goBack();
      if (action.kind === 'read' && selection.chat !== null && target.matches(selection.chat)) keepUnread();
      places.goIfLost('list');
    };
  }

  async #ask(action: ChatAction, targets: readonly ChatTarget[]): Promise<Outcome> {
    const requested = toRequestedAction(action);
    const outcome = { count: 0, keptCount: 0, undoIds: [] as string[], chats: [] as ChatView[] };
    for (const target of targets) {
      const key = `chats.applyAction\n${JSON.stringify({ target, action: requested })}`;
      const reply = await this.#options.ids.run(key, (requestId) =>
        this.#bridge.request('chats.applyAction', { requestId, target, action: requested }),
      );
      if (!reply.ok) return { ...outcome, problem: reply.error };
      outcome.count += reply.value.count;
      outcome.keptCount += reply.value.keptCount;
      if (reply.value.undoId !== null) outcome.undoIds.push(reply.value.undoId);
      outcome.chats.push(...reply.value.chats);
    }
    return { ...outcome, problem: null };
  }

  #show({ chats: views }: Outcome): void {
    const { chats, selection } = this.#options;
    chats.put(views);
    if (views.some(({ id }) => id === selection.chat?.id)) selection.tellFresh();
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
        : texts.text(chatActions.failed, { name: toChatTitle(only, formats()), detail });
    toasts.show(words, { tone: 'fault' });
  }

  /** As the target is now: what is checked afterwards does not matter to it. */
  #resolve(target: ActionTarget): ResolvedTarget {
    const { checked, list } = this.#options;
    if (target.kind === 'chats') return toChats(target.chats, toPortions([...toIds(target.chats)]));
    const [known, requested] = [checked.known(), checked.toTargets()];
    if (!checked.isWhole) return toChats(known, requested);
    const { scope } = list;
    const [first] = requested;
    const except = first?.kind === 'scope' ? first.except : [];
    const matches = (chat: ChatView): boolean => !except.includes(chat.id) && isInScope(chat, scope);
    return { requested, matches, known, count: checked.count, isWhole: true };
  }

  #listLoaded(): readonly ChatView[] {
    const { list, selection } = this.#options;
    const rows = list.window.rows.filter((row) => row !== null);
    const { chat } = selection;
    return chat === null || rows.some(({ id }) => id === chat.id) ? rows : [...rows, chat];
  }
}

/** The chats that an action is about. */
interface ResolvedTarget {
  /** As main is asked; several where they are more than it takes at once. */
  readonly requested: readonly ChatTarget[];
  readonly matches: (chat: ChatView) => boolean;
  /** Those of them that are known here. */
  readonly known: readonly ChatView[];
  readonly count: number;
  /** All of the list on screen, also what is not loaded. */
  readonly isWhole: boolean;
}

function toChats(known: readonly ChatView[], requested: readonly ChatTarget[]): ResolvedTarget {
  const ids = toIds(known);
  return { requested, known, count: ids.size, isWhole: false, matches: ({ id }) => ids.has(id) };
}

/** All chats of a scope, whichever list is on screen. */
function toScope(scope: ChatScope, loaded: readonly ChatView[]): ResolvedTarget {
  const matches = (chat: ChatView): boolean => isInScope(chat, scope);
  const known = loaded.filter(matches);
  return { requested: [toScopeTarget(scope)], matches, known, count: known.length, isWhole: false };
}

/** Whether a chat is one that is closed with all read ones. */
function isClosedUnasked(chat: ChatView): boolean {
  const isHeld = HELD_MARKS.some((mark) => isInScope(chat, { ...SCOPES.open, marks: [mark] }));
  return !isHeld && isInScope(chat, { ...SCOPES.open, marks: ['read'] });
}

function toIds(chats: readonly ChatView[]): ReadonlySet<number> {
  return new Set(chats.map(({ id }) => id));
}

const BACK = { close: 'reopen', read: 'unread', pin: 'unpin', block: 'unblock', settle: 'unsettle' } as const;

function toOtherWay(
  kind: keyof typeof BACK,
  known: readonly ChatView[],
): keyof typeof BACK | (typeof BACK)[keyof typeof BACK] {
  const isSo: Readonly<Record<keyof typeof BACK, (chat: ChatView) => boolean>> = {
    close: ({ status }) => status === 'closed' || status === 'deleted',
    read: ({ unreadCount }) => unreadCount === 0,
    pin: ({ isPinned }) => isPinned,
    block: ({ isBlocked }) => isBlocked,
    settle: ({ waitingSince }) => waitingSince === null,
  };
  return known.length > 0 && known.every(isSo[kind]) ? BACK[kind] : kind;
}

/** Something that was done and can be taken back. */
interface Undoable {
  /** When it was done, epoch ms. */
  readonly at: number;
  /** What is said once so many were taken back; null: no more than that. */
  readonly tell: ((count: number) => string) | null;
  /** For `chats.undo`, as main named them; empty where nothing came of it. */
  readonly undoIds: Promise<readonly string[]>;
  /** When it begins to be taken back; what this answers is called once it was. */
  readonly begin: (() => () => void) | null;
}

interface UndoOptions extends Pick<ChatActionsOptions, 'texts' | 'toasts' | 'ids'> {
  /** Main took something back: what is on screen is asked again. */
  readonly onUndone: () => Promise<void>;
}

/**
 * What was done, the last thing last. Takes it back once: from its toast while that is there, or by the key, the last
 * thing first.
 */
class UndoStack {
  #entries = $state.raw<readonly Undoable[]>([]);
  readonly #bridge: SwitchboardBridge;
  readonly #options: UndoOptions;

  constructor(bridge: SwitchboardBridge, options: UndoOptions) {
    this.#bridge = bridge;
    this.#options = options;
  }

  get isEmpty(): boolean {
    return this.#entries.length === 0;
  }
  /** When the last thing was done; null: nothing can be taken back. */
  get lastAt(): number | null {
    return this.#entries.at(-1)?.at ?? null;
  }

  /** From now on it can be taken back, also before main answered. What came to nothing goes by itself. */
  push(entry: Undoable): void {
    this.#entries = [...this.#entries, entry].slice(-MOST_UNDOABLE);
    void entry.undoIds.then((ids) => {
      if (ids.length === 0) this.#remove(entry);
    });
  }

  /** Shows the toast of what was done, with its undo. `lastsMs`: left out, as long as any toast. */
  showToast({ text, lastsMs }: { readonly text: string; readonly lastsMs?: number }, entry: Undoable): void {
    const { texts, toasts } = this.#options;
    const run = (): void => {
      if (this.#remove(entry)) void this.#takeBack(entry);
    };
    const action = { label: texts.text(undone.undo), command: 'undo', run } as const;
    toasts.show(text, { action, ...(lastsMs === undefined ? {} : { lastsMs }) });
  }

  /** Takes the last thing back; false where nothing could be. */
  async undoLast(): Promise<boolean> {
    const entry = this.#entries.at(-1);
    if (entry === undefined) return false;
    this.#remove(entry);
    // What came to nothing is not what the key was meant for.
    const ids = await entry.undoIds;
    return ids.length === 0 ? this.undoLast() : this.#takeBack(entry);
  }

  /** False: it was not there any more. */
  #remove(entry: Undoable): boolean {
    const wasThere = this.#entries.includes(entry);
    this.#entries = this.#entries.filter((other) => other !== entry);
    return wasThere;
  }

  async #takeBack(entry: Undoable): Promise<boolean> {
    const { ids, texts, toasts, onUndone } = this.#options;
    const end = entry.begin?.();
    let count = 0;
    for (const undoId of [...(await entry.undoIds)].reverse()) {
      const reply = await ids.run(`undo\n${undoId}`, (requestId) =>
        this.#bridge.request('chats.undo', { requestId, undoId }),
      );
      if (!reply.ok) return this.#tellFault(entry, reply.error);
      count += reply.value.count;
    }
    await onUndone();
    end?.();
    toasts.show(count === 0 || entry.tell === null ? texts.text(undone.plain) : entry.tell(count));
    return true;
  }

  async #tellFault(entry: Undoable, problem: ContractError): Promise<false> {
    const { texts, toasts, onUndone } = this.#options;
    if (problem.code === 'not-found') toasts.show(texts.text(undone.tooLate), { tone: 'fault' });
    else {
      // It could not be taken back yet: it is the last thing again.
      this.#entries = [...this.#entries, entry].sort((one, other) => one.at - other.at);
      toasts.show(texts.text(undone.failed, { detail: toFaultDetail(problem, texts) }), { tone: 'fault' });
    }
    await onUndone();
    return false;
  }
}
