import { AppError } from '#shared/domain/app-error.ts';
import { checkServiceAddress, guessWebUrl, type AddressFault } from '#shared/domain/service-address.ts';

export interface ServiceAddresses {
  /** Origin and path prefix without a slash at the end; `/api/v2` is part of each call. */
  readonly baseUrl: string;
  readonly webUrl: string;
}

/**
 * Checks and tidies both addresses as the sign-in screen does, so that one account has one address and one folder. An
 * empty web address becomes the guess. Throws `validation` whose fields are `baseUrl` and `webUrl` and whose words are
 * `not-an-address` and `https-required` (for the window's catalogue).
 */
export function parseServiceAddresses(typed: ServiceAddresses): ServiceAddresses {
  const base = check(typed.baseUrl);
  const web = check(typed.webUrl.trim() === '' ? guessWebUrl(typed.baseUrl) : typed.webUrl);
  const fields = {
    ...('fault' in base ? { baseUrl: [base.fault] } : {}),
    // A guess from an address that is none says nothing of its own.
    ...('fault' in web && typed.webUrl.trim() !== '' ? { webUrl: [web.fault] } : {}),
  };
  if ('fault' in base || 'fault' in web) {
    throw new AppError({ code: 'validation', message: 'an address does not fit', fields, outcome: 'refused' });
  }
  return { baseUrl: base.url, webUrl: web.url };
}

/** The address as URLs are compared: a name in another script has one spelling, an address of numbers one form. */
function check(typed: string): { readonly url: string } | { readonly fault: AddressFault } {
  const checked = checkServiceAddress(typed);
  if (!checked.ok) return { fault: checked.fault };
  const url = URL.parse(checked.url);
  return url === null ? { fault: 'not-an-address' } : { url: `${url.origin}${url.pathname}`.replace(/\/+$/, '') };
}
