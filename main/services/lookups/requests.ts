import type { HandlersOf } from '#main/services/handler-types.ts';
import { toRefusal } from '#main/services/refusals.ts';
import type { FoundLookup } from '#main/store/api/lookups.ts';
import type { CarrierLookupView, EmailLookupView } from '#shared/contract/index.ts';
import type { CarrierLookup, EmailLookup } from '#shared/domain/lookups.ts';
import { isTextableNumber, toPhoneKey } from '#shared/domain/phones.ts';

/** Two sides and nothing between them that no address has: the service says what it makes of the rest. */
const EMAIL_LIKE = /^[^\s@]+@[^\s@]+$/;

/** What the service finds out about a number or an e-mail address, for money. */
export const lookupHandlers: HandlersOf<'lookups'> = {
  'lookups.find': async ({ session }, { phone, email }) => {
    const { store } = session.getAccount();
    const [found, account] = await Promise.all([
      store.findLookups({
        phone: phone === null ? null : toPhoneKey(phone),
        email: email === null ? null : email.toLowerCase(),
      }),
      store.getAccount({}),
    ]);
    return {
      ...found,
      carrier: found.carrier === null ? null : toCarrierView(found.carrier),
      email: found.email === null ? null : toEmailView(found.email),
      currency: account?.currency ?? null,
    };
  },
  'lookups.lookUpCarrier': async ({ session, lookups }, { requestId, phone: written }) => {
    const phone = toPhoneKey(written);
    if (!isTextableNumber(phone)) throw toRefusal('phone', 'not-a-number');
    return toCarrierView(await lookups.lookUpCarrier(session.getAccount(), { requestId, phone }));
  },
  'lookups.lookUpEmail': async ({ session, lookups }, { requestId, email }) => {
    if (!EMAIL_LIKE.test(email)) throw toRefusal('email', 'not-an-address');
    return toEmailView(await lookups.lookUpEmail(session.getAccount(), { requestId, email }));
  },
};

function toCarrierView({ value, at, cost, result }: FoundLookup<CarrierLookup>): CarrierLookupView {
  const { carrier, type: lineType, country, isValid } = result;
  return { phone: value, carrier, lineType, country, isValid, cost, at };
}

function toEmailView({ value, at, cost, result }: FoundLookup<EmailLookup>): EmailLookupView {
  const { address, status, deliverability, risk, reason, suggestion, isDisposable } = result;
  const email = address === '' ? value : address;
  return { email, status, deliverability, risk, reason, suggestion, isDisposable, cost, at };
}
