import type { Json } from '../../http.ts';
import { Refusal, refuseFields, refuseMissing } from '../../refusal.ts';
import { findCarrier } from '../../rules/carriers.ts';
import { findCountry } from '../../rules/countries.ts';
import { findEmail, isEmail } from '../../rules/emails.ts';
import type { EmailFindings } from '../../rules/emails.ts';
import { isPossible, toDigits, toInternational } from '../../rules/phones.ts';
import { ok } from '../call.ts';
import type { Call, Row } from '../call.ts';

/** Prices of looking one number or one address up, in account money. Only the answer about a number says its own. */
const CARRIER_COST = 0.04;
const EMAIL_COST = 0.01;

function checkRate({ service }: Call): void {
  if (!service.takesLookup()) throw new Refusal(429, 'Too many lookup queries per second');
}

function charge({ world }: Call, cost: number): void {
  world.data.balance = Math.round((world.data.balance - cost) * 1_000) / 1_000;
  world.changed();
}

function parsePhone({ params, query }: Call): string {
  const text = params['phone'] ?? '';
  const country = query.text('country').trim();
  if (country !== '' && findCountry(country) === undefined)
    query.reject('country', 'This value is not a valid country.');
  const phone = country === '' ? toDigits(text) : toInternational(text, country);
  if (!isPossible(phone)) query.reject('phone', 'This value is not a valid phone number.');
  query.check();
  return phone;
}

function lookUpCarrier(call: Call) {
  checkRate(call);
  const { shape } = call;
  const phone = parsePhone(call);
  const { country, local, line, company } = findCarrier(phone);
  charge(call, CARRIER_COST);
  const where = country === undefined ? null : { id: country.id, name: country.name };
  return ok({
    cost: CARRIER_COST,
    ...(shape === 'spec' ? {} : { country: where }),
    ...{ local, type: line, carrier: company, number164: phone, valid: true },
  });
}

function toVerdict({ isValid, isDisposable, role, takesMail, suggestion }: EmailFindings): Json {
  const reason = isValid ? (suggestion !== null ? 'domain' : isDisposable ? 'disposable' : null) : 'syntax';
  const risk = !isValid || isDisposable || !takesMail ? 'high' : role === null ? 'low' : 'medium';
  return {
    status: isValid ? 'valid' : 'invalid',
    deliverability: !takesMail ? 'undeliverable' : isDisposable ? 'unknown' : 'deliverable',
    ...{ reason, risk },
  };
}

function lookUpEmail(call: Call) {
  checkRate(call);
  const address = (call.params['email'] ?? '').trim();
  // What has no two sides is no address at all; one with an odd side is looked up, and found invalid.
  if (!isEmail(address) && !/^[^@]+@[^@]+$/.test(address)) {
    throw refuseFields({ email: ['This value is not a valid email address.'] });
  }
  const found = findEmail(address);
  if (found === undefined) throw refuseMissing();
  charge(call, EMAIL_COST);
  const { localPart, domainPart, takesMail } = found;
  return ok({
    address,
    ...(toVerdict(found) as Record<string, Json>),
    addressType: found.isFree ? 'free' : 'corporate',
    isDisposableAddress: found.isDisposable,
    suggestion: found.suggestion,
    emailRole: found.role,
    ...{ localPart, domainPart },
    exchange: takesMail ? `mx1.${domainPart}` : null,
    preference: takesMail ? 10 : null,
    isInWhiteList: false,
    isInBlackList: found.isDisposable,
    ...{ hasMx: takesMail, hasAa: takesMail, hasAaaa: takesMail && found.isFree },
  });
}

export const lookupRows: readonly Row[] = [
  { method: 'GET', path: '/lookups/{phone}', group: 'lookups', handle: lookUpCarrier },
  { method: 'GET', path: '/email-lookups/{email}', group: 'lookups', handle: lookUpEmail },
];
