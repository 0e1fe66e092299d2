import { isAppError } from '#shared/domain/app-error.ts';
import type { ChatId } from '#shared/domain/ids.ts';
import type { Gap } from '#shared/domain/sync.ts';
import { BEGINNING_AT } from '../core/sweep.ts';
import { planPage, startWalk, takeSlice } from '../core/walk.ts';
import type { Walk } from '../core/walk.ts';
import type { ChatMessages } from './chat-messages.ts';
import type { ChatPageRead, ChatPages } from './chat-pages.ts';
import type { SyncContext } from './context.ts';

/** So many pages one call reads at most: whoever wants more asks again, and it goes on. */
const MOST_PAGES = 20;
/** So many pages are read by themselves when a chat comes on screen. */
const MOST_PAGES_AT_OPENING = 5;
const SECOND_MS = 1_000;

type Period = NonNullable<ChatPageRead['period']>;

/** Reads what is missing in the middle of a chat: by period where the service can, else page by page. */
export class GapFiller {
  readonly #context: SyncContext;
  readonly #pages: ChatPages;
  readonly #messages: ChatMessages;
  /** It was asked for a period and gave something else. Remembered for as long as the app runs. */
  #hasNoPeriods = false;

  constructor(context: SyncContext, pages: ChatPages, messages: ChatMessages) {
    this.#context = context;
    this.#pages = pages;
    this.#messages = messages;
  }

  /** Rejects with `AppError`. */
  async fill(chatId: ChatId, gap: Gap, mostPages = MOST_PAGES): Promise<void> {
    if (chatId <= 0) return;
    if (!this.#hasNoPeriods && (await this.#readPeriod(chatId, toPeriod(gap), mostPages))) return;
    await this.#messages.readDownTo(chatId, gap, mostPages);
  }

  /** A chat came on screen: its newest messages, and what is missing among them. */
  async open(chatId: ChatId): Promise<void> {
    const lowestAt = await this.#messages.open(chatId);
    if (lowestAt !== null) await this.fillNewest(chatId, lowestAt);
  }

  /** Fills what is missing down to `lowestAt`, the end of the newest page; what cannot be read now stays a gap. */
  async fillNewest(chatId: ChatId, lowestAt: number): Promise<void> {
    try {
      const completeness = await this.#context.store.getCompleteness({ chatId });
      const gaps = (completeness?.gaps ?? []).filter(({ fromAt, toAt }) => fromAt !== null && toAt >= lowestAt);
      for (const gap of gaps) await this.fill(chatId, gap, MOST_PAGES_AT_OPENING);
    } catch (error) {
      if (!isAppError(error)) throw error;
      this.#context.link.note(error);
    }
  }

  /** False where the service cannot be asked for a period. */
  async #readPeriod(chatId: ChatId, period: Period, mostPages: number): Promise<boolean> {
    const phone = await this.#messages.getPhone(chatId, 'user');
    const seen = new Set<string>();
    let walk = startWalk();
    for (let pages = 0; pages < mostPages && walk.state === 'walking'; pages += 1) {
      const read = await this.#ask({ chatId, phone, period, ...planPage(walk) });
      if (read === null) return false;
      await this.#pages.commit(read);
      walk = advance(walk, read, seen);
    }
    return walk.state !== 'stuck';
  }

  async #ask(ask: Parameters<ChatPages['read']>[0] & { readonly period: Period }): Promise<ChatPageRead | null> {
    try {
      const read = await this.#pages.read(ask, 'user');
      if (isWithin(read, ask.period)) return read;
    } catch (error) {
      if (!isAppError(error, 'validation')) throw error;
    }
    this.#hasNoPeriods = true;
    return null;
  }
}

function advance(walk: Walk, { query, page }: ChatPageRead, seen: Set<string>): Walk {
  const keys = page.items.map(({ key }) => key);
  const known = keys.map((key) => seen.has(key));
  const { limit, pageCount } = page;
  const taken = takeSlice(walk, { asked: query, page: page.page, limit, pageCount, known, first: keys[0] });
  if (taken.isTouching) for (const key of keys) seen.add(key);
  return taken.walk;
}

/** The service counts in seconds. */
function toPeriod({ fromAt, toAt }: Gap): Period {
  const startAt = fromAt ?? BEGINNING_AT;
  return { startAt: Math.floor(startAt / SECOND_MS) * SECOND_MS, endAt: Math.ceil(toAt / SECOND_MS) * SECOND_MS };
}

/** Whether it pays heed to the period: where it does not, what it gives proves nothing about it. */
function isWithin({ page }: ChatPageRead, { startAt, endAt }: Period): boolean {
  return page.items.every(({ at }) => at >= startAt && at <= endAt + SECOND_MS);
}
