import type { Reply } from '../../http.ts';
import { isEmail } from '../../rules/emails.ts';
import { isPossible, toDigits } from '../../rules/phones.ts';
import { findZoneName } from '../../rules/zones.ts';
import { toUser } from '../../wire/account.ts';
import { ok } from '../call.ts';
import type { Call, Row } from '../call.ts';

const USERNAME = /^[\w.@+-]{3,64}$/;
const NAMES = ['firstName', 'lastName'] as const;

function getPing({ world, shape, nowAt }: Call) {
  if (shape === 'spec') return ok({ ping: 'pong' });
  return ok({ userId: world.account.id, ping: 'pong', utcDateTime: new Date(nowAt).toISOString() });
}

/** What the body names; what it does not name stays as it is. */
function parseNames({ body, world }: Call): void {
  const { account, data } = world;
  for (const name of [...NAMES, 'username', 'email'] as const) {
    if (body.isGiven(name)) body.required(name);
  }
  const username = body.text('username');
  if (username !== '' && username !== account.username && !USERNAME.test(username)) {
    body.reject('username', 'This value is not a valid username.');
  }
  const isTaken = data.users.some((user) => user !== account && user.username.toLowerCase() === username.toLowerCase());
  if (isTaken) body.reject('username', 'This username is already used.');
  const email = body.text('email');
  if (email !== '' && !isEmail(email)) body.reject('email', 'This value is not a valid email address.');
}

function parsePhone({ body, world }: Call): string {
  if (!body.isGiven('phone')) return world.account.phone;
  const phone = toDigits(body.text('phone'));
  if (phone !== '' && !isPossible(phone)) body.reject('phone', 'This value is not a valid phone number.');
  return phone;
}

function parseTimeZone({ body, world }: Call): string {
  const { timeZone } = world.data.settings;
  if (!body.has('timezone')) return timeZone;
  // The number of a zone, never its name.
  const name = findZoneName(String(body.int('timezone', 0)));
  if (name === undefined) body.reject('timezone', 'This value is not a valid timezone.');
  return name ?? timeZone;
}

function putUser(call: Call): Reply {
  const { body, world, shape } = call;
  const { account } = world;
  parseNames(call);
  const phone = parsePhone(call);
  const timeZone = parseTimeZone(call);
  const text = (name: 'username' | 'firstName' | 'lastName' | 'email' | 'company'): string =>
    body.isGiven(name) ? body.text(name).trim() : account[name];
  const company = text('company');
  const changes = { username: text('username'), firstName: text('firstName'), lastName: text('lastName') };
  const email = text('email');
  body.check();
  Object.assign(account, { ...changes, email, phone, company });
  world.data.settings.timeZone = timeZone;
  world.changed();
  if (shape === 'spec') return { status: 201, body: { href: '/api/v2/user' } };
  const timezone = body.has('timezone') ? body.int('timezone', 0) : undefined;
  return { status: 201, body: { ...changes, email, phone, company, timezone } };
}

export const accountRows: readonly Row[] = [
  { method: 'GET', path: '/ping', group: 'account', handle: getPing },
  { method: 'GET', path: '/user', group: 'account', handle: ({ world, view }) => ok(toUser(world.account, view)) },
  { method: 'PUT', path: '/user', group: 'account', handle: putUser },
];
