import type { Contact, Page } from '#shared/domain/entities.ts';
import type { ContactId, ListId } from '#shared/domain/ids.ts';
import type { Favorite, RecipientSuggestion } from '#shared/domain/people.ts';
import type { CallOptions } from '../../call.ts';
import type { Service } from '../../service.ts';
import { decodeContact } from '../../wire/people/contact.ts';
import { decodeFavorite, decodeSuggestion } from '../../wire/people/person.ts';
import type { ListContactsQuery } from './contacts.ts';
import { isOfNothing, toAskedPage, toNoRows } from '../paging.ts';
import type { PageQuery } from '../paging.ts';

/** What contacts must have; several conditions hold together, and none of them means all contacts. No ids fit nobody. */
export interface SearchContactsQuery extends ListContactsQuery {
  /** In names, numbers and e-mail addresses. */
  readonly text?: string;
  /** Only where the text is the whole name, number or address. */
  readonly isExact?: boolean;
  /** The text is a number as it is written in that country, ISO 3166 alpha-2. */
  readonly localCountry?: string;
  readonly contactIds?: readonly ContactId[];
  readonly listId?: ListId;
  /** Those with any of these tags. Only newer services know them. */
  readonly tagIds?: readonly number[];
  /** Blocked contacts as well. False unless told. */
  readonly includesBlocked?: boolean;
}

/** `GET /contacts/search` (supplement 1.2): contacts that fit, at most 100 a page. @throws AppError */
export function searchContacts(
  service: Service,
  query: SearchContactsQuery,
  options: CallOptions,
): Promise<Page<Contact>> {
  const asked = toAskedPage(query);
  const { text, isExact, localCountry, contactIds, listId, tagIds, orderBy, direction } = query;
  if (isOfNothing(contactIds, tagIds)) return Promise.resolve(toNoRows(asked));
  const words = {
    ...{ query: text || undefined, exactMatch: isExact === true ? 1 : undefined },
    ...(localCountry === undefined ? {} : { local: 1, country: localCountry }),
  };
  const filters = {
    ...{ ids: toIds(contactIds), listId, tagIds: toIds(tagIds) },
    // The documents give this one no default.
    includeBlocked: query.includesBlocked === true ? 1 : 0,
    shared: query.includesShared === true ? 1 : undefined,
  };
  return service.listRows(
    {
      ...toGet('/contacts/search'),
      query: { ...asked, ...words, ...filters, orderBy, direction },
      asked,
    },
    decodeContact,
    options,
  );
}

/**
 * `GET /contacts/autocomplete` (supplement 1.2): whom a person may mean, the best first, at most `limit` (1–100) of
 * them. Kinds that came later than this app are left out.
 * @throws AppError `validation` where the text is blank
 */
export async function suggestRecipients(
  service: Service,
  query: { readonly text: string; readonly limit: number; readonly includesLists: boolean },
  options: CallOptions,
): Promise<readonly RecipientSuggestion[]> {
  const asked = toAskedPage({ page: 1, limit: query.limit });
  const lists = query.includesLists ? 1 : 0;
  const request = {
    ...toGet('/contacts/autocomplete'),
    query: { query: query.text, limit: asked.limit, lists },
    asked,
  };
  const { items } = await service.listRows(request, decodeSuggestion, options);
  return items.flatMap((suggestion) => suggestion ?? []);
}

/** `GET /contacts/favorite` (specification, "Contacts"): favourite contacts and lists, at most 100 a page. @throws AppError */
export function listFavorites(
  service: Service,
  query: PageQuery & { readonly text?: string },
  options: CallOptions,
): Promise<Page<Favorite>> {
  const asked = toAskedPage(query);
  const request = { ...toGet('/contacts/favorite'), query: { ...asked, query: query.text || undefined }, asked };
  return service.listRows(request, decodeFavorite, options);
}

function toIds(ids: readonly number[] | undefined): string | undefined {
  return ids === undefined ? undefined : ids.join(',');
}

function toGet(path: string) {
  return { row: `GET ${path}`, method: 'GET', path } as const;
}
