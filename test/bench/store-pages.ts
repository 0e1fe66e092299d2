/** Seeded messages of an account as sync brings them: pages of the two feeds, the newest first, each with its cursor. */
import type { Chat, Message } from '#shared/domain/entities.ts';
import type { Coverage, FeedCursor, FeedName } from '#shared/domain/sync.ts';
import { toContactId } from '#shared/domain/ids.ts';
import { toPhoneKey } from '#shared/domain/phones.ts';
import { buildChat, buildMessage, MINUTE_MS, NOON } from '#test/unit/store/builders.ts';
import { createRandom, createTexts } from './words.ts';

/** Rows of a page, as sync asks for them. */
export const PAGE = 100;

export interface FeedPage {
  readonly messages: readonly Message[];
  readonly feed: { readonly name: FeedName; readonly cursor: FeedCursor };
  readonly covers: Coverage;
}

export interface Extent {
  readonly messages: number;
  readonly chats: number;
  readonly seed: number;
}

/** The mobile number of that chat: like real ones, numbers share their first digits and no more. */
export function toPhone(chat: number): Chat['phone'] {
  return toPhoneKey(`447${String((chat * 7_919 * 104_729) % 1_000_000_000).padStart(9, '0')}`);
}

interface Chance {
  readonly random: () => number;
  readonly toText: () => string;
}

/** Number 1 is the newest. Both feeds take turns; every few chats have most of the messages, as in life. */
function toMessage(age: number, extent: Extent, { random, toText }: Chance): Message {
  const isIn = age % 2 === 1;
  const id = extent.messages - age + 1;
  const chat = 1 + Math.floor(extent.chats * random() ** 3);
  return buildMessage(isIn ? `in:${id}` : `out:${id}`, {
    phone: toPhone(chat),
    text: toText(),
    at: NOON - age * MINUTE_MS,
    letter: isIn ? null : 'd',
    sessionId: isIn ? null : id,
    contactId: toContactId(chat),
    firstName: isIn ? 'Zoë' : '',
    lastName: isIn ? `Number ${chat}` : '',
    ownNumber: '447700900000',
    partsCount: isIn ? null : 1,
    price: isIn ? null : 0.04,
    files: random() < 0.02 ? [toFile(id)] : [],
  });
}

function toFile(id: number): Message['files'][number] {
  const url = `https://example.com/files/${id}.jpg`;
  return { name: `${id}.jpg`, mimeType: 'image/jpeg', sizeBytes: 1_000 + id, url, previewUrl: null };
}

/** The pages of both feeds by turns, the newest first: the order of a first sync. */
export function buildPages(extent: Extent): FeedPage[] {
  return [...generatePages(extent)];
}

/** The same one by one: a million messages at a time would take gigabytes. */
export function* generatePages(extent: Extent): Generator<FeedPage, void> {
  const random = createRandom(extent.seed);
  const chance = { random, toText: createTexts(random) };
  for (let start = 0; start < extent.messages; start += 2 * PAGE) {
    const count = Math.min(2 * PAGE, extent.messages - start);
    const both = Array.from({ length: count }, (_, index) => toMessage(start + index + 1, extent, chance));
    for (const direction of ['in', 'out'] as const) {
      yield toPage(
        both.filter((message) => message.direction === direction),
        extent,
      );
    }
  }
}

/** The chats of these pages as the service lists them: each knows its newest incoming message. */
export function buildChats(pages: readonly FeedPage[]): Chat[] {
  const newest = new Map<number, Message>();
  for (const message of pages.flatMap(({ messages }) => messages)) {
    const chat = message.contactId ?? 0;
    if (message.direction === 'in' && message.at > (newest.get(chat)?.at ?? 0)) newest.set(chat, message);
  }
  return [...newest].map(([chat, { at, text }]) =>
    buildChat(chat, {
      phone: toPhone(chat),
      contactId: toContactId(chat),
      updatedAt: at,
      lastText: text,
      lastDirection: 'in',
    }),
  );
}

function toPage(messages: readonly Message[], extent: Extent): FeedPage {
  const direction = messages[0]?.direction ?? 'in';
  const [toId, fromId] = [messages[0]?.id ?? 0, messages.at(-1)?.id ?? 0];
  const headId = direction === 'in' ? extent.messages : extent.messages - 1;
  const cursor = { headId, tailId: fromId, isComplete: fromId <= 2, tailPage: 1 };
  return {
    messages,
    feed: { name: direction === 'in' ? 'inbound' : 'outbound', cursor },
    covers: { kind: 'feed', direction, fromId, toId },
  };
}
