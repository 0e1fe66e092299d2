/** Look-ups of the main in memory: each answer is made up by the test, and kept. */
import type {
  CarrierLookupView,
  ContractError,
  EmailLookupView,
  RequestInput,
  RequestName,
  RequestOutput,
} from '#shared/contract/index.ts';
import { toPhoneKey } from '#shared/domain/phones.ts';

type Handlers = { [Name in RequestName]?: (input: RequestInput<Name>) => RequestOutput<Name> | ContractError };

export class FakeLookups {
  /** What the service says of any number or address. */
  carrier: Partial<CarrierLookupView> = {};
  email: Partial<EmailLookupView> = {};
  currency: string | null = 'GBP';
  now: () => number = Date.now;
  #carriers: readonly CarrierLookupView[] = [];
  #emails: readonly EmailLookupView[] = [];

  readonly handlers: Handlers = {
    'lookups.find': ({ phone, email }) => ({
      carrier: this.#carriers.findLast((found) => phone !== null && found.phone === toPhoneKey(phone)) ?? null,
      email: this.#emails.findLast((found) => found.email === email) ?? null,
      lastCarrierCost: this.#carriers.at(-1)?.cost ?? null,
      lastEmailCost: this.#emails.at(-1)?.cost ?? null,
      currency: this.currency,
    }),
    'lookups.lookUpCarrier': ({ phone }) => {
      const found = {
        ...{ phone: toPhoneKey(phone), carrier: 'Vodafone', lineType: 'mobile', country: 'GB', isValid: true },
        ...{ cost: 0.005, at: this.now() },
        ...this.carrier,
      };
      this.#carriers = [...this.#carriers, found];
      return found;
    },
    'lookups.lookUpEmail': ({ email }) => {
      const found = {
        ...{ email, status: 'valid', deliverability: 'deliverable', risk: 'low', reason: null, suggestion: null },
        ...{ isDisposable: false, cost: null, at: this.now() },
        ...this.email,
      };
      this.#emails = [...this.#emails, found];
      return found;
    },
  };
}
