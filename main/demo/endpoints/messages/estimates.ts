import { toDraft } from '../../behaviour/outgoing.ts';
import type { PlannedMessage } from '../../behaviour/outgoing.ts';
import type { Json, Reply } from '../../http.ts';
import { countries, findCountryOf } from '../../rules/countries.ts';
import { toMoney } from '../../rules/prices.ts';
import type { World } from '../../state/world.ts';
import { toOutbound } from '../../wire/message.ts';
import { ok } from '../call.ts';
import type { Call, Row } from '../call.ts';
import { parseWhen } from './schedule-times.ts';
import { parseOrder } from './send-order.ts';

const MOST_PREVIEWED = 100;
/** Countries in which the account's own numbers may send. */
const DEDICATED: ReadonlySet<string> = new Set(['GB', 'US', 'CA', 'AU']);

/** The first hundred messages as each would read. Nothing is sent, charged or given an id. */
function previewMessages(call: Call): Reply {
  const { world, query, view, nowAt } = call;
  parseWhen(call, query);
  const { order, planned } = parseOrder(call, query, { mayReachNobody: true });
  const messages = planned
    .slice(0, MOST_PREVIEWED)
    .map((one) => toOutbound(toDraft(world, one, { order, sessionId: 0, nowAt }), view));
  return ok({ messages });
}

/** What the messages to one country come to. */
interface CountryTotal {
  readonly id: string;
  readonly name: string;
  readonly isDedicated: boolean;
  readonly parts: number;
  /** Of the longest message. */
  readonly mostParts: number;
  /** Of the dearest part. */
  readonly unit: number;
  readonly sum: number;
  readonly landlines: number;
}

/** A number of no country that the service knows has the code of none. */
const NOWHERE = { id: 'ZZ', name: 'Unknown' };

function toCountryTotal(world: World, id: string, planned: readonly PlannedMessage[]): CountryTotal {
  const { name } = countries.find((country) => country.id === id) ?? NOWHERE;
  const isLandline = ({ phone }: PlannedMessage): boolean => world.findContactByPhone(phone)?.phoneType === 0;
  return {
    ...{ id, name, isDedicated: DEDICATED.has(id) },
    parts: planned.reduce((sum, { parts }) => sum + parts, 0),
    mostParts: planned.reduce((most, { parts }) => Math.max(most, parts), 0),
    unit: planned.reduce((most, { price, parts }) => Math.max(most, toMoney(price / parts)), 0),
    sum: toMoney(planned.reduce((sum, { price }) => sum + price, 0)),
    landlines: planned.filter(isLandline).length,
  };
}

function listTotals(call: Call): CountryTotal[] {
  const withBlocked = call.query.flag('includeBlocked', false);
  parseWhen(call, call.query);
  const { planned } = parseOrder(call, call.query, { withBlocked, mayReachNobody: true });
  const byCountry = Map.groupBy(planned, ({ phone }) => findCountryOf(phone)?.id ?? NOWHERE.id);
  return [...byCountry].map(([id, messages]) => toCountryTotal(call.world, id, messages));
}

function toPriceReply(totals: readonly CountryTotal[], perCountry: Json): Reply {
  const total = toMoney(totals.reduce((sum, one) => sum + one.sum, 0));
  return ok({ total, parts: totals.reduce((sum, { parts }) => sum + parts, 0), countries: perCountry });
}

/** The older form: a map by country with snake keys, in which `max` is the price of a part. */
function getRawPrice(call: Call): Reply {
  const totals = listTotals(call);
  const entries = totals.map(({ id, name, isDedicated, parts, unit, sum, landlines }): [string, Json] => [
    id,
    {
      country: id,
      country_name: name,
      allow_dedicated: isDedicated,
      count: parts,
      max: unit,
      sum,
      landline: landlines,
    },
  ]);
  return toPriceReply(totals, Object.fromEntries(entries));
}

/** The form of the client libraries: an array with camel keys, sums as text, in which `max` is a number of parts. */
function getNormalizedPrice(call: Call): Reply {
  const totals = listTotals(call);
  const rows = totals.map(({ id, name, isDedicated, parts, mostParts, sum, landlines }) => ({
    ...{ country: id, countryName: name, allowDedicated: isDedicated },
    ...{ count: parts, max: mostParts, sum: String(sum), landline: landlines },
  }));
  return toPriceReply(totals, rows);
}

/** What a part costs in each country: a map by country (supplement 2.1). */
function listRawPrices(): Reply {
  return ok(Object.fromEntries(countries.map(({ id, name, price }) => [id, { name, price: String(price) }])));
}

/** The same as an array (supplement 2.1). */
function listNormalizedPrices(): Reply {
  return ok(countries.map(({ id, name, price }) => ({ name, price: String(price), country: id })));
}

export const estimateRows: readonly Row[] = [
  { method: 'GET', path: '/messages/preview', group: 'messages', handle: previewMessages },
  { method: 'GET', path: '/messages/price', group: 'price-raw', handle: getRawPrice },
  { method: 'GET', path: '/messages/price/normalized', group: 'price-normalized', handle: getNormalizedPrice },
  { method: 'GET', path: '/messages/prices', group: 'prices-raw', handle: listRawPrices },
  { method: 'GET', path: '/messages/prices/normalized', group: 'prices-normalized', handle: listNormalizedPrices },
];
