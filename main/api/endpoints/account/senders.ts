import type { SenderGroup, SenderSettings } from '#shared/domain/account.ts';
import type { ChatId } from '#shared/domain/ids.ts';
import type { CallOptions } from '../../call.ts';
import type { FeatureRequest, Service } from '../../service.ts';
import type { Variant } from '../../variants.ts';
import { decodeSenderGroups, decodeSenderSettings } from '../../wire/account/senders.ts';

/** Which country, ISO 3166 alpha-2; left out: all of them. */
export interface SendersQuery {
  readonly country?: string;
}

const feature = 'senders';

/** `GET /sources` (supplement 1.10): what a text may come from, by kind. Empty kinds are among them. @throws AppError */
export function listSenders(
  service: Service,
  query: SendersQuery,
  options: CallOptions,
): Promise<readonly SenderGroup[]> {
  const path = '/sources';
  const request = { row: `GET ${path}`, method: 'GET', path, feature, absence: 'always' } as const;
  return service.getRow({ ...request, query: toQuery(query) }, decodeSenderGroups, options);
}

/**
 * `GET /sender/settings/normalized`, or `GET /sender/settings` where the service has no other (supplement 1.10): what
 * texts come from by country.
 * @throws AppError `not-found` where it has neither
 */
export function getSenderSettings(
  service: Service,
  query: SendersQuery,
  options: CallOptions,
): Promise<SenderSettings> {
  const family = 'sender-settings';
  const toVariant = (name: Variant['name'], path: string): Variant & FeatureRequest => ({
    ...{ name, row: `GET ${path}`, method: 'GET', path, query: toQuery(query) },
  });
  const variants = [toVariant('sdk', '/sender/settings/normalized'), toVariant('spec', '/sender/settings')];
  return service.getVariant(variants, decodeSenderSettings, { ...options, family });
}

/**
 * `PUT /sender/settings` (supplement 1.10): the sender of a country, or of one chat alone, whose `from` it becomes.
 * @throws AppError `validation` for a sender that may not be used there · `not-found` for a chat that is not there
 */
export async function setSender(
  service: Service,
  query: { readonly value: string; readonly country: string; readonly chatId?: ChatId },
  options: CallOptions,
): Promise<void> {
  const { value, chatId } = query;
  const body = { value, country: query.country.toUpperCase(), ...(chatId === undefined ? {} : { chatId }) };
  const path = '/sender/settings';
  await service.write({ row: `PUT ${path}`, method: 'PUT', path, body, feature }, options);
}

function toQuery({ country }: SendersQuery): { readonly country?: string } {
  return country === undefined ? {} : { country: country.toUpperCase() };
}
