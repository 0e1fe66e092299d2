import type { ContactList, Page } from '#shared/domain/entities.ts';
import type { ContactId, ListId } from '#shared/domain/ids.ts';
import type { ContactDetails } from '#shared/domain/people.ts';
import { toSegment } from '../../address.ts';
import type { CallOptions } from '../../call.ts';
import { toBadResponse } from '../../errors.ts';
import type { Service } from '../../service.ts';
import { walkPages } from '../../walk.ts';
import type { ReadPage } from '../../walk.ts';
import { decodeContactIds, decodeList } from '../../wire/people/list.ts';
import { decodeContactDetails } from '../../wire/people/person.ts';
import { isOfNothing, toAskedPage, toNoRows } from '../paging.ts';
import type { PageQuery } from '../paging.ts';

/** By id, the newest first unless told: services cannot order lists by their name. */
export interface ListsQuery extends PageQuery {
  readonly direction?: 'asc' | 'desc';
  /** Leaves out what others share with the account. */
  readonly onlyOwn?: boolean;
}

/** `GET /lists` (supplement 1.1): all lists, at most 100 a page. @throws AppError */
export function listLists(
  service: Service,
  query: ListsQuery & { readonly onlyFavorites?: boolean },
  options: CallOptions,
): Promise<Page<ContactList>> {
  const asked = toAskedPage(query);
  const { direction, onlyOwn, onlyFavorites } = query;
  const filters = { direction, onlyMine: toDigit(onlyOwn), favoriteOnly: toDigit(onlyFavorites) };
  const request = { row: 'GET /lists', method: 'GET', path: '/lists', asked } as const;
  return service.listRows({ ...request, query: { ...asked, ...filters } }, decodeList, options);
}

/** `GET /lists/search` (supplement 1.1): lists by text, by id, or the default one; all that is asked must fit. @throws AppError */
export function searchLists(
  service: Service,
  query: ListsQuery & {
    readonly text?: string;
    /** Only these; absent: any. */
    readonly listIds?: readonly ListId[];
    /** Only the list that new contacts come to. */
    readonly onlyDefault?: boolean;
  },
  options: CallOptions,
): Promise<Page<ContactList>> {
  const asked = toAskedPage(query);
  const { text, listIds, direction, onlyOwn, onlyDefault } = query;
  if (isOfNothing(listIds)) return Promise.resolve(toNoRows(asked));
  const words = { query: text, ids: listIds?.join(',') };
  const filters = { direction, onlyMine: toDigit(onlyOwn), onlyDefault: toDigit(onlyDefault) };
  const request = { row: 'GET /lists/search', method: 'GET', path: '/lists/search', asked } as const;
  return service.listRows({ ...request, query: { ...asked, ...words, ...filters } }, decodeList, options);
}

/** `GET /lists/{id}` (specification, "Lists"). @throws AppError `not-found` */
export function getList(
  service: Service,
  query: { readonly listId: ListId },
  options: CallOptions,
): Promise<ContactList> {
  const request = { row: 'GET /lists/{id}', method: 'GET', path: `/lists/${toSegment(query.listId)}` } as const;
  return service.getRow(request, decodeList, options);
}

/**
 * `GET /lists/{id}/contacts` (specification, "Lists"): the members of one list with their notes, newest first unless told.
 * @throws AppError
 */
export function listContactsOfList(
  service: Service,
  query: PageQuery & {
    readonly listId: ListId;
    readonly orderBy?: 'id' | 'firstName' | 'lastName';
    readonly direction?: 'asc' | 'desc';
  },
  options: CallOptions,
): Promise<Page<ContactDetails>> {
  const asked = toAskedPage(query);
  const { listId, orderBy, direction } = query;
  const path = `/lists/${toSegment(listId)}/contacts`;
  const request = { row: 'GET /lists/{id}/contacts', method: 'GET', path, asked } as const;
  return service.listRows({ ...request, query: { ...asked, orderBy, direction } }, decodeContactDetails, options);
}

/**
 * `GET /lists/{id}/contacts/ids` (specification, "Lists"): every member of one list, in any order. No document gives the
 * row pages; where a service does, all of them are read.
 * @throws AppError `not-found`; `bad-response` where not every member can be told: a part of them would look like all
 */
export async function listMemberIds(
  service: Service,
  query: { readonly listId: ListId },
  options: CallOptions,
): Promise<readonly ContactId[]> {
  const path = `/lists/${toSegment(query.listId)}/contacts/ids`;
  const request = { row: 'GET /lists/{id}/contacts/ids', method: 'GET', path } as const;
  const whole = await service.getRow(request, (value) => decodeContactIds(value, UNPAGED), options);
  if (!hasMore(whole)) return whole.items;
  return await walkMemberIds(
    request.row,
    (asked) =>
      service.getRow(
        { ...request, query: { ...asked } },
        (value) => decodeContactIds(value, toAskedPage(asked)),
        options,
      ),
    options,
  );
}

const UNPAGED = { page: 1, limit: Number.MAX_SAFE_INTEGER } as const;

function hasMore(page: Page<ContactId>): boolean {
  return page.pageCount === null ? isFull(page) : page.pageCount > 1;
}

function isFull({ limit, items }: Page<ContactId>): boolean {
  return items.length > 0 && items.length >= limit;
}

async function walkMemberIds(
  row: string,
  readPage: ReadPage<ContactId>,
  { signal }: CallOptions,
): Promise<readonly ContactId[]> {
  /** What the last answers say: so many there are at least, and whether the last page was full, with more behind it. */
  const told = { least: 0, isFull: false };
  const read: ReadPage<ContactId> = async (asked) => {
    told.isFull = false;
    const page = await readPage(asked);
    if (page.pageCount === null) told.isFull = isFull(page);
    else told.least = (page.pageCount - 1) * page.limit + 1;
    return page;
  };
  const ids = new Set<ContactId>();
  for await (const id of walkPages(read, { limit: 100, keyOf: (one) => one, signal })) ids.add(id);
  if (told.isFull || ids.size < told.least) throw toBadResponse(row, 'the pages hold fewer members than they say');
  return [...ids];
}

/** Booleans of a query are digits; what was not asked for is left out. */
function toDigit(flag: boolean | undefined): 0 | 1 | undefined {
  return flag === undefined ? undefined : flag ? 1 : 0;
}
