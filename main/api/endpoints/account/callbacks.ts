import type { CallbackFormat, CallbackSettings } from '#shared/domain/account.ts';
import type { CallOptions } from '../../call.ts';
import type { Service } from '../../service.ts';
import { decodeCallbackSettings, toFormatLetter } from '../../wire/account/settings.ts';

const path = '/callback/settings';
const feature = 'callback-settings';

/** `GET /callback/settings` (supplement 1.9): where the service tells of news. @throws AppError */
export function getCallbackSettings(service: Service, options: CallOptions): Promise<CallbackSettings> {
  const request = { row: `GET ${path}`, method: 'GET', path, feature, absence: 'always' } as const;
  return service.getRow(request, decodeCallbackSettings, options);
}

/**
 * `PUT /callback/settings` (supplement 1.9). All three are always written: what is left out would be lost. The service
 * asks each address at once and takes none that does not answer 200.
 * @throws AppError `validation` with the field of the address that did not answer
 */
export async function setCallbackSettings(
  service: Service,
  query: CallbackSettings & { readonly format: CallbackFormat },
  options: CallOptions,
): Promise<void> {
  const { outUrl, inUrl } = query;
  const body = { outUrl, inUrl, format: toFormatLetter(query.format) };
  await service.write({ row: `PUT ${path}`, method: 'PUT', path, body, feature }, options);
}
