import type { CarrierLookup, EmailLookup } from '#shared/domain/lookups.ts';
import { toSegment } from '../../address.ts';
import type { CallOptions } from '../../call.ts';
import type { Service } from '../../service.ts';
import { decodeCarrierLookup, decodeEmailLookup } from '../../wire/account/lookup.ts';

/**
 * `GET /lookups/{phone}` (specification, "Lookups"): who carries a number, and what kind of line it is. Costs account
 * money, so it is asked once: an answer that was lost may have been charged. Look-ups have a limit of their own, far
 * below that of other calls.
 * @throws AppError `validation` for what is no number · `rate-limited`
 */
export function lookUpCarrier(
  service: Service,
  query: {
    /** E.164; or as people of `country` write it. */
    readonly phone: string;
    /** ISO 3166 alpha-2; only for a number without its country code. */
    readonly country?: string;
  },
  options: CallOptions,
): Promise<CarrierLookup> {
  const row = 'GET /lookups/{phone}';
  const path = `/lookups/${toSegment(query.phone)}`;
  const country = query.country?.toUpperCase();
  const request = { row, method: 'GET', path, query: { country } } as const;
  return service.getRow(request, decodeCarrierLookup, { ...options, repeats: false });
}

/**
 * `GET /email-lookups/{email}` (specification, "Lookups"): whether mail to an address is likely to arrive. Asked once,
 * like a number.
 * @throws AppError `validation` for what is no address · `not-found` where nothing is known about it · `rate-limited`
 */
export function lookUpEmail(
  service: Service,
  query: { readonly email: string },
  options: CallOptions,
): Promise<EmailLookup> {
  const row = 'GET /email-lookups/{email}';
  const path = `/email-lookups/${toSegment(query.email)}`;
  return service.getRow({ row, method: 'GET', path }, decodeEmailLookup, { ...options, repeats: false });
}
