import type { ContractError } from '#shared/contract/index.ts';
import type { AddressFault } from '#shared/domain/service-address.ts';
import { errors } from '#renderer/lib/words/errors.ts';
import type { Message, Translator } from './messages.ts';

export type SignInField = 'baseUrl' | 'webUrl' | 'username' | 'apiKey';

/** One sentence, under the field that it is about; `field` null: about the whole attempt. */
export interface SignInProblem {
  readonly field: SignInField | null;
  readonly text: string;
  /** Whether a new key, made in the web application, would mend it. */
  readonly needsNewKey: boolean;
}

const ADDRESS_FAULTS: Readonly<Record<AddressFault, Message>> = {
  'not-an-address': errors.notAnAddress,
  'https-required': errors.httpsRequired,
};

/** What to say about an address that cannot be one. */
export function toAddressText(fault: AddressFault, texts: Translator): string {
  return texts.text(ADDRESS_FAULTS[fault]);
}

/** What to say when signing in did not work. The service's own words are kept where they are all that is known. */
export function toSignInProblem(error: ContractError, host: string, texts: Translator): SignInProblem {
  const about = (field: SignInField | null, text: string): SignInProblem => ({ field, text, needsNewKey: false });
  switch (error.code) {
    case 'unauthorized':
      return { field: 'apiKey', text: texts.text(errors.keyRefused), needsNewKey: true };
    case 'forbidden':
      return about('apiKey', texts.text(errors.keyForbidden));
    case 'offline':
      return about(null, texts.text(errors.noNetwork, { host }));
    case 'not-this-service':
    case 'not-found':
    case 'bad-response':
      return about('baseUrl', texts.text(errors.notThisService, { host }));
    case 'timeout':
      return about(null, texts.text(errors.timeout, { host }));
    case 'validation':
      return toFieldProblem(error, texts);
    default:
      return about(null, toPlainText(error, texts));
  }
}

function toFieldProblem(error: ContractError, texts: Translator): SignInProblem {
  for (const field of ['baseUrl', 'webUrl', 'username', 'apiKey'] as const) {
    const fault = error.fields[field]?.[0];
    if (fault === 'https-required' || fault === 'not-an-address')
      return { field, text: toAddressText(fault, texts), needsNewKey: false };
    if (fault !== undefined) return { field, text: fault, needsNewKey: false };
  }
  return { field: 'baseUrl', text: texts.text(errors.notAnAddress), needsNewKey: false };
}

function toPlainText(error: ContractError, texts: Translator): string {
  const messages: Readonly<Record<string, Message>> = {
    maintenance: errors.maintenance,
    'rate-limited': errors.slowDown,
    server: errors.serviceFault,
    disk: errors.disk,
    'disk-newer': errors.diskNewer,
    'disk-damaged': errors.diskDamaged,
    'disk-unsteady': errors.diskUnsteady,
    reopening: errors.reopening,
    disconnected: errors.disconnected,
    cancelled: errors.cancelled,
  };
  return texts.text(messages[error.code] ?? errors.bug);
}
