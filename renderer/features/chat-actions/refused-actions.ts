import type { ChatView, ContractError, SwitchboardBridge } from '#shared/contract/index.ts';
import { refused } from './messages.ts';
import type { Formats } from '#renderer/lib/format.ts';
import { toChatTitle } from '#renderer/lib/chat-title.ts';
import { toProblemText } from '#renderer/lib/problems.ts';
import type { Translator } from '#renderer/lib/messages.ts';
import type { Toasts } from '#renderer/app/toasts.svelte.ts';

/** So many names are said; the others are counted. */
const MOST_NAMES = 3;

interface Options {
  readonly texts: Translator;
  readonly formats: () => Formats;
  readonly toasts: Toasts;
}

/** `overtaken`: a newer text undid it · `late`: less than an hour of a mute was left. */
type Why = 'refused' | 'overtaken' | 'late';

interface Refusal {
  readonly chatId: number;
  readonly why: Why;
  readonly isOfMessages: boolean;
  readonly problem: ContractError;
}

const WHYS: readonly Why[] = ['refused', 'overtaken', 'late'];

/**
 * Tells of changes to chats that the service refused, and of those that a newer text or an outage overtook. After a long
 * time offline several come one after the other, and after an action on many chats all at once: while the toast about the
 * first is shown, it names them all.
 */
export class RefusedActions {
  readonly #bridge: SwitchboardBridge;
  readonly #options: Options;
  readonly #stop: () => void;
  /** Of the chats that are named; null: the chat is not here any more. */
  readonly #names = new Map<number, string | null>();
  #waiting: Refusal[] = [];
  #told: readonly Refusal[] = [];
  #toastId: number | null = null;
  #isTelling = false;

  constructor(bridge: SwitchboardBridge, options: Options) {
    this.#bridge = bridge;
    this.#options = options;
    this.#stop = bridge.on('chats.actionRefused', ({ chatId, action, problem }) => {
      const isOfMessages = action === 'delete-messages';
      this.#waiting.push({
        chatId,
        why: toReason(problem.code),
        isOfMessages,
        problem: { ...problem, retryAfterMs: null },
      });
      void this.#tellAll();
    });
  }

  dispose(): void {
    this.#stop();
  }

  /** What comes while names are looked up is told with the next words: one toast, however many there are. */
  async #tellAll(): Promise<void> {
    if (this.#isTelling) return;
    this.#isTelling = true;
    while (this.#waiting.length > 0) await this.#tell(this.#waiting.splice(0));
    this.#isTelling = false;
  }

  async #tell(refusals: readonly Refusal[]): Promise<void> {
    const { toasts } = this.#options;
    const isThere = this.#toastId !== null && toasts.current?.id === this.#toastId;
    this.#told = [...(isThere ? this.#told : []), ...refusals];
    for (const why of WHYS) {
      for (const chatId of listChats(this.#listTold(why)).slice(0, MOST_NAMES)) {
        this.#names.set(chatId, await this.#findName(chatId));
      }
    }
    const isFault = this.#listTold('refused').length > 0;
    toasts.show(this.#toWords(), { tone: isFault ? 'fault' : 'news' });
    this.#toastId = toasts.current?.id ?? null;
  }

  async #findName(chatId: number): Promise<string | null> {
    const reply = await this.#bridge.request('chats.find', { chatId, phone: null });
    const chat: ChatView | null = reply.ok ? reply.value : null;
    return chat === null ? null : toChatTitle(chat, this.#options.formats());
  }

  #listTold(why: Why): readonly Refusal[] {
    return this.#told.filter((refusal) => refusal.why === why);
  }

  #toWords(): string {
    return WHYS.map((why) => this.#toWordsOf(why))
      .filter((words) => words !== '')
      .join(' ');
  }

  #toWordsOf(why: Why): string {
    const told = this.#listTold(why);
    const [first] = told;
    if (first === undefined) return '';
    if (why === 'refused') return told.length === 1 ? this.#toWordsOfOne(first) : this.#toWordsOfSeveral(told);
    const { one, unknown, several } = OVERTAKEN[why];
    const { texts } = this.#options;
    const { length: count } = listChats(told);
    if (count > 1) return texts.text(several, { count, names: this.#toNames(told) });
    const name = this.#names.get(first.chatId) ?? null;
    return name === null ? texts.text(unknown) : texts.text(one, { name });
  }

  #toWordsOfOne({ chatId, isOfMessages, problem }: Refusal): string {
    const { texts } = this.#options;
    // Only the service's own words: ours for its codes are about keys and sign-in.
    const detail = toProblemText({ ...problem, code: '' }, texts);
    const name = this.#names.get(chatId) ?? null;
    if (problem.code === 'absent')
      return name === null ? texts.text(refused.absentUnknown) : texts.text(refused.absent, { name });
    if (name === null) return texts.text(refused.oneUnknown, { detail }).trim();
    return texts.text(isOfMessages ? refused.messages : refused.one, { name, detail }).trim();
  }

  #toWordsOfSeveral(told: readonly Refusal[]): string {
    return this.#options.texts.text(refused.several, { count: told.length, names: this.#toNames(told) });
  }

  #toNames(told: readonly Refusal[]): string {
    const { texts } = this.#options;
    const chatIds = listChats(told);
    const named = chatIds.slice(0, MOST_NAMES).map((chatId) => this.#names.get(chatId) ?? texts.text(refused.aChat));
    const rest = chatIds.length - MOST_NAMES;
    const names = this.#options.formats().list([...new Set(named)], { isOpen: rest > 0 });
    return rest > 0 ? texts.text(refused.andMore, { names, count: rest }) : names;
  }
}

const OVERTAKEN = {
  overtaken: { one: refused.overtaken, unknown: refused.overtakenUnknown, several: refused.overtakenSeveral },
  late: { one: refused.muteTooLate, unknown: refused.muteTooLateUnknown, several: refused.muteTooLateSeveral },
} as const;

function toReason(code: string): Why {
  if (code === 'overtaken') return 'overtaken';
  return code === 'mute-too-late' ? 'late' : 'refused';
}

const listChats = (told: readonly Refusal[]): readonly number[] => [...new Set(told.map(({ chatId }) => chatId))];
