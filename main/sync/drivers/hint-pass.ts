import { isAppError } from '#shared/domain/app-error.ts';
import type { MessageKey, PhoneKey } from '#shared/domain/ids.ts';
import type { FeedName } from '#shared/domain/sync.ts';
import { MOST_READS, planHeads, planRanges, planReads, showsLetters } from '../core/hints.ts';
import type { Heads, HintedMessage } from '../core/hints.ts';
import type { SyncContext } from './context.ts';
import { toPhones } from './feed-news.ts';
import type { Readers } from './readers.ts';
import type { Rounds } from './rounds.ts';
import { forEachOf, together } from './together.ts';

/** `unknown`: the service does not know it · `refused`: it would not say · `later`: nobody asked yet. */
export type HintOutcome = 'confirmed' | 'unknown' | 'refused' | 'later';

const HEAD_LIMIT = 100;
const STRETCH_LIMIT = 100;
const CHAT_LIMIT = 50;
const AT_ONCE = 4;
const MOST_KNOWN = 5_000;

/** One reading of what a portion of callbacks names. */
export class HintPass {
  readonly #context: SyncContext;
  readonly #readers: Readers;
  readonly #rounds: Rounds;
  readonly #outcomes = new Map<MessageKey, HintOutcome>();
  /** Numbers whose chats something happened in. */
  readonly #phones = new Set<PhoneKey>();
  /** Numbers of messages of ours that the cache has no chat of. */
  readonly #strangers = new Set<PhoneKey>();

  constructor(context: SyncContext, readers: Readers, rounds: Rounds) {
    this.#context = context;
    this.#readers = readers;
    this.#rounds = rounds;
  }

  /** Rejects with `AppError` where the link breaks: then nothing of it counts. */
  async run(messages: readonly HintedMessage[]): Promise<ReadonlyMap<MessageKey, HintOutcome>> {
    await this.#confirmKnown(messages);
    const fresh = await this.#readHeads(this.#listOpen(messages));
    await this.#readRest(this.#listOpen(messages), fresh);
    this.#rounds.want([...this.#phones, ...this.#strangers]);
    // That a stranger has no chat was found out before: then there is nobody to look for.
    if (this.#phones.size > 0 || (this.#strangers.size > 0 && this.#rounds.isLookingForChats)) {
      await this.#orRefused([], () => this.#rounds.readChats());
    }
    return this.#outcomes;
  }

  #listOpen(messages: readonly HintedMessage[]): readonly HintedMessage[] {
    return messages.filter(({ key }) => !this.#outcomes.has(key));
  }

  /** An incoming message that is in the cache came from the service, and does not change. */
  async #confirmKnown(messages: readonly HintedMessage[]): Promise<void> {
    const inbound = messages.filter(({ direction }) => direction === 'in');
    if (inbound.length === 0) return;
    const known = new Set<number>();
    for (const range of planRanges(inbound.map(({ id }) => id))) {
      const ids = await this.#context.store.listMessageIds({ direction: 'in', ...range, limit: MOST_KNOWN });
      for (const id of ids) known.add(id);
    }
    for (const { key, id } of inbound) if (known.has(id)) this.#outcomes.set(key, 'confirmed');
  }

  /** The heads of feeds that have more than a few new messages. Resolves to which were read. */
  async #readHeads(messages: readonly HintedMessage[]): Promise<readonly FeedName[]> {
    const names = planHeads(messages, await this.#getHeads());
    const told = new Set(messages.map(({ key }) => key));
    const ask = { limit: HEAD_LIMIT, priority: 'sync', told } as const;
    const fresh: FeedName[] = [];
    await together(
      names.map(async (name) => {
        const news = await this.#orRefused([], () => this.#readers[name].readHead(ask));
        if (news === 'refused' || this.#readers[name].isAbsent) return;
        fresh.push(name);
        for (const phone of toPhones([news])) this.#phones.add(phone);
        this.#take(messages, news.shownLetters);
      }),
    );
    return fresh;
  }

  async #readRest(messages: readonly HintedMessage[], fresh: readonly FeedName[]): Promise<void> {
    const isInboundAbsent = this.#readers.inbound.isAbsent;
    const plan = planReads(messages, { heads: await this.#getHeads(), fresh, isInboundAbsent });
    for (const { key } of plan.unknown) this.#outcomes.set(key, 'unknown');
    const doubtful: HintedMessage[] = [];
    await forEachOf(plan.lastIds, AT_ONCE, async (lastId) => {
      doubtful.push(...(await this.#readStretch(lastId, messages)));
    });
    const room = Math.max(0, MOST_READS - plan.alone.length);
    await forEachOf([...plan.alone, ...doubtful.slice(0, room)], AT_ONCE, (one) => this.#readAlone(one));
    await forEachOf(plan.byChat, AT_ONCE, (one) => this.#readChatOf(one));
  }

  /** One page of the outbound feed. Resolves to messages that it shows less far along than their callbacks say. */
  async #readStretch(lastId: number, messages: readonly HintedMessage[]): Promise<readonly HintedMessage[]> {
    const told = new Set(messages.map(({ key }) => key));
    const query = { lastId, page: 1, limit: STRETCH_LIMIT };
    const read = await this.#orRefused([], () => this.#readers.outbound.readPage(query, { priority: 'sync', told }));
    if (read === null || read === 'refused') return [];
    this.#readers.doubts.add(read.output);
    for (const phone of read.output.phonesWithoutChat) this.#strangers.add(phone);
    const letters = new Map(read.page.items.map(({ key, letter }) => [key, letter]));
    this.#take(messages, letters);
    const outbound = this.#listOpen(messages).filter(({ direction }) => direction === 'out');
    const { covers } = read;
    if (covers?.kind === 'feed') {
      const isCovered = ({ id }: HintedMessage): boolean => id >= covers.fromId && id <= covers.toId;
      const absent = outbound.filter((one) => isCovered(one) && !letters.has(one.key));
      for (const { key } of absent) this.#outcomes.set(key, 'unknown');
    }
    return outbound.filter(({ key }) => letters.has(key));
  }

  async #readAlone(one: HintedMessage): Promise<void> {
    const read = await this.#orRefused([one], () =>
      this.#readers.singles.read(one.key, { priority: 'sync', via: 'callback' }),
    );
    if (read === 'refused') return;
    const isThere = read.message !== null;
    this.#outcomes.set(one.key, isThere ? 'confirmed' : 'unknown');
    if (read.message !== null && one.direction === 'in') this.#phones.add(read.message.phone);
    if (read.phoneWithoutChat !== null) this.#strangers.add(read.phoneWithoutChat);
  }

  /** Where the service has no inbound feed, the newest page of the chat shows what was written. */
  async #readChatOf(one: HintedMessage): Promise<void> {
    const { phone } = one;
    if (phone === null) return;
    const isShown = await this.#orRefused([one], async () => {
      const chat = await this.#readers.chats.find(phone);
      if (chat === undefined) return false;
      const ask = { chatId: chat.id, phone, priority: 'sync', limit: CHAT_LIMIT, via: 'callback' } as const;
      const { messages } = await this.#readers.messages.readNewest(ask);
      return messages.some(({ key }) => key === one.key);
    });
    if (isShown !== 'refused') this.#outcomes.set(one.key, isShown ? 'confirmed' : 'unknown');
  }

  /** Messages that an answer showed, at least as far along as their callbacks say. */
  #take(messages: readonly HintedMessage[], shown: ReadonlyMap<MessageKey, string | null>): void {
    for (const one of messages) {
      if (!shown.has(one.key)) continue;
      const isShown = one.direction === 'in' || showsLetters(one, shown.get(one.key) ?? null);
      if (isShown) this.#outcomes.set(one.key, 'confirmed');
    }
  }

  /** A refusal that is about these messages alone keeps nobody else waiting. */
  async #orRefused<T>(messages: readonly HintedMessage[], work: () => Promise<T>): Promise<T | 'refused'> {
    try {
      return await work();
    } catch (error) {
      if (!isAppError(error) || error.code === 'cancelled' || this.#context.link.note(error)) throw error;
      for (const { key } of messages) this.#outcomes.set(key, 'refused');
      return 'refused';
    }
  }

  async #getHeads(): Promise<Heads> {
    const [outbound, inbound] = [this.#readers.outbound, this.#readers.inbound];
    return {
      outbound: outbound.isAbsent ? null : ((await outbound.getCursor())?.headId ?? null),
      inbound: inbound.isAbsent ? null : ((await inbound.getCursor())?.headId ?? null),
    };
  }
}
