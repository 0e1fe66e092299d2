import type { Form } from '../../form.ts';
import type { Reply } from '../../http.ts';
import { isEmail } from '../../rules/emails.ts';
import { isPossible, toDigits } from '../../rules/phones.ts';
import { done, ok } from '../call.ts';
import type { Call, Row } from '../call.ts';

const EMAILS = ['alertEmail1', 'alertEmail2', 'alertEmail3'] as const;
/** Balances at which the account can be warned, in account money. */
const BUNDLES = [1, 2, 3, 5, 10, 20, 30, 50, 100, 500, 1_000] as const;
const MOST_SOUNDS = 10;

type Emails = Record<(typeof EMAILS)[number], string>;

/** The addresses that the body names; the others stay. */
function parseEmails(body: Form, before: Emails): Emails {
  const emails = EMAILS.map((name) => {
    const email = body.isGiven(name) ? body.text(name).trim() : before[name];
    if (email !== '' && !isEmail(email)) body.reject(name, 'This value is not a valid email address.');
    return [name, email] as const;
  });
  return Object.fromEntries(emails) as Emails;
}

function putInbound({ world, body }: Call): Reply {
  const { settings } = world.data;
  const before = settings.inbound;
  const emails = parseEmails(body, before);
  const changes = {
    inboundMessageNotification: body.flag('inboundMessageNotification', before.inboundMessageNotification),
    includeSmsHistory: body.flag('includeSmsHistory', before.includeSmsHistory),
    sendInHtmlFormat: body.flag('sendInHtmlFormat', before.sendInHtmlFormat),
  };
  body.check();
  settings.inbound = { ...before, ...changes, ...emails };
  world.changed();
  return done();
}

/** An amount comes as text: `20`, `20.50`. */
function parseAmount(body: Form, before: number): number {
  if (!body.has('alertBalance')) return before;
  const text = body.text('alertBalance').trim();
  if (/^\d{1,9}(\.\d{1,4})?$/.test(text)) return Number(text);
  body.reject('alertBalance', 'This value should be a positive number.');
  return before;
}

function parseAlertPhone(body: Form, before: string): string {
  if (!body.isGiven('alertPhone')) return before;
  const phone = toDigits(body.text('alertPhone'));
  if (phone !== '' && !isPossible(phone)) body.reject('alertPhone', 'This value is not a valid phone number.');
  return phone;
}

function putBalance({ world, body }: Call): Reply {
  const { settings } = world.data;
  const before = settings.balance;
  const changes = {
    lowBalanceNotification: body.flag('lowBalanceNotification', before.lowBalanceNotification),
    alertBalance: parseAmount(body, before.alertBalance),
    alertPhone: parseAlertPhone(body, before.alertPhone),
    ...parseEmails(body, before),
  };
  body.check();
  settings.balance = changes;
  world.changed();
  return done();
}

function listBundles(): Reply {
  const format = new Intl.NumberFormat('en-GB', { style: 'currency', currency: 'GBP', maximumFractionDigits: 0 });
  return ok(Object.fromEntries(BUNDLES.map((amount) => [String(amount), format.format(amount)])));
}

function putDesktop({ world, body }: Call): Reply {
  const { settings } = world.data;
  const before = settings.desktop;
  const soundId = body.int('soundId', before.soundId);
  if (soundId < 0 || soundId > MOST_SOUNDS)
    body.reject('soundId', `This value should be between 0 and ${MOST_SOUNDS}.`);
  const changes = {
    playSound: body.flag('playSound', before.playSound),
    showNotifications: body.flag('showNotifications', before.showNotifications),
    showText: body.flag('showText', before.showText),
  };
  body.check();
  settings.desktop = { ...changes, soundId };
  world.changed();
  return { status: 200 };
}

const group = 'notifications';

export const notificationRows: readonly Row[] = [
  {
    ...{ method: 'GET', path: '/user/notification/inbound', group },
    handle: ({ world }) => ok({ ...world.data.settings.inbound }),
  },
  { method: 'PUT', path: '/user/notification/inbound', group, handle: putInbound },
  {
    ...{ method: 'GET', path: '/user/notification/balance', group },
    handle: ({ world }) => ok({ ...world.data.settings.balance }),
  },
  { method: 'PUT', path: '/user/notification/balance', group, handle: putBalance },
  { method: 'GET', path: '/user/notification/balance/bundles', group, handle: listBundles },
  { method: 'PUT', path: '/user/desktop/notification', group, handle: putDesktop },
];
