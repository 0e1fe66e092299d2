import { countries } from '../../rules/countries.ts';
import { listZones, Zone } from '../../rules/zones.ts';
import { ok } from '../call.ts';
import type { Call, Row } from '../call.ts';

function listCountries() {
  return ok(countries.map(({ id, name }) => ({ id, name })));
}

/** `(UTC -11:00): Area/City` */
function toLabel(name: string, offset: number): string {
  const minutes = Math.abs(Math.round(offset / 60));
  const pad = (value: number): string => String(value).padStart(2, '0');
  return `(UTC ${offset < 0 ? '-' : '+'}${pad(Math.floor(minutes / 60))}:${pad(minutes % 60)}): ${name}`;
}

/** All zones with their offsets of now, or, in short, a map from their numbers to their names. */
function listTimeZones({ query, nowAt }: Call) {
  const isFull = query.flag('full', false);
  query.check();
  const zones = listZones();
  if (!isFull) return ok(Object.fromEntries(zones.map(({ id, name }) => [String(id), name])));
  return ok(
    zones.map(({ id, name }) => {
      const offset = new Zone(name).toOffset(nowAt) / 1_000;
      return { id, name: toLabel(name, offset), offset, timezone: name };
    }),
  );
}

export const referenceRows: readonly Row[] = [
  { method: 'GET', path: '/countries', group: 'reference', handle: listCountries },
  { method: 'GET', path: '/timezones', group: 'reference', handle: listTimeZones },
];
