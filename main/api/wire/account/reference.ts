import * as v from 'valibot';
import type { Country, TimeZone } from '#shared/domain/account.ts';
import { decodeAll, decodeMapOrAll, isRecord } from '../entries.ts';
import { readCountryOrNull, readIdOrNull, readNumberOrNull, readText, readTextOrNull } from '../read.ts';
import { mapRow, parseRow, soft } from '../schema.ts';
import type { RowResult } from '../schema.ts';
import { readZoneOrNull } from './zone.ts';

const countrySchema = v.object({
  id: v.pipe(soft(readCountryOrNull), v.string('no country')),
  name: soft(readTextOrNull),
});

function decodeCountry(value: unknown): RowResult<Country> {
  return mapRow(parseRow(countrySchema, value), ({ id, name }) => ({ code: id, name: name?.trim() ?? id }));
}

/** `[{id, name}]`, or a map from codes to names or to such objects. */
export function decodeCountries(value: unknown): RowResult<readonly Country[]> {
  const toRow = (id: string, entry: unknown): unknown => (isRecord(entry) ? { id, ...entry } : { id, name: entry });
  return decodeMapOrAll(value, toRow, decodeCountry);
}

const timeZoneSchema = v.object({
  id: soft(readIdOrNull),
  name: soft((value) => readText(value).replaceAll('\\', '').trim()),
  offset: soft(readNumberOrNull),
  timezone: soft(readZoneOrNull),
});

function decodeTimeZone(row: unknown): RowResult<TimeZone> {
  const wire = parseRow(timeZoneSchema, isRecord(row) ? row : { name: row });
  if (!wire.isOk) return wire;
  const { id, name: label, offset, timezone } = wire.value;
  // Without a name of its own, the label may be one, or hold one at its end.
  const name = timezone ?? readZoneOrNull(label);
  if (name === null) return { isOk: false, path: 'timezone' };
  return { isOk: true, value: { id, name, label: label === '' ? name : label, offsetSeconds: offset } };
}

/** Full rows, plain names or labels, or a map from ids to these, or from names to ids or labels. */
export function decodeTimeZones(value: unknown): RowResult<readonly TimeZone[]> {
  if (Array.isArray(value)) return decodeAll(value, decodeTimeZone);
  return decodeMapOrAll(value, toTimeZoneRow, decodeTimeZone);
}

function toTimeZoneRow(key: string, entry: unknown): unknown {
  const own = readZoneOrNull(key) === null ? { id: key } : { timezone: key };
  if (isRecord(entry)) return { ...own, ...entry };
  return readNumberOrNull(entry) === null ? { ...own, name: entry } : { id: entry, ...own };
}
