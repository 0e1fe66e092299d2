/** Compares what thread and ledger say of each text with what the service has of it. */
import { isDeepStrictEqual } from 'node:util';
import type { LedgerEntry, MessageView } from '#shared/contract/index.ts';
import { findSendId } from '#shared/domain/sends.ts';
import type { WindowClient } from '#test/support/window-client.ts';
import type { RequestedSend } from './requested-writes.ts';
import type { SentInService } from './wait-for-match.ts';

/** Everything that is known of one text. */
export interface SendReport {
  readonly request: RequestedSend;
  /** Null: the ledger does not have it. */
  readonly entry: LedgerEntry | null;
  /** Its lines in the thread. */
  readonly lines: readonly MessageView[];
  /** Messages of the service with the app's reference or the same text, which is unique. */
  readonly there: readonly SentInService[];
}

const toWords = (text: string): string => text.split('\n')[0] ?? '';

export async function readSendReport(
  client: WindowClient,
  request: RequestedSend,
  given: { readonly shown: readonly MessageView[]; readonly sent: readonly SentInService[] },
): Promise<SendReport> {
  const reply = await client.ask('ledger.get', { sendId: request.sendId });
  if (!reply.ok && reply.error.code !== 'not-found') throw new Error(`ledger.get: ${reply.error.code}`);
  const isIt = ({ text, referenceId }: SentInService): boolean =>
    (referenceId !== null && findSendId(referenceId) === request.sendId) || toWords(text) === request.text;
  return {
    request,
    entry: reply.ok ? reply.value : null,
    lines: given.shown.filter(({ text }) => toWords(text) === request.text),
    there: given.sent.filter(isIt),
  };
}

/** Contradictions between app and service; empty: none. A send in `checking` was searched for and not found. */
export function listContradictions(report: SendReport): string[] {
  const { request, entry, lines, there } = report;
  const say = (words: string): string =>
    `“${request.text}”: ${words} (ledger ${entry?.row.state ?? 'silent'}, thread ${lines
      .map(({ key, send }) => `${key} ${send?.state ?? 'no send'}`)
      .join(', ')}, ${String(there.length)} times in the service)`;
  if (there.length > 1) return [say('is in the service twice')];
  if (lines.length > 1) return [say('is in the thread twice')];
  if (entry === null) {
    if (request.isAnswered) return [say('was acknowledged and is not in the ledger')];
    return there.length + lines.length === 0
      ? []
      : [say('is in the service or the thread without being in the ledger')];
  }
  if (entry.events.some(({ kind }) => kind === 'discarded')) return listDiscardContradictions(report, entry).map(say);
  if (request.discard === 'answered') return [say('was discarded and the ledger does not say so')];
  if (lines[0]?.send?.state !== entry.row.state) return [say('has different states in thread and ledger')];
  return isConsistent(entry, there) ? [] : [say('has a state that the service contradicts')];
}

function isConsistent({ row }: LedgerEntry, there: readonly SentInService[]): boolean {
  switch (row.state) {
    case 'accepted':
      return there.length === 1;
    case 'checking':
    case 'unknown':
    case 'refused':
    case 'not-sent':
      return there.length === 0;
    case 'held':
    case 'queued':
    case 'sending':
    case 'discarded':
      return false;
  }
}

/** A discarded text is not in the service, unless it was discarded while its outcome was unknown. */
function listDiscardContradictions({ request, lines, there }: SendReport, entry: LedgerEntry): string[] {
  if (request.discard === 'no') return ['was never discarded'];
  if (lines.some(({ send }) => send !== null)) return ['is still in the outbox'];
  const states = entry.events.map(({ kind }) => kind).filter((kind) => STATES.has(kind));
  const before = states[states.indexOf('discarded') - 1];
  const wasOpen = before === 'checking' || before === 'unknown';
  if (entry.row.state === 'accepted' && there.length === 0) return ['was found and is not in the service'];
  return there.length === 0 || wasOpen ? [] : [`was discarded as ${String(before)} and has left`];
}

const STATES: ReadonlySet<string> = new Set([
  ...['held', 'queued', 'sending', 'accepted', 'refused', 'checking', 'not-sent', 'unknown', 'discarded'],
]);

/** Fields of an accepted text, its cost included, in which ledger and service differ. */
export function listUnequalFields({ request, entry, there: [message] }: SendReport): unknown[] {
  if (entry === null || entry.row.state !== 'accepted' || message === undefined) return [];
  const { row, messageId, referenceId } = entry;
  // Found in the list of sends after it was discarded: its message id comes with a later comparison.
  if (messageId === null && entry.events.some(({ kind }) => kind === 'discarded')) return [];
  const told = {
    ...{ id: messageId, text: row.text, referenceId, status: row.letter },
    ...{ parts: row.partsCharged, price: row.priceCharged },
  };
  const { id, text, status, parts, price } = message;
  const should = { id, text, referenceId: message.referenceId, status, parts, price };
  return isDeepStrictEqual(told, should) ? [] : [{ of: request.text, told, should }];
}
