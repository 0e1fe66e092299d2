/**
 * One round of asking for news: the newest page of both feeds and of the chats, three GETs when nothing happened.
 * The feeds are read before the chats, so that the chats of new messages are at least as new as the messages.
 */
import { isAppError } from '#shared/domain/app-error.ts';
import type { AppError } from '#shared/domain/app-error.ts';
import type { PhoneKey } from '#shared/domain/ids.ts';
import { dropLookups, NO_LOOKUPS, settleLookup, wantLookups } from '../core/lookups.ts';
import type { Lookups } from '../core/lookups.ts';
import { isLinkFailure } from '../core/status.ts';
import type { SyncContext } from './context.ts';
import { toPhones } from './feed-news.ts';
import type { Readers } from './readers.ts';
import { forEachOf, together } from './together.ts';

const OUTBOUND_LIMIT = 50;
const INBOUND_LIMIT = 25;
const CHATS_LIMIT = 25;
/** As long as all of a page is news: so many chats may change from one round to the next. */
const MAX_CHAT_PAGES = 40;
const MAX_LOOKUPS = 20;
const AT_ONCE = 4;

export class Rounds {
  readonly #context: SyncContext;
  readonly #readers: Readers;
  #lookups: Lookups = NO_LOOKUPS;

  constructor(context: SyncContext, readers: Readers) {
    this.#context = context;
    this.#readers = readers;
  }

  /** The chat of this number must be seen soon, for instance because a message to it was accepted. */
  want(phones: Iterable<PhoneKey>): void {
    this.#lookups = wantLookups(this.#lookups, phones, this.#context.clock.now());
  }

  /**
   * Asks once for everything new; while callbacks get through (`isLive`), for new messages only. Resolves to whether
   * something happens, which keeps the pace up. A feed that fails by itself does not keep the chats from being read, yet
   * the round as a whole rejects.
   */
  async run(how: { readonly isVisible: boolean; readonly isLive: boolean }): Promise<boolean> {
    const failures: AppError[] = [];
    const isNews = await this.#attempt(failures, () => this.#readFeeds());
    // While callbacks get through the heads of the feeds are enough, unless somebody's chat must be seen.
    const needsChats = !how.isLive || this.isLookingForChats || this.#readers.inbound.isAbsent;
    const isChatNews = needsChats && (await this.#attempt(failures, () => this.readChats()));
    const isOpenChatNews =
      how.isVisible && !how.isLive && (await this.#attempt(failures, () => this.#readers.messages.lookAgain()));
    if (failures[0] !== undefined) throw failures[0];
    return isNews || isChatNews || isOpenChatNews;
  }

  /** Whether the chat of some number must be seen. */
  get isLookingForChats(): boolean {
    return this.#lookups.waiting.length > 0;
  }

  async #attempt(failures: AppError[], step: () => Promise<boolean>): Promise<boolean> {
    try {
      return await step();
    } catch (error) {
      if (!isAppError(error) || isLinkFailure(error) || error.code === 'cancelled') throw error;
      failures.push(error);
      return false;
    }
  }

  async #readFeeds(): Promise<boolean> {
    const { outbound, inbound } = this.#readers;
    const news = await together([
      outbound.readHead({ limit: OUTBOUND_LIMIT, priority: 'sync' }),
      inbound.readHead({ limit: INBOUND_LIMIT, priority: 'sync' }),
    ]);
    this.want(toPhones(news));
    return news.some(({ isChanged, hasOpenLetters }) => isChanged || hasOpenLetters);
  }

  /** The newest chats, and those that must be seen and are not among them; says whether any changed. */
  async readChats(): Promise<boolean> {
    const read = await this.#readers.chats.readNewest({
      limit: CHATS_LIMIT,
      maxPages: MAX_CHAT_PAGES,
      priority: 'sync',
    });
    this.#lookups = dropLookups(this.#lookups, new Set(read.chats.map(({ phone }) => phone)));
    await forEachOf(this.#lookups.waiting.slice(0, MAX_LOOKUPS), AT_ONCE, (phone) => this.#lookUp(phone));
    // Where the service has no inbound feed, the chats that changed are read one by one.
    const hasRead = this.#readers.inbound.isAbsent && (await this.#readers.marked.readSome());
    return hasRead || read.changedIds.size > 0;
  }

  async #lookUp(phone: PhoneKey): Promise<void> {
    const chat = await this.#readers.chats.find(phone);
    const now = this.#context.clock.now();
    this.#lookups = settleLookup(this.#lookups, phone, { isAbsent: chat === undefined, now });
  }
}
