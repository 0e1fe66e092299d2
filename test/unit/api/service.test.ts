/** Operations that services take in several ways, and features that they do not have. */
import { describe, expect, it } from 'vitest';
import { PINNING } from '#main/api/absence.ts';
import { toSegment } from '#main/api/address.ts';
import type { CallRequest } from '#main/api/call.ts';
import { StatusError, toStatusError } from '#main/api/errors.ts';
import { Knowledge, NO_KNOWLEDGE } from '#main/api/knowledge.ts';
import { Service } from '#main/api/service.ts';
import type { FeatureRequest } from '#main/api/service.ts';
import type { Variant } from '#main/api/variants.ts';
import { decodeTemplate } from '#main/api/wire/messages/template.ts';
import type { AppError, AppErrorDetails } from '#shared/domain/app-error.ts';

const user = { priority: 'user' } as const;
const SILENT = { onBadRows: () => undefined, onTooLarge: () => undefined };

const CREATE: readonly Variant[] = [
  { name: 'spec', row: 'POST /contacts', method: 'POST', path: '/contacts', body: { phone: '1', type: '1' } },
  {
    name: 'sdk',
    row: 'POST /contacts/normalized',
    method: 'POST',
    path: '/contacts/normalized',
    body: { phone: '1', type: 1 },
  },
];
const UPDATE: readonly Variant[] = [
  { name: 'spec', row: 'PUT /contacts/{id}', method: 'PUT', path: '/contacts/7', body: {} },
  { name: 'sdk', row: 'PUT /contacts/{id}/normalized', method: 'PUT', path: '/contacts/7/normalized', body: {} },
];
const LISTS = { row: 'GET /lists', method: 'GET', path: '/lists' } as const;
const options = { ...user, family: 'contacts' };

function fail(status: number, details: Partial<AppErrorDetails> = {}): AppError {
  const code = status === 400 ? 'validation' : status === 404 || status === 405 ? 'not-found' : 'server';
  const error = { code, message: `said ${String(status)}`, status, outcome: 'refused', ...details } as const;
  return new StatusError({ ...error, isOfService: true });
}

/** A refusal in the words of whoever said it. */
const say = (status: number, text: string): AppError =>
  toStatusError({ row: 'GET /x', status, text, retryAfterMs: null });
const PAGE_OF_A_GATEWAY = '<html><body><h1>404 Not Found</h1></body></html>';

/** A service that answers by path; what is not named succeeds. */
function createService(answers: Readonly<Record<string, (request: CallRequest) => AppError | null>>) {
  const asked: string[] = [];
  const knowledge = new Knowledge({ data: NO_KNOWLEDGE, now: () => 1, onLearned: () => undefined });
  const call = (request: CallRequest) => {
    asked.push(request.path);
    const error = answers[request.path]?.(request) ?? null;
    return error === null ? Promise.resolve({ status: 201, text: '{"id":5}' }) : Promise.reject(error);
  };
  return { service: new Service({ call }, knowledge, SILENT), knowledge, asked };
}

describe('an operation that services take in two ways', () => {
  it('is made in the way of the specification first', async () => {
    const { service, asked } = createService({});
    expect(await service.writeVariants(CREATE, options)).toEqual({ id: 5 });
    expect(asked).toEqual(['/contacts']);
  });

  it.each([404, 405])(
    'is made in the other way where the first place answers %i, and from then on there first',
    async (status) => {
      const { service, knowledge, asked } = createService({ '/contacts': () => fail(status) });
      await service.writeVariants(CREATE, options);
      await service.writeVariants(CREATE, options);
      expect(asked).toEqual(['/contacts', '/contacts/normalized', '/contacts/normalized']);
      expect(knowledge.findVariant('contacts')).toBe('sdk');
    },
  );

  it('lets the first guess for other operations follow', async () => {
    const { service, asked } = createService({ '/contacts': () => fail(404) });
    await service.writeVariants(CREATE, options);
    await service.writeEither({ row: 'POST /x', method: 'POST', path: '/x', spec: { a: 1 }, sdk: { a: true } }, user);
    expect(asked.at(-1)).toBe('/x');
  });

  it('is not tried again where the refusal is about what both ways write alike', async () => {
    const refusal = fail(400, { fields: { phone: ['wrong'] } });
    const { service, asked } = createService({ '/contacts': () => refusal });
    await expect(service.writeVariants(CREATE, options)).rejects.toBe(refusal);
    expect(asked).toEqual(['/contacts']);
  });

  it('is tried again where the refusal names a field that they write differently', async () => {
    const { service, asked } = createService({ '/contacts': () => fail(400, { fields: { type: ['wrong'] } }) });
    await service.writeVariants(CREATE, options);
    expect(asked).toEqual(['/contacts', '/contacts/normalized']);
  });

  it('is made once where its fate is unknown', async () => {
    const { service, asked } = createService({ '/contacts': () => fail(500, { outcome: 'unknown' }) });
    await expect(service.writeVariants(CREATE, options)).rejects.toMatchObject({ status: 500 });
    expect(asked).toEqual(['/contacts']);
  });

  it('tells the refusal of the place that exists rather than that of the one that does not', async () => {
    const refusal = fail(400, { fields: { phone: ['wrong'] } });
    const { service } = createService({ '/contacts': () => fail(404), '/contacts/normalized': () => refusal });
    await expect(service.writeVariants(CREATE, options)).rejects.toBe(refusal);
  });

  it('takes a 404 for the thing, not the way, where the way is known', async () => {
    let isGone = false;
    const { service, asked } = createService({ '/contacts/7': () => (isGone ? fail(404) : null) });
    await service.writeVariants(UPDATE, options);
    isGone = true;
    await expect(service.writeVariants(UPDATE, options)).rejects.toMatchObject({ status: 404 });
    expect(asked).toEqual(['/contacts/7', '/contacts/7']);
  });

  it('learns nothing from a thing that is missing in both ways', async () => {
    const { service, knowledge } = createService({
      '/contacts/7': () => fail(404),
      '/contacts/7/normalized': () => fail(404),
    });
    await expect(service.writeVariants(UPDATE, options)).rejects.toMatchObject({ status: 404 });
    expect(knowledge.findVariant('contacts')).toBeUndefined();
  });
});

describe('a feature that a service does not have', () => {
  const schedules: FeatureRequest = {
    ...{ row: 'GET /schedules', method: 'GET', path: '/schedules' },
    ...{ feature: 'schedules', absence: 'always' },
  };
  const pin: FeatureRequest = {
    ...{ row: 'POST /chats/pin', method: 'POST', path: '/chats/pin', body: { id: '1', pinned: 1 }, ...PINNING },
  };

  it('is remembered when its collection is missing while the service is there', async () => {
    const { service, knowledge, asked } = createService({ '/schedules': () => fail(404) });
    await expect(service.call(schedules, user)).rejects.toMatchObject({ code: 'not-found' });
    expect(asked).toEqual(['/schedules', '/ping']);
    expect(knowledge.absent).toEqual(['schedules']);
  });

  it('is not remembered when something in front of the service answers 404 to everything', async () => {
    const { service, knowledge } = createService({ '/schedules': () => fail(404), '/ping': () => fail(404) });
    await expect(service.call(schedules, user)).rejects.toMatchObject({ code: 'not-found' });
    expect(knowledge.absent).toEqual([]);
  });

  it('is told from a thing that is missing by asking with nothing in it', async () => {
    const there = createService({ '/chats/pin': ({ body }) => (body?.['id'] === undefined ? fail(400) : fail(404)) });
    await expect(there.service.call(pin, user)).rejects.toMatchObject({ status: 404 });
    expect(there.knowledge.absent).toEqual([]);
    const missing = createService({ '/chats/pin': () => fail(404) });
    await expect(missing.service.call(pin, user)).rejects.toMatchObject({ status: 404 });
    expect(missing.asked).toEqual(['/chats/pin', '/ping', '/chats/pin']);
    expect(missing.knowledge.absent).toEqual(['pinning']);
  });

  it('is there again as soon as it answers', async () => {
    let isThere = false;
    const { service, knowledge } = createService({ '/schedules': () => (isThere ? null : fail(404)) });
    await expect(service.call(schedules, user)).rejects.toMatchObject({ status: 404 });
    isThere = true;
    await service.call(schedules, user);
    expect(knowledge.absent).toEqual([]);
  });

  it.each([
    ['a page of a gateway', 404, PAGE_OF_A_GATEWAY],
    ['JSON of a gateway', 404, '{"message":"no Route matched with those values"}'],
    ['a firewall that lets no such request through', 405, '<html>blocked</html>'],
  ])('is not remembered because of %s', async (_what, status, text) => {
    const { service, knowledge } = createService({ '/schedules': () => say(status, text) });
    await expect(service.call(schedules, user)).rejects.toMatchObject({ status });
    expect(knowledge.absent).toEqual([]);
  });

  it.each([
    [404, '{"code":404,"message":"No route found"}'],
    [404, ''],
    [405, '{"code":405,"message":"Method Not Allowed"}'],
  ])('is remembered because of %i with %j', async (status, text) => {
    const { service, knowledge } = createService({ '/schedules': () => say(status, text) });
    await expect(service.call(schedules, user)).rejects.toMatchObject({ status });
    expect(knowledge.absent).toEqual(['schedules']);
  });

  it('is not remembered because a page beyond the last one is missing', async () => {
    const { service, knowledge, asked: paths } = createService({ '/templates': () => fail(404) });
    const templates: FeatureRequest = { ...schedules, path: '/templates', feature: 'templates' };
    const read = (page: number) => {
      const asked = { page, limit: 10 };
      return service.listRows({ ...templates, asked, query: { ...asked } }, decodeTemplate, user);
    };
    await expect(read(2)).rejects.toMatchObject({ code: 'not-found' });
    expect([paths, knowledge.absent]).toEqual([['/templates'], []]);
    await expect(read(1)).rejects.toMatchObject({ code: 'not-found' });
    expect(knowledge.absent).toEqual(['templates']);
  });
});

describe('what is looked for', () => {
  const find = (error: AppError) => createService({}).service.find<string>(() => Promise.reject(error));

  it.each(['{"code":404,"message":"The requested resource doesn’t exist"}', '{"code":"404"}', '', ' \n'])(
    'is not there where the service says 404 with %j',
    async (text) => {
      expect(await find(say(404, text))).toBeUndefined();
    },
  );

  it.each([
    [404, PAGE_OF_A_GATEWAY],
    [404, '{"message":"no Route matched with those values"}'],
    [404, '[]'],
    [405, ''],
    [405, '{"code":405,"message":"Method Not Allowed"}'],
    [410, ''],
  ])('may be there where %i with %j is answered', async (status, text) => {
    const error = say(status, text);
    await expect(find(error)).rejects.toBe(error);
  });

  it('is not there where nothing can be at its place', async () => {
    const { service, asked } = createService({});
    expect(await service.find(async () => await service.call({ ...LISTS, path: toSegment('') }, user))).toBeUndefined();
    expect(asked).toEqual([]);
  });
});

describe('a page', () => {
  it('beyond the first is no end where somebody else than the service says that it is missing', async () => {
    const { service } = createService({ '/lists': () => say(404, PAGE_OF_A_GATEWAY) });
    const request = { ...LISTS, asked: { page: 3, limit: 10 } };
    await expect(service.listRows(request, decodeTemplate, user)).rejects.toMatchObject({ code: 'bad-response' });
  });
});
