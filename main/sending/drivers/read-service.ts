/**
 * Reads what a look for lost answers goes by: the service's own sends, newest first, the messages that callbacks named for
 * ours, and its outbound messages.
 */
import { AppError, isAppError } from '#shared/domain/app-error.ts';
import type { AppErrorCode } from '#shared/domain/app-error.ts';
import type { Message, Page, ServiceSend } from '#shared/domain/entities.ts';
import type { SendId } from '#shared/domain/ids.ts';
import type { Send } from '#shared/domain/sends.ts';
import { findByReference } from '../core/search.ts';
import type { Reading } from '../core/search.ts';
import { NOTHING_READ, reachesMessage, reachesSend } from '../core/stretch.ts';
import type { Stretch } from '../core/stretch.ts';
import type { SendingClock, SendingService } from '../ports.ts';

export interface ReadParts {
  readonly service: SendingService;
  readonly clock: SendingClock;
  readonly signal: AbortSignal;
}

/** The most that a page holds. */
const PAGE_ROWS = 100;
/** A look reads no more pages of one list than this; what it did not reach stays open. */
const MOST_PAGES = 50;
/** A send that a person sent again may have one message for each time; the newest are enough. */
const MOST_NAMED = 3;
/** The service has no such list, or not for this account: neither is a failure, nor says anything about the key. */
const ABSENT: ReadonlySet<AppErrorCode> = new Set(['not-found', 'forbidden', 'unauthorized']);

/**
 * Reads as far back as these sends can be. `named`: ids of the messages that callbacks named for them, newest first. Does not
 * reject because of the service: what it did not answer is missing from the reading. Rejects with `cancelled` when the
 * signal aborts.
 */
export async function readService(
  parts: ReadParts,
  due: readonly Send[],
  named: ReadonlyMap<SendId, readonly number[]>,
): Promise<Reading> {
  const startedAt = parts.clock.now();
  const sends = await readSends(parts, due);
  const ofSends = new Map<number, readonly Message[]>();
  const ofCallbacks = new Map<SendId, readonly Message[]>();
  let isAllFound = true;
  for (const send of due) {
    const found = typeof sends === 'string' ? undefined : findByReference(sends.rows, send);
    const messages = found === undefined ? [] : await readMessagesOf(parts, found.id);
    if (found !== undefined) ofSends.set(found.id, messages);
    else ofCallbacks.set(send.id, await readNamed(parts, named.get(send.id) ?? []));
    isAllFound &&= messages.some(({ phone }) => phone === send.phone);
  }
  const messages = isAllFound ? null : await readMessages(parts, due);
  return { startedAt, sends, messages, ofSends, ofCallbacks };
}

/** Pages of it move on while they are read: what came meanwhile shows rows twice, which does no harm. */
async function readSends(parts: ReadParts, due: readonly Send[]): Promise<Reading['sends']> {
  const { service, signal } = parts;
  const read = await readPages<ServiceSend>(parts, {
    ask: ({ page }) => service.listSends({ page, limit: PAGE_ROWS }, { priority: 'sending', signal }),
    isEnough: (stretch) =>
      due.every((send) => findByReference(stretch.rows, send) !== undefined || reachesSend(stretch, send)),
  });
  if (read.stretch !== null) return read.stretch;
  return read.failure !== null && ABSENT.has(read.failure.code) ? 'absent' : 'unanswered';
}

async function readMessages(parts: ReadParts, due: readonly Send[]): Promise<Stretch<Message> | null> {
  const { service, signal } = parts;
  const read = await readPages<Message>(parts, {
    ask: ({ lastId }) =>
      service.listOutboundMessages({ page: 1, limit: PAGE_ROWS, lastId }, { priority: 'sending', signal }),
    isEnough: (stretch) => due.every((send) => reachesMessage(stretch, send)),
  });
  return read.stretch;
}

/** Of one recipient, as all sends of this app are; [] where they cannot be read. */
async function readMessagesOf({ service, signal }: ReadParts, sessionId: number): Promise<readonly Message[]> {
  const query = { sessionId, page: 1, limit: PAGE_ROWS };
  const answer = await attempt(signal, () => service.listMessagesOfSend(query, { priority: 'sending', signal }));
  return answer instanceof AppError ? [] : answer.items;
}

/** Those that the service has. */
async function readNamed({ service, signal }: ReadParts, ids: readonly number[]): Promise<readonly Message[]> {
  const messages: Message[] = [];
  for (const messageId of ids.slice(0, MOST_NAMED)) {
    const answer = await attempt(signal, () =>
      service.getOutboundMessage({ messageId }, { priority: 'sending', signal }),
    );
    if (!(answer instanceof AppError)) messages.push(answer);
  }
  return messages;
}

interface PageReader<Row> {
  readonly ask: (position: { readonly page: number; readonly lastId: number }) => Promise<Page<Row>>;
  readonly isEnough: (stretch: Stretch<Row>) => boolean;
}

/** Null for a stretch of which not even the first page came. */
async function readPages<Row extends { readonly id: number }>(
  { signal }: ReadParts,
  { ask, isEnough }: PageReader<Row>,
): Promise<{ readonly stretch: Stretch<Row> | null; readonly failure: AppError | null }> {
  let stretch: Stretch<Row> = NOTHING_READ;
  let lastId = 0;
  for (let page = 1; page <= MOST_PAGES && !isEnough(stretch); page += 1) {
    const position = { page, lastId };
    const answer = await attempt(signal, () => ask(position));
    if (answer instanceof AppError) return { stretch: page === 1 ? null : stretch, failure: answer };
    const longer = addPage(stretch, answer);
    // The same rows once more: this service does not turn pages.
    if (!longer.isToEnd && longer.rows.length === stretch.rows.length) break;
    stretch = longer;
    lastId = stretch.rows.reduce((lowest, { id }) => Math.min(lowest, id), Infinity);
  }
  return { stretch, failure: null };
}

function addPage<Row extends { readonly id: number }>(stretch: Stretch<Row>, page: Page<Row>): Stretch<Row> {
  const known = new Set(stretch.rows.map(({ id }) => id));
  const rows = page.items.filter(({ id }) => !known.has(id));
  const isNewestFirst = page.items.every(({ id }, index) => index === 0 || id < (page.items[index - 1]?.id ?? 0));
  return {
    rows: [...stretch.rows, ...rows],
    isToEnd: page.items.length === 0 || isLastPage(page),
    isWhole: stretch.isWhole && (page.leftOut ?? 0) === 0 && isNewestFirst,
  };
}

function isLastPage({ page, pageCount }: Page<unknown>): boolean {
  return pageCount !== null && pageCount > 0 && page >= pageCount;
}

/** What it answers, or how it failed. Rejects with bugs, and with anything once the signal aborted. */
async function attempt<T>(signal: AbortSignal, call: () => Promise<T>): Promise<T | AppError> {
  try {
    return await call();
  } catch (error) {
    if (!isAppError(error) || signal.aborted) throw error;
    return error;
  }
}
