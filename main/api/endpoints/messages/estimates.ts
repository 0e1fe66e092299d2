import { AppError } from '#shared/domain/app-error.ts';
import type { CountryPrice, MessagePreview, PriceEstimate } from '#shared/domain/estimates.ts';
import { encodeText } from '../../address.ts';
import type { QueryValue } from '../../address.ts';
import type { CallOptions } from '../../call.ts';
import { splitRecipients } from '../../sends/recipient-chunks.ts';
import type { Recipients } from '../../sends/recipient-chunks.ts';
import { parseRecipients, toEstimateQuery } from '../../sends/send-parameters.ts';
import type { SendOutline } from '../../sends/send-parameters.ts';
import type { Service } from '../../service.ts';
import type { Variant } from '../../variants.ts';
import { decodePreviews } from '../../wire/messages/preview.ts';
import { addPrices, decodeCountryPrices, decodePrice } from '../../wire/messages/price.ts';

export type PriceRequest = SendOutline & {
  /** Prices people whom the account has blocked as well. */
  readonly includesBlocked?: boolean;
};

const MOST_PREVIEWED = 100;
/** Addresses stay below 6 kB with room for where the service lives. */
const ADDRESS_BYTES = 5_700;

/**
 * `GET /messages/preview` (specification, "Messages"): how the first messages would read, with merge fields filled in, at
 * most 100. Asked for in portions where the recipients do not fit into one address. Nothing is sent or charged.
 * @throws AppError `validation` like the send itself, and for a text that is too long for an address (`fields.text`; the
 * service would say 414 or 431)
 */
export async function previewMessages(
  service: Service,
  request: SendOutline,
  options: CallOptions,
): Promise<readonly MessagePreview[]> {
  const found = new Map<string, MessagePreview>();
  const question = { request, paths: { spec: '/messages/preview', sdk: '/messages/preview' } };
  for (const portion of parsePortions(request)) {
    const variants = toVariants(question, portion);
    const messages = await service.getVariant(variants, decodePreviews, { ...options, family: 'preview' });
    for (const message of messages) if (!found.has(message.phone)) found.set(message.phone, message);
    if (found.size >= MOST_PREVIEWED) break;
  }
  return [...found.values()].slice(0, MOST_PREVIEWED);
}

/**
 * `GET /messages/price`, or `/messages/price/normalized` (specification, "Messages"; supplement 1.8), whichever the
 * service has: what a send would cost, in account money, in all and by country. Where the recipients do not fit into one
 * address, the prices of portions are added up: whoever is in two of them by different ways is counted twice.
 * @throws AppError `validation` like the send itself, and for a text that is too long for an address
 */
export async function getPrice(service: Service, request: PriceRequest, options: CallOptions): Promise<PriceEstimate> {
  const extra = request.includesBlocked === true ? { includeBlocked: 1 } : {};
  const question = { request, extra, paths: { spec: '/messages/price', sdk: '/messages/price/normalized' } };
  let sum: PriceEstimate | undefined;
  for (const portion of parsePortions(request)) {
    const variants = toVariants(question, portion);
    const price = await service.getVariant(variants, decodePrice, { ...options, family: 'price' });
    sum = sum === undefined ? price : addPrices(sum, price);
  }
  return sum ?? { total: 0, partsCount: 0, countries: [] };
}

/**
 * `GET /messages/prices` (specification, "Messages"), or `/messages/prices/normalized` (supplement 2.1) where the service
 * has no other: what one part costs in each country. @throws AppError
 */
export function listCountryPrices(service: Service, options: CallOptions): Promise<readonly CountryPrice[]> {
  const toVariant = (name: Variant['name'], path: string): Variant => ({
    ...{ name, row: `GET ${path}`, method: 'GET', path },
  });
  const variants = [toVariant('spec', '/messages/prices'), toVariant('sdk', '/messages/prices/normalized')];
  return service.getVariant(variants, decodeCountryPrices, { ...options, family: 'country-prices' });
}

/** @throws AppError `validation` for a number that is none, and where no recipient would fit into an address any more */
function parsePortions(request: SendOutline): readonly Recipients[] {
  const recipients = parseRecipients(request);
  const fixed = toEstimateQuery(request, { lists: [], contacts: [], phones: [] }, 'rrule');
  const pairs = Object.entries(fixed).map(([name, value]) => ({
    name,
    bytes: `&${name}=${encodeText(String(value ?? ''))}`.length,
  }));
  const usedBytes = pairs.reduce((sum, { bytes }) => sum + bytes, 0);
  const [longest] = pairs.toSorted((one, other) => other.bytes - one.bytes);
  if (longest !== undefined && usedBytes > ADDRESS_BYTES) throw toTooLong(longest.name);
  return splitRecipients(recipients, ADDRESS_BYTES - usedBytes);
}

function toTooLong(name: string): AppError {
  const what = name === 'text' ? 'The text' : 'This';
  return new AppError({
    code: 'validation',
    message: `${name} does not fit into an address`,
    outcome: 'not-accepted',
    fields: { [name]: [`${what} is too long for a price or preview. Shorten it.`] },
  });
}

interface Question {
  readonly request: SendOutline;
  readonly paths: Readonly<Record<Variant['name'], string>>;
  /** Parameters that no send has. */
  readonly extra?: Readonly<Record<string, QueryValue>>;
}

/** Both ways to ask about a portion; only one where they would be the same request. */
function toVariants({ request, paths, extra = {} }: Question, portion: Recipients): readonly Variant[] {
  const toVariant = (name: Variant['name']): Variant => {
    const query = { ...toEstimateQuery(request, portion, name === 'spec' ? 'rrule' : 'rule'), ...extra };
    return { name, row: `GET ${paths[name]}`, method: 'GET', path: paths[name], query };
  };
  const isSame = paths.spec === paths.sdk && !('rrule' in (request.schedule ?? {}));
  return isSame ? [toVariant('spec')] : [toVariant('spec'), toVariant('sdk')];
}
