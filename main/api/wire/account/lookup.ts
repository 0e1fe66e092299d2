import * as v from 'valibot';
import type { CarrierLookup, EmailLookup } from '#shared/domain/lookups.ts';
import { hasAnyOf } from '../entries.ts';
import {
  readCountryOrNull,
  readFlag,
  readLetterOrNull,
  readNumberOrNull,
  readSenderOrNull,
  readText,
  readTextOrNull,
} from '../read.ts';
import { mapRow, parseRow, soft } from '../schema.ts';
import type { RowResult } from '../schema.ts';

const carrierSchema = v.object({
  number164: soft(readSenderOrNull),
  local: soft(readTextOrNull),
  type: soft(readLetterOrNull),
  carrier: soft(readTextOrNull),
  country: soft(readCountryOrNull),
  valid: soft(readFlag),
  cost: soft(readNumberOrNull),
});

/** `GET /lookups/{phone}`. */
export function decodeCarrierLookup(value: unknown): RowResult<CarrierLookup> {
  if (!hasAnyOf(value, Object.keys(carrierSchema.entries))) return { isOk: false, path: '' };
  return mapRow(parseRow(carrierSchema, value), ({ number164, local, valid, ...same }) => ({
    ...same,
    phone: number164,
    localForm: local,
    isValid: valid,
  }));
}

const emailSchema = v.object({
  address: soft(readText),
  status: soft(readLetterOrNull),
  deliverability: soft(readLetterOrNull),
  risk: soft(readLetterOrNull),
  reason: soft(readTextOrNull),
  addressType: soft(readLetterOrNull),
  emailRole: soft(readLetterOrNull),
  suggestion: soft(readTextOrNull),
  localPart: soft(readText),
  domainPart: soft(readText),
  exchange: soft(readTextOrNull),
  preference: soft(readNumberOrNull),
  isDisposableAddress: soft(readFlag),
  isInWhiteList: soft(readFlag),
  isInBlackList: soft(readFlag),
  hasMx: soft(readFlag),
  hasAa: soft(readFlag),
  hasAaaa: soft(readFlag),
});

/** `GET /email-lookups/{email}`. */
export function decodeEmailLookup(value: unknown): RowResult<EmailLookup> {
  if (!hasAnyOf(value, Object.keys(emailSchema.entries))) return { isOk: false, path: '' };
  return mapRow(parseRow(emailSchema, value), (wire) => {
    const { emailRole, domainPart, isDisposableAddress, isInWhiteList, isInBlackList, hasAa, ...same } = wire;
    return {
      ...same,
      role: emailRole,
      domain: domainPart,
      isDisposable: isDisposableAddress,
      isAllowListed: isInWhiteList,
      isBlockListed: isInBlackList,
      hasA: hasAa,
    };
  });
}
