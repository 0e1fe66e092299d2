import type { Message, Page } from '#shared/domain/entities.ts';
import type { ChatId, PhoneKey } from '#shared/domain/ids.ts';
import { toSegment } from '../../address.ts';
import type { CallAnswer, CallOptions } from '../../call.ts';
import { writePortions } from '../../bulk/portions.ts';
import type { Service } from '../../service.ts';
import { decodeChatMessage } from '../../wire/chats/chat-message.ts';
import type { AskedPage } from '../../wire/page.ts';
import { toAskedPage, toSwitch } from '../paging.ts';
import type { PageQuery } from '../paging.ts';

export interface ChatMessagesQuery extends PageQuery {
  readonly chatId: ChatId;
  /** Number of the chat: tells which side of a message is ours where the service does not. */
  readonly phone: PhoneKey;
  /** Only messages with that text in them. */
  readonly text?: string;
  /** Only messages of that time: epoch ms, both ends inclusive, to the second. */
  readonly period?: { readonly startAt: number; readonly endAt: number };
  /** `desc`, newest first, unless told. */
  readonly direction?: 'asc' | 'desc';
  /** Voice calls as well. */
  readonly withCalls?: boolean;
  /** Notes of the team as well, where the service has any in its chats. */
  readonly withNotes?: boolean;
}

const ROW = 'GET /chats/{id}/message';

/**
 * `GET /chats/{id}/message` (specification, "Chats"): one page of a chat's messages, at most 100; without calls and team
 * notes unless told. A 400 means that the service takes the number of the chat for invalid. The documents do not agree
 * how a period is written (dates; time stamps): it is asked for in both ways, and the one that works is remembered.
 * @throws AppError
 */
export async function listChatMessages(
  service: Service,
  query: ChatMessagesQuery,
  options: CallOptions,
): Promise<Page<Message>> {
  const asked = toAskedPage(query);
  const { text, period, direction = 'desc', withCalls, withNotes } = query;
  const filters = { ...asked, direction, query: text, voice: toSwitch(withCalls), includeNotes: toSwitch(withNotes) };
  const request = { row: ROW, method: 'GET', path: `/chats/${toSegment(query.chatId)}/message` } as const;
  const decode = (row: unknown) => decodeChatMessage(row, query.phone);
  if (period === undefined) return await service.listRows({ ...request, query: filters, asked }, decode, options);
  const { startAt, endAt } = period;
  const ask = (piece: AskedPage): Promise<CallAnswer> => {
    const where = { ...filters, ...piece };
    const variants = [
      { ...request, name: 'spec', query: { ...where, start: toDateTime(startAt), end: toDateTime(endAt) } },
      { ...request, name: 'sdk', query: { ...where, start: toSeconds(startAt), end: toSeconds(endAt) } },
    ] as const;
    return service.callVariants(variants, { ...options, family: `${ROW} period` });
  };
  return await service.readPage({ row: ROW, path: request.path, asked, isByNumber: true }, ask, decode);
}

/** As the interface writes all its times: `2026-11-20T09:52:10+0000`. */
function toDateTime(at: number): string {
  return `${new Date(at).toISOString().slice(0, 19)}+0000`;
}

function toSeconds(at: number): string {
  return String(Math.floor(at / 1_000));
}

/** Ids of messages by the sequence that they belong to, or all of a chat. */
export type ChosenMessages =
  | {
      readonly inboundIds?: readonly number[];
      readonly outboundIds?: readonly number[];
      readonly callIds?: readonly number[];
      readonly all?: never;
    }
  | { readonly inboundIds?: never; readonly outboundIds?: never; readonly callIds?: never; readonly all: true };

const ID_FIELDS = { in: 'inbound_ids', out: 'sent_ids', call: 'calls_ids' } as const;

type Sequence = keyof typeof ID_FIELDS;

/**
 * `POST /chats/{id}/messages/delete` (specification, "Chats"): for any number of messages, 500 to a request. Ids of
 * another chat change nothing. The specification wants all three fields, be they empty; the client libraries those that
 * have something in them.
 * @throws AppError; `PartlyDoneError` where some were deleted: counted inbound first, then outbound, then calls
 */
export async function deleteChatMessages(
  service: Service,
  query: { readonly chatId: ChatId } & ChosenMessages,
  options: CallOptions,
): Promise<void> {
  const path = `/chats/${toSegment(query.chatId)}/messages/delete`;
  const request = { row: 'POST /chats/{id}/messages/delete', method: 'POST', path } as const;
  if (query.all === true) {
    await service.writeEither({ ...request, spec: { all: 1 }, sdk: { all: true } }, options);
    return;
  }
  const { inboundIds = [], outboundIds = [], callIds = [] } = query;
  const named = [...tag('in', inboundIds), ...tag('out', outboundIds), ...tag('call', callIds)];
  await writePortions(named, (portion) => service.writeEither({ ...request, ...toForms(portion) }, options));
}

/** `in 900104`: one value for each id, so that portions can be cut across the sequences. */
function tag(sequence: Sequence, ids: readonly number[]): readonly string[] {
  return ids.map((id) => `${sequence} ${id}`);
}

function toForms(portion: readonly string[]) {
  const fields = Object.entries(ID_FIELDS).map(([sequence, field]) => {
    const ids = portion.filter((one) => one.startsWith(`${sequence} `)).map((one) => one.slice(sequence.length + 1));
    return [field, ids.join(',')] as const;
  });
  const given = fields.filter(([, ids]) => ids !== '');
  return {
    spec: { ...Object.fromEntries(fields), all: 0 },
    sdk: { ...Object.fromEntries(given), all: false },
  };
}
