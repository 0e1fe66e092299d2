import type { ContractError, Reply, RequestInput, ScheduleView } from '#shared/contract/index.ts';
import type { App } from '#renderer/app/app.svelte.ts';
import { toRemaining } from '#renderer/features/schedule-picker/start-times.ts';
import type { Message, Translator } from '#renderer/lib/messages.ts';
import { toProblemText } from '#renderer/lib/problems.ts';
import { told as words } from './messages.ts';
import type { Answer } from './schedule-words.ts';

/** What the user decides about one text; main takes nothing less. */
export type ScheduleChoices = Omit<RequestInput<'schedules.change'>, 'requestId' | 'key'>;

type ActionsApp = Pick<App, 'bridge' | 'requestIds' | 'toasts' | 'peopleUndo' | 'formats' | 'clock'>;
type Failed = Message<'detail'>;

/** Two presses of a button within so long are one. */
const PRESSED_TWICE_MS = 2_000;

/** Words of main on a field, as sentences. */
const REASONS: Readonly<Record<string, Message>> = {
  'schedule over': words.over,
  'schedule several': words.several,
  'schedule views': words.views,
  'time past': words.past,
  'time no-times': words.past,
  'time quiet': words.quiet,
  'keeper not-here': words.notHere,
  'text too-long': words.tooLong,
  'text empty': words.emptyText,
};

/** What is done to scheduled texts: asked of main, told with its undo, and why it was not done. */
export class ScheduleActions {
  readonly #app: ActionsApp;
  readonly #texts: Translator;
  /** When one of each was sent now, epoch ms. */
  readonly #sentAt = new Map<string, number>();

  constructor(app: ActionsApp, texts: Translator) {
    this.#app = app;
    this.#texts = texts;
  }

  /** They go out no more. */
  async cancel(keys: readonly string[]): Promise<boolean> {
    const reply = await this.#app.peopleUndo.whileBegun(
      this.#run({
        key: `schedules.cancel\n${keys.join(' ')}`,
        ask: (requestId) => this.#app.bridge.request('schedules.cancel', { requestId, keys: [...keys] }),
        failed: words.cancelFailed,
        done: ({ count, undoId }) => this.#offer(this.#texts.text(words.cancelled, { count }), undoId),
      }),
    );
    return reply !== null;
  }

  /** A recurring one can be sent again and again, but not by pressing twice. */
  async sendNow(key: string): Promise<boolean> {
    const at = Date.now();
    if (Math.abs(at - (this.#sentAt.get(key) ?? -Infinity)) < PRESSED_TWICE_MS) return false;
    this.#sentAt.set(key, at);
    const reply = await this.#run({
      key: `schedules.sendNow\n${key}`,
      ask: (requestId) => this.#app.bridge.request('schedules.sendNow', { requestId, key }),
      failed: words.sendFailed,
      done: () => this.#app.toasts.show(this.#texts.text(words.sendingNow)),
    });
    if (reply === null) this.#sentAt.delete(key);
    return reply !== null;
  }

  async decide(
    view: Pick<ScheduleView, 'key' | 'question' | 'nextAt' | 'missedAt'>,
    decision: Answer,
  ): Promise<boolean> {
    const { key } = view;
    const reply = await this.#run({
      key: `schedules.decide\n${key}\n${decision}\n${String(view.missedAt)}`,
      ask: (requestId) => this.#app.bridge.request('schedules.decide', { requestId, key, decision }),
      failed: words.decideFailed,
      done: () => this.#app.toasts.show(this.#toDecided(view, decision)),
    });
    return reply !== null;
  }

  /** The sentence that says why not; null: it is changed. `done`: what is told then. */
  async change(key: string, choices: ScheduleChoices, done: string): Promise<string | null> {
    const reply = await this.#app.requestIds.run(`schedules.change\n${key}\n${JSON.stringify(choices)}`, (requestId) =>
      this.#app.bridge.request('schedules.change', { requestId, key, ...choices }),
    );
    if (!reply.ok) return this.toReason(reply.error);
    this.#offer(done, reply.value.undoId);
    return null;
  }

  /** The same, and tells why not. */
  async changeOrTell(key: string, choices: ScheduleChoices, done: string): Promise<boolean> {
    const reason = await this.change(key, choices, done);
    if (reason !== null) this.#fail(words.changeFailed, reason);
    return reason === null;
  }

  /** This computer sends it in place of the service. */
  keepHere(view: ScheduleView): Promise<boolean> | boolean {
    if (view.time === null) return false;
    // A repetition that has begun goes on here with what is left of it.
    const time = toRemaining(view.time, this.#app.clock.now);
    const choices = { ...toChoices(view, time), keeper: 'computer' as const };
    return this.changeOrTell(view.key, choices, this.#texts.text(words.keptHere));
  }

  /** Why main did not do it, in a sentence. */
  toReason(problem: ContractError): string {
    if (problem.code === 'not-found') return this.#texts.text(words.gone);
    const said = Object.entries(problem.fields).flatMap(([field, all]) => all.map((word) => `${field} ${word}`));
    const reason = said.map((word) => REASONS[word]).find((message) => message !== undefined);
    return reason === undefined ? toProblemText(problem, this.#texts) : this.#texts.text(reason);
  }

  #toDecided(
    { question, nextAt, missedAt }: Pick<ScheduleView, 'question' | 'nextAt' | 'missedAt'>,
    decision: Answer,
  ): string {
    if (decision === 'send') return this.#texts.text(words.sendingNow);
    if (decision === 'again') return this.#texts.text(words.again);
    if (question === 'unclear')
      return this.#texts.text(missedAt === null ? words.droppedUnclear : words.droppedPerhapsSent);
    if (question === 'not-made' || nextAt === null || nextAt === missedAt) return this.#texts.text(words.dropped);
    return this.#texts.text(words.droppedTime, { when: this.#app.formats.when(nextAt, this.#app.clock.now) });
  }

  async #run<Value>({ key, ask, failed, done }: Action<Value>): Promise<Value | null> {
    const reply = await this.#app.requestIds.run(key, ask);
    if (reply.ok) done(reply.value);
    else this.#fail(failed, this.toReason(reply.error));
    return reply.ok ? reply.value : null;
  }

  #fail(message: Failed, detail: string): void {
    this.#app.toasts.show(this.#texts.text(message, { detail }).trim(), { tone: 'fault' });
  }

  #offer(text: string, undoId: string | null): void {
    this.#app.peopleUndo.offer(text, undoId, 'schedule');
  }
}

interface Action<Value> {
  /** All that makes two presses the same action. */
  readonly key: string;
  readonly ask: (requestId: string) => Promise<Reply<Value>>;
  readonly failed: Failed;
  readonly done: (value: Value) => void;
}

/** A text as it is, at a time. */
export function toChoices(
  view: Pick<ScheduleView, 'text' | 'from' | 'keeper' | 'endsOnReply' | 'quietReason'>,
  time: ScheduleChoices['time'],
): ScheduleChoices {
  const { text, from, keeper, endsOnReply, quietReason } = view;
  return { text, from, keeper, time: { ...time }, endsOnReply, quietReason };
}
