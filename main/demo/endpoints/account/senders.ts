import type { Form } from '../../form.ts';
import type { Json, Reply } from '../../http.ts';
import { refuseMissing } from '../../refusal.ts';
import { countries, findCountry } from '../../rules/countries.ts';
import { findSender, listSenders, listSpecialSenders, toDefaultSender } from '../../rules/senders.ts';
import type { World } from '../../state/world.ts';
import { done, ok } from '../call.ts';
import type { Call, Row } from '../call.ts';

/** Numbers at other operators that an account can bring along; here nobody has. */
const CARRIERS = [
  ...['userCarrierTwilio', 'userCarrierVonage', 'userCarrierSinch'],
  ...['uCarrierBandwidth', 'ucTwilioSenderId'],
] as const;

/** The country that a form names, in upper case; undefined where it names none. */
function parseCountry(form: Form): string | undefined {
  const text = form.text('country').trim();
  const country = findCountry(text);
  if (text !== '' && country === undefined) form.reject('country', 'This value is not a valid country.');
  return country?.id;
}

function listSources({ world, query, shape }: Call): Reply {
  const countryId = parseCountry(query);
  query.check();
  const senders = { ...listSenders(world, countryId) };
  if (shape === 'spec') return ok(senders);
  return ok({ ...senders, ...Object.fromEntries(CARRIERS.map((name) => [name, []])) });
}

type Senders = readonly (readonly [country: string, sender: string])[];

/** What is set by the user, what the service sets by country, and the default of all others. */
function toSettings(world: World, countryId: string | undefined): Record<'user' | 'special' | 'other', Senders> {
  const wanted = countries.filter(({ id }) => countryId === undefined || id === countryId).map(({ id }) => id);
  const { senders } = world.data.settings;
  const special = listSpecialSenders();
  const user = wanted.flatMap((id) => {
    const sender = findSender(world, senders[id] ?? '', id);
    return sender === undefined ? [] : [[id, sender] as const];
  });
  const set = new Set(user.map(([id]) => id));
  const rest = wanted.filter((id) => !set.has(id));
  const toPair = (id: string) => [id, toDefaultSender(world, id)] as const;
  return {
    user,
    special: rest.filter((id) => special.has(id)).map(toPair),
    other: rest.filter((id) => !special.has(id)).map(toPair),
  };
}

function getSettings(call: Call, write: (senders: Senders) => Json): Reply {
  const countryId = parseCountry(call.query);
  call.query.check();
  const { user, special, other } = toSettings(call.world, countryId);
  return ok({ user: write(user), special: write(special), other: write(other) });
}

const toRows = (senders: Senders): Json => senders.map(([country, phone]) => ({ country, phone }));
const toMap = (senders: Senders): Json => Object.fromEntries(senders);

/** Sets the sender of a country, or of one chat. */
function putSetting({ world, body }: Call): Reply {
  const value = body.required('value');
  const countryId = body.required('country') === '' ? undefined : parseCountry(body);
  const chatId = body.int('chatId', 0);
  const sender = countryId === undefined ? undefined : findSender(world, value, countryId);
  if (value !== '' && countryId !== undefined && sender === undefined) {
    body.reject('value', 'This sender cannot be used for this country.');
  }
  body.check();
  const chat = chatId === 0 ? undefined : world.chats.find(chatId);
  if (chatId !== 0 && chat === undefined) throw refuseMissing();
  if (chat !== undefined) {
    chat.from = sender ?? null;
    world.chats.touch();
  } else if (countryId !== undefined && sender !== undefined) world.data.settings.senders[countryId] = sender;
  world.changed();
  return done();
}

export const senderRows: readonly Row[] = [
  { method: 'GET', path: '/sources', group: 'senders', handle: listSources },
  {
    ...{ method: 'GET', path: '/sender/settings/normalized', group: 'senders-normalized' },
    handle: (call) => getSettings(call, toRows),
  },
  { method: 'GET', path: '/sender/settings', group: 'senders-raw', handle: (call) => getSettings(call, toMap) },
  { method: 'PUT', path: '/sender/settings', group: 'senders', handle: putSetting },
];
