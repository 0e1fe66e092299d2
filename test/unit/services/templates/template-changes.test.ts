import { beforeEach, describe, expect, it } from 'vitest';
import { TemplatesOnFakes, toLost, toProblem, toRefused } from './templates-on-fakes.ts';

let at: TemplatesOnFakes;
beforeEach(() => {
  at = new TemplatesOnFakes();
});

const CHANGED = { code: 'validation', fields: { content: ['changed'] } };
const UNKNOWN = { fields: { outcome: ['unknown'] } };

describe('a new template', () => {
  it('is made at the service and read back, with what only this computer keeps of it', async () => {
    const made = await at.create({ name: ' Visit ', shortcut: '/visit', fallbacks: { Pet: 'your pet', Vet: ' ' } });
    expect(made).toMatchObject({ key: 'service:101', keeper: 'service', name: 'Visit', shortcut: 'visit' });
    expect(made).toMatchObject({ fallbacks: { Pet: 'your pet' }, modifiedAt: 1_001, usedCount: 0 });
    expect(await at.list()).toEqual([made]);
    expect(at.service.calls).toEqual(['createTemplate', 'getTemplate']);
  });

  it('of this computer asks nothing of the service', async () => {
    const made = await at.create({ keeper: 'computer' });
    expect(made).toMatchObject({ keeper: 'computer', modifiedAt: 5_000 });
    expect(at.service.calls).toEqual([]);
  });

  it('is refused with every field that is wrong', async () => {
    const refused = { code: 'validation', fields: { name: ['empty'], content: ['empty'], shortcut: ['bad'] } };
    expect(await toProblem(at.create({ name: ' ', content: '\n', shortcut: 'a b' }))).toEqual(refused);
    expect(at.service.calls).toEqual([]);
  });

  it.each(['Visit', '/VISIT', ' visit '])('is refused with the taken shortcut %j', async (shortcut) => {
    await at.create({ keeper: 'computer', shortcut: 'visit' });
    expect(await toProblem(at.create({ shortcut }))).toMatchObject({ fields: { shortcut: ['taken'] } });
  });

  it.each(['تذكير-2', 'é', '予約', ''])('may have the shortcut %j', async (shortcut) => {
    expect(await at.create({ shortcut })).toMatchObject({ shortcut });
  });

  it('is not made at a service that has none, known or found out', async () => {
    at.service.faults = [{ call: 'createTemplate', when: 'before', error: toRefused('not-found') }];
    const absent = { code: 'validation', fields: { keeper: ['absent'] } };
    expect(await toProblem(at.create())).toEqual(absent);
    at.absentFeatures = ['templates'];
    expect(await toProblem(at.create())).toEqual(absent);
    expect(await at.canServiceKeep()).toBe(false);
    expect(at.service.calls).toEqual(['createTemplate']);
  });

  it('is shown as it was written where it cannot be read back', async () => {
    at.service.faults = [{ call: 'getTemplate', when: 'before', error: toRefused('offline') }];
    expect(await at.create()).toMatchObject({ key: 'service:101', name: 'Visit', modifiedAt: null });
  });

  it('is read from the list where a service gives no single one', async () => {
    at.service.faults = [{ call: 'getTemplate', when: 'before', error: toRefused('not-found') }];
    expect(await at.create()).toMatchObject({ modifiedAt: 1_001 });
  });
});

describe('a creation whose answer is lost', () => {
  it('is found by its words above what was known before', async () => {
    await at.addKnown('Visit', 'Hi {First name}, see you {Pet}.');
    at.service.faults = [{ call: 'createTemplate', when: 'after', error: toLost() }];
    expect(await at.create()).toMatchObject({ key: 'service:102' });
    expect(at.service.templates).toHaveLength(2);
  });

  it('is found where the service does not say the id of what it made', async () => {
    at.service.isSilent = true;
    expect(await at.create()).toMatchObject({ key: 'service:101' });
  });

  it('that is not found is unknown, is not made by a repeat, and is found by it later', async () => {
    const requestId = 'the-same';
    at.service.faults = [{ call: 'createTemplate', when: 'before', error: toLost() }];
    expect(await toProblem(at.create({ requestId }))).toMatchObject(UNKNOWN);
    expect(await toProblem(at.create({ requestId }))).toMatchObject(UNKNOWN);
    expect(at.service.calls.filter((call) => call === 'createTemplate')).toHaveLength(1);
    at.service.add('Visit', 'Hi {First name}, see you {Pet}.');
    expect(await at.create({ requestId })).toMatchObject({ key: 'service:101' });
    expect(at.service.templates).toHaveLength(1);
  });

  it('is looked for by a new request with the same words before that makes one', async () => {
    at.service.faults = [
      { call: 'createTemplate', when: 'after', error: toLost() },
      { call: 'listTemplates', when: 'before', error: toRefused('offline') },
    ];
    expect(await toProblem(at.create())).toMatchObject(UNKNOWN);
    expect(await at.create()).toMatchObject({ key: 'service:101' });
    expect(await at.create()).toMatchObject({ key: 'service:102' });
  });

  it('that surely failed is made by the next request', async () => {
    at.service.faults = [{ call: 'createTemplate', when: 'before', error: toRefused('offline') }];
    expect(await toProblem(at.create())).toMatchObject({ code: 'offline', fields: {} });
    expect(await at.create()).toMatchObject({ key: 'service:101' });
  });

  it.each(['service', 'computer'] as const)('%s: a repeat after a full disk makes no second one', async (keeper) => {
    const given = { requestId: 'the-same', keeper, shortcut: 'visit' };
    at.store.isFull = true;
    expect(await toProblem(at.create(given))).toMatchObject({ code: 'disk' });
    const made = await at.create(given);
    expect(await at.list()).toEqual([made]);
    expect(await at.create(given)).toEqual(made);
    expect(await toProblem(at.create({ ...given, content: 'Other' }))).toMatchObject({
      fields: { requestId: ['used'] },
    });
  });
});

describe('a change', () => {
  it('is made at the service and read back', async () => {
    const known = await at.addKnown('Visit');
    expect(await at.update(known, { content: 'Bye' })).toMatchObject({
      key: known.key,
      content: 'Bye',
      modifiedAt: 1_002,
    });
    expect(at.service.templates).toMatchObject([{ content: 'Bye' }]);
  });

  it('of what only this computer keeps asks nothing of the service', async () => {
    const known = await at.addKnown('Visit');
    const changed = await at.update(known, { shortcut: 'v', fallbacks: { Pet: 'cat' } });
    expect(changed).toMatchObject({ shortcut: 'v', fallbacks: { Pet: 'cat' } });
    expect(at.service.calls).toEqual([]);
  });

  it.each([{ name: 'Other' }, { content: 'Other' }])('is refused where another client wrote %j', async (theirs) => {
    const known = await at.addKnown('Visit');
    at.service.change(Number(known.key.split(':')[1]), theirs);
    expect(await toProblem(at.update(known, { content: 'Mine' }))).toEqual(CHANGED);
    expect(at.service.templates).toMatchObject([theirs]);
    // It is shown, and may be overwritten by a user who saw it.
    expect(await at.get(known.key)).toMatchObject(theirs);
    expect(await at.update(await at.get(known.key), { content: 'Mine' })).toMatchObject({ content: 'Mine' });
  });

  it('is refused where sync read meanwhile what another client wrote', async () => {
    const known = await at.addKnown('Visit');
    at.service.change(101, { content: 'Other' });
    await at.store.store.commitRows({ name: 'templates', rows: at.service.templates });
    expect(await toProblem(at.update(known, { content: 'Mine' }))).toEqual(CHANGED);
    expect(await toProblem(at.update(known, {}))).toEqual(CHANGED);
    expect(at.service.templates).toMatchObject([{ content: 'Other' }]);
  });

  it('that another client made as well is done', async () => {
    const known = await at.addKnown('Visit');
    at.service.change(101, { content: 'Both' });
    expect(await at.update(known, { content: 'Both' })).toMatchObject({ content: 'Both' });
    expect(at.service.calls).not.toContain('updateTemplate');
  });

  it('whose answer is lost is read', async () => {
    const known = await at.addKnown('Visit');
    at.service.faults = [{ call: 'updateTemplate', when: 'after', error: toLost() }];
    expect(await at.update(known, { content: 'Bye' })).toMatchObject({ content: 'Bye' });
    at.service.faults = [{ call: 'updateTemplate', when: 'before', error: toLost() }];
    expect(await toProblem(at.update(await at.get(known.key), { content: 'Hi' }))).toMatchObject(UNKNOWN);
  });

  it('of one that is gone says so and takes it out', async () => {
    const known = await at.addKnown('Visit');
    at.service.templates = [];
    expect(await toProblem(at.update(known, { content: 'Bye' }))).toMatchObject({ code: 'not-found' });
    expect(await at.list()).toEqual([]);
  });

  it('keeps the counts of use, and leaves the time of an own one that says the same', async () => {
    const own = await at.create({ keeper: 'computer' });
    await at.use(own.key);
    at.now = 9_000;
    expect(await at.update(own, { shortcut: 'v' })).toMatchObject({
      modifiedAt: 5_000,
      usedCount: 1,
      lastUsedAt: 5_000,
    });
    expect(await at.update(own, { content: 'Bye' })).toMatchObject({ modifiedAt: 9_000, usedCount: 1 });
  });
});

describe('a move', () => {
  const EXTRAS = { shortcut: 'visit', fallbacks: { Pet: 'your pet' }, usedCount: 1, lastUsedAt: 5_000 };

  it('to the service and back takes all with it', async () => {
    const own = await at.create({ keeper: 'computer', shortcut: 'visit', fallbacks: { Pet: 'your pet' } });
    await at.use(own.key);
    const there = await at.update(await at.get(own.key), { keeper: 'service' });
    expect(there).toMatchObject({ key: 'service:101', keeper: 'service', ...EXTRAS });
    expect(await at.list()).toEqual([there]);
    const here = await at.update(there, { keeper: 'computer', content: 'Bye' });
    expect(here).toMatchObject({ keeper: 'computer', content: 'Bye', ...EXTRAS });
    expect(await at.list()).toEqual([here]);
    expect(at.service.templates).toEqual([]);
    expect([...at.store.extras.keys()]).toEqual([here.key]);
  });

  it('to this computer is refused where another client changed it', async () => {
    const known = await at.addKnown('Visit');
    at.service.change(101, { content: 'Other' });
    expect(await toProblem(at.update(known, { keeper: 'computer' }))).toEqual(CHANGED);
    expect(at.store.own.size).toBe(0);
  });

  it('leaves it where it was if the service does not let it go', async () => {
    const known = await at.addKnown('Visit');
    at.service.faults = [{ call: 'deleteTemplate', when: 'before', error: toRefused('forbidden') }];
    expect(await toProblem(at.update(known, { keeper: 'computer' }))).toMatchObject({ code: 'forbidden' });
    expect(await at.list()).toEqual([known]);
  });

  it.each(['before', 'after'] as const)(
    'keeps both where it cannot be told whether the service let it go, and ends by a repeat (%s)',
    async (when) => {
      const known = await at.addKnown('Visit');
      const change = { keeper: 'computer', requestId: 'the-same' } as const;
      at.service.faults = [
        { call: 'deleteTemplate', when, error: toLost() },
        { call: 'listTemplates', when: 'before', error: toRefused('offline') },
      ];
      expect(await toProblem(at.update(known, change))).toMatchObject(UNKNOWN);
      expect(await at.list()).toHaveLength(2);
      const here = await at.update(known, change);
      expect(await at.list()).toEqual([here]);
    },
  );
});

describe('a deletion', () => {
  it('of one and of several asks for them in one request each', async () => {
    const one = await at.addKnown('One');
    const others = [await at.addKnown('Two'), await at.addKnown('Three')];
    expect(await at.delete(one.key)).toMatchObject({ count: 1 });
    expect(await at.delete(...others.map(({ key }) => key))).toMatchObject({ count: 2 });
    expect(at.service.calls).toEqual(['deleteTemplate', 'deleteTemplates']);
    expect(await at.list()).toEqual([]);
  });

  it('is taken back as it was, on the service with another id', async () => {
    const known = await at.addKnown('Visit');
    await at.update(known, { shortcut: 'v', fallbacks: { Pet: 'cat' } });
    const own = await at.create({ keeper: 'computer', shortcut: 'own' });
    await at.use(known.key);
    await at.use(own.key);
    const before = await at.list();
    at.service.add('Newer', 'text');
    const { undoId } = await at.delete(known.key, own.key);
    expect(await at.list()).toEqual([]);
    expect(await at.undo(undoId)).toEqual(['service:103', own.key]);
    const after = await at.list();
    expect(
      after.map(({ name, shortcut, fallbacks, usedCount, modifiedAt: _, ...rest }) => [
        name,
        shortcut,
        fallbacks,
        usedCount,
        rest.lastUsedAt,
      ]),
    ).toEqual(
      before.map(({ name, shortcut, fallbacks, usedCount, lastUsedAt }) => [
        name,
        shortcut,
        fallbacks,
        usedCount,
        lastUsedAt,
      ]),
    );
    expect(after[1]).toEqual(before[1]);
    expect(await toProblem(at.undo(undoId))).toMatchObject({ code: 'not-found' });
  });

  it('leaves a shortcut out that was given away meanwhile', async () => {
    const own = await at.create({ keeper: 'computer', shortcut: 'v' });
    const { undoId } = await at.delete(own.key);
    await at.create({ keeper: 'computer', shortcut: 'V' });
    const [key] = await at.undo(undoId);
    expect(await at.get(key ?? '')).toMatchObject({ shortcut: '' });
  });

  it('whose undo failed can be taken back once more, and nothing is made twice', async () => {
    const keys = [await at.addKnown('One'), await at.addKnown('Two')].map(({ key }) => key);
    const { undoId } = await at.delete(...keys);
    at.service.faults = [
      { call: 'createTemplate', when: 'after', error: toLost() },
      { call: 'listTemplates', when: 'before', error: toRefused('offline') },
    ];
    expect(await toProblem(at.undo(undoId))).toMatchObject(UNKNOWN);
    expect(await at.undo(undoId)).toHaveLength(2);
    expect(at.service.templates.map(({ name }) => name)).toEqual(['One', 'Two']);
  });

  it('of one that is gone already is done', async () => {
    const known = await at.addKnown('One');
    at.service.templates = [];
    expect(await at.delete(known.key)).toMatchObject({ count: 1 });
    expect(await toProblem(at.delete(known.key))).toMatchObject({ code: 'not-found' });
  });

  it.each([
    ['is found gone', 'after', 2],
    ['is not done', 'before', 0],
  ] as const)('of several whose answer is lost %s', async (_what, when, count) => {
    const keys = [await at.addKnown('One'), await at.addKnown('Two')].map(({ key }) => key);
    at.service.faults = [{ call: 'deleteTemplates', when, error: toLost() }];
    if (count > 0) expect(await at.delete(...keys)).toMatchObject({ count });
    else expect(await toProblem(at.delete(...keys))).toMatchObject({ code: 'timeout' });
    expect(await at.list()).toHaveLength(2 - count);
  });

  it('that cannot be told of is unknown', async () => {
    const known = await at.addKnown('One');
    at.service.faults = [
      { call: 'deleteTemplate', when: 'after', error: toLost() },
      { call: 'listTemplates', when: 'before', error: toRefused('offline') },
    ];
    expect(await toProblem(at.delete(known.key))).toMatchObject(UNKNOWN);
  });
});

describe('a use', () => {
  it('is counted', async () => {
    const known = await at.addKnown('One');
    await at.use(known.key);
    at.now = 6_000;
    await at.use(known.key);
    expect(await at.get(known.key)).toMatchObject({ usedCount: 2, lastUsedAt: 6_000 });
    expect(await toProblem(at.use('own:none'))).toMatchObject({ code: 'not-found' });
  });
});
