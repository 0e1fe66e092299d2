import type { ContractError, SearchResult, SwitchboardBridge } from '#shared/contract/index.ts';
import { toAskedScope } from './hits.ts';
import type { Answer, Question } from './question.ts';

const LIMITS = { all: 5, chats: 60, people: 60, messages: 60, actions: 1 } as const;
/** A count is spoken when nothing was typed or answered for this long. */
const QUIET_MS = 700;

export interface SearchAnswersOptions {
  /** Whether words are still looked for in that place. */
  readonly isWanted: (question: Question) => boolean;
  readonly onAnswer: (answer: Answer) => void;
}

/** The questions of the palette to the cache, and the answers: one on its way at a time, the newest next. */
export class SearchAnswers {
  #answer = $state.raw<Answer | null>(null);
  #problem = $state.raw<ContractError | null>(null);
  #heard = $state.raw<Answer | null>(null);
  #next: Question | null = null;
  #running: Promise<void> | null = null;
  #visit = 0;
  #timer: ReturnType<typeof setTimeout> | null = null;
  readonly #bridge: SwitchboardBridge;
  readonly #options: SearchAnswersOptions;

  constructor(bridge: SwitchboardBridge, options: SearchAnswersOptions) {
    this.#bridge = bridge;
    this.#options = options;
  }

  /** What the answer on screen was asked; null before the first. */
  get answer(): Answer | null {
    return this.#answer;
  }
  get problem(): ContractError | null {
    return this.#problem;
  }
  /** The answer whose count is spoken: the one at which typing came to rest, not every one. */
  get heard(): Answer | null {
    return this.#heard;
  }

  ask(question: Question): void {
    this.#stopTimer();
    this.#next = question;
    this.#running ??= this.#run().finally(() => {
      this.#running = null;
    });
  }

  /** Resolves once nothing is on its way. */
  async settle(): Promise<void> {
    while (this.#running !== null) await this.#running;
  }

  /** What comes now is of another place. */
  dropAnswer(): void {
    this.#answer = null;
  }

  /** Nothing is asked; nothing that was found stays. */
  clear(): void {
    this.stop();
    this.#answer = null;
    this.#heard = null;
    this.#problem = null;
  }

  /** As `clear`, and no answer that is still on its way counts. */
  forget(): void {
    this.#visit += 1;
    this.clear();
  }

  /** Asks nothing more. */
  stop(): void {
    this.#next = null;
    this.#stopTimer();
  }

  async #run(): Promise<void> {
    for (let question = this.#next; question !== null; question = this.#next) {
      this.#next = null;
      const visit = this.#visit;
      const asked = { ...question, scope: toAskedScope(question.scope) ?? 'all', limit: LIMITS[question.scope] };
      const reply = await this.#bridge.request('search.find', asked);
      const isWanted = visit === this.#visit && this.#options.isWanted(question);
      if (isWanted) this.#take(question, reply.ok ? reply.value : reply.error);
    }
    this.#speakLater();
  }

  #take(question: Question, answer: SearchResult | ContractError): void {
    if ('code' in answer) {
      // Where the next question is on its way already, its answer will tell.
      if (this.#next === null) this.#problem = answer;
      return;
    }
    this.#problem = null;
    this.#answer = { ...question, result: answer };
    this.#options.onAnswer(this.#answer);
  }

  #speakLater(): void {
    this.#stopTimer();
    this.#timer = setTimeout(() => (this.#heard = this.#answer), QUIET_MS);
  }

  #stopTimer(): void {
    if (this.#timer !== null) clearTimeout(this.#timer);
    this.#timer = null;
  }
}
