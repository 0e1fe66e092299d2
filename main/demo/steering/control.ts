import { isClockRate } from '../behaviour/clock.ts';
import { parsePairs } from '../body.ts';
import { Form, isRecord } from '../form.ts';
import { toBytes, toJsonResponse } from '../http.ts';
import type { DemoRequest, DemoResponse, Json } from '../http.ts';
import { Refusal, refuseSize, toErrorReply } from '../refusal.ts';
import type { Letter, MessageFile, Outbound } from '../state/model.ts';
import { findReference } from '../state/references.ts';
import type { World } from '../state/world.ts';
import { parseFault, rejectUnknown } from './fault-form.ts';
import type { SteeredService } from './steered-service.ts';

/*
 * How a test in another process steers the demo service: paths below /control, outside the service's interface.
 * Every request carries the header `x-demo-control`: a web page cannot add it without asking first, and is refused.
 */

const PREFIX = '/control/';
/** A page with a borrowed host name is refused. */
const LOCAL_HOST = /^(127\.0\.0\.1|localhost|\[::1\])(:\d+)?$/;
const LETTERS: readonly Letter[] = ['d', 'e', 'f', 'j', 'u'];

type Control = (service: SteeredService, fields: Form, body: Readonly<Record<string, unknown>>) => Json;

function setFaults(service: SteeredService, fields: Form, body: Readonly<Record<string, unknown>>): Json {
  const asked = fields.raw('faults');
  if (!Array.isArray(asked)) fields.reject('faults', 'A list of faults; an empty one ends them.');
  rejectUnknown(fields, body, ['faults']);
  fields.check();
  const faults = (asked as unknown[]).map(parseFault);
  service.faults.set(faults);
  return { faults: faults.length };
}

function toFiles(picture: string, service: SteeredService): readonly MessageFile[] {
  const id = 70_000 + service.world.inbound.nextId();
  return [{ id, name: picture, originalName: picture, size: 9_400, width: 640, height: 480 }];
}

function injectInbound(service: SteeredService, fields: Form): Json {
  const sender = fields.required('sender');
  const text = fields.text('text');
  const receiver = fields.text('receiver');
  const picture = fields.text('picture');
  fields.check();
  const message = service.receive({
    sender,
    text,
    ...(receiver === '' ? {} : { receiver }),
    ...(picture === '' ? {} : { files: toFiles(picture, service) }),
  });
  return { id: message?.id ?? null };
}

function steerClock(service: SteeredService, fields: Form): Json {
  const byMs = fields.int('byMs', 0);
  const rate = Number(fields.text('rate') || service.clock.rate);
  if (byMs < 0) fields.reject('byMs', 'A number of at least 0. The clock never goes back.');
  if (!isClockRate(rate)) fields.reject('rate', 'A number above 0, at most 1,000,000.');
  fields.check();
  if (rate !== service.clock.rate) service.setRate(rate);
  service.advance(byMs);
  return { nowAt: service.clock.nowAt(), rate: service.clock.rate };
}

const COUNTS = ['perSecond', 'strictPerSecond', 'lookupsPerSecond', 'skewMs'] as const;

function changeSettings(service: SteeredService, fields: Form): Json {
  const { settings } = service;
  const shapes = fields.choice('shapes', ['spec', 'sdk'], settings.shapes);
  const quirks = fields.flag('quirks', settings.quirks);
  const counts = Object.fromEntries(COUNTS.map((name) => [name, fields.int(name, settings[name])]));
  const live = fields.flag('live', settings.live);
  const speed = Number(fields.text('speed') || settings.speed);
  if (!(speed > 0)) fields.reject('speed', 'A number above 0.');
  fields.check();
  Object.assign(settings, { shapes, quirks, ...counts, speed });
  if (fields.has('absent')) settings.absent = fields.list('absent');
  if (fields.has('absent') && fields.text('absent') === 'none') settings.absent = [];
  if (live !== settings.live) service.setLive(live);
  return { ...settings };
}

function setOutcome(service: SteeredService, fields: Form): Json {
  const phone = fields.required('phone');
  const letter = fields.has('letter') ? fields.choice('letter', LETTERS, 'd') : null;
  fields.check();
  service.setOutcome(phone, letter);
  return { phone, letter };
}

function toSummary(world: World, message: Outbound): Json {
  const { id, receiver, text, status, sessionId, parts, price } = message;
  return { id, receiver, text, status, sessionId, parts, price, referenceId: findReference(world, message) };
}

function toChatSummary(service: SteeredService, phone: string): Json {
  const chat = service.world.findChatByPhone(phone);
  if (chat === undefined) return null;
  const { id, status, pinned, muted, unread } = chat;
  return { id, status, pinned, muted, unread };
}

/** What is in the service, for a test that compares: counts, and the chat of a number with what was sent to it. */
function showState(service: SteeredService, fields: Form): Json {
  const { world } = service;
  const phone = fields.text('phone');
  const sent = world.outbound.rows.filter((message) => phone !== '' && message.receiver === phone);
  return {
    nowAt: service.clock.nowAt(),
    rate: service.clock.rate,
    balance: world.data.balance,
    counts: {
      chats: world.chats.rows.length,
      outbound: world.outbound.rows.length,
      inbound: world.inbound.rows.length,
      contacts: world.contactIndex.list('id', false).length,
      unread: world.chats.rows.reduce((sum, chat) => sum + chat.unread, 0),
      jobs: world.data.jobs.length,
      schedules: world.schedules.rows.length,
      bulks: world.bulks.rows.length,
      imports: world.imports.rows.length,
    },
    chat: phone === '' ? null : toChatSummary(service, phone),
    sent: sent.map((message) => toSummary(world, message)),
    callbacks: service.callbacks.sent.map((one) => ({ ...one })),
    settings: { ...service.settings },
  };
}

/** Ids of all messages, for a test that asks whether something is missing. */
function showIds({ world }: SteeredService): Json {
  return { inbound: world.inbound.rows.map(({ id }) => id), outbound: world.outbound.rows.map(({ id }) => id) };
}

function showRequests(service: SteeredService): Json {
  return { requests: service.seen.map((one) => ({ ...one })) };
}

const CONTROLS: Readonly<Record<string, Control>> = {
  'GET state': showState,
  'GET ids': showIds,
  'GET requests': showRequests,
  'POST faults': setFaults,
  'POST inbound': injectInbound,
  'POST clock': steerClock,
  'POST settings': changeSettings,
  'POST outcome': setOutcome,
};

function parseControlBody(request: DemoRequest): Record<string, unknown> {
  if (request.method === 'GET') return parsePairs(request.query);
  if (request.isTooLarge === true) throw refuseSize();
  const text = new TextDecoder().decode(request.body);
  try {
    const value: unknown = JSON.parse(text === '' ? '{}' : text);
    return isRecord(value) ? value : {};
  } catch (cause) {
    throw new Refusal(400, `Not JSON: ${cause instanceof Error ? cause.message : text}`);
  }
}

function forbid(why: string): DemoResponse {
  return { status: 403, headers: {}, body: toBytes(why), connection: 'whole' };
}

/** Answers a request below /control. */
function answerControl(service: SteeredService, request: DemoRequest): DemoResponse {
  if (request.headers['x-demo-control'] === undefined) return forbid('Missing header x-demo-control\n');
  try {
    const control = CONTROLS[`${request.method} ${request.path.slice(PREFIX.length)}`];
    if (control === undefined) throw new Refusal(404, 'No such control');
    const body = parseControlBody(request);
    return toJsonResponse({ status: 200, body: control(service, new Form(body), body) });
  } catch (error) {
    if (error instanceof Refusal) return toJsonResponse(toErrorReply(error, 'sdk'));
    throw error;
  }
}

/**
 * What answers below /control where a service listens, and nothing else. Callers have to name this computer: the port
 * is open on loopback only.
 */
export function toControl(service: SteeredService): (request: DemoRequest) => DemoResponse | undefined {
  return (request) => {
    if (!request.path.startsWith(PREFIX)) return undefined;
    if (!LOCAL_HOST.test(request.headers['host'] ?? '')) return forbid('Unknown host name\n');
    return answerControl(service, request);
  };
}
