import type { OpenAccount } from '#main/services/account/open-account.ts';
import { isAppError } from '#shared/domain/app-error.ts';
import type { Country } from '#shared/domain/account.ts';
import type { PeopleService } from './ports.ts';

/** The countries of the service, by its own names: asked for once while an account is open. */
export class Countries {
  readonly #known = new WeakMap<PeopleService, readonly Country[]>();

  /** Empty where the service could not be asked. */
  async list({ service }: Pick<OpenAccount, 'service'>): Promise<readonly Country[]> {
    const known = this.#known.get(service);
    if (known !== undefined) return known;
    try {
      const countries = await service.listCountries({ priority: 'user' });
      this.#known.set(service, countries);
      return countries;
    } catch (error) {
      if (!isAppError(error)) throw error;
      return [];
    }
  }
}
