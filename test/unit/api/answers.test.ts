/**
 * Every function of the client on the hand-made answers of its row, in both shapes, and on mutations of them: a typed
 * value or `bad-response`, never another failure, never a hang. Full counts: 10,000 mutations for each decoder.
 */
import fc from 'fast-check';
import * as v from 'valibot';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { bindEndpoints } from '#main/api/endpoints.ts';
import { Knowledge, NO_KNOWLEDGE } from '#main/api/knowledge.ts';
import { Service } from '#main/api/service.ts';
import type { Shape } from '#main/demo/settings.ts';
import { isAppError } from '#shared/domain/app-error.ts';
import { isFull } from '#test/support/full-counts.ts';
import { loadCases, readAnswers, SHAPES } from '#test/support/operations/all.ts';
import type { WireFixture } from '#test/support/operations/all.ts';
import type { Endpoints, OperationCase } from '#test/support/operations/operation-case.ts';
import { openClientOnDemo } from '#test/support/operations/client-on-demo.ts';
import type { ClientOnDemo } from '#test/support/operations/client-on-demo.ts';
import { mutationsOf } from './support/mutate.ts';

const RUNS = isFull ? 10_000 : 60;
/** Far above what so many need, far below what a hang would take. */
const LIMIT_MS = 30_000 + RUNS * 20;

const cases = await loadCases();

/** A client whose service gives one answer to everything. */
function toEndpoints(answer: () => Pick<WireFixture, 'status' | 'body'>): Endpoints {
  const knowledge = new Knowledge({ data: NO_KNOWLEDGE, now: () => 0, onLearned: () => undefined });
  const call = () => {
    const { status, body } = answer();
    const isEmpty = body === undefined || (body === null && status !== 200);
    return Promise.resolve({ status, text: isEmpty ? '' : JSON.stringify(body) });
  };
  return bindEndpoints(new Service({ call }, knowledge, { onBadRows: () => undefined, onTooLarge: () => undefined }));
}

/** What a later service may answer: one field more. */
function addField(body: unknown): unknown {
  return typeof body === 'object' && body !== null && !Array.isArray(body) ? { ...body, addedLater: [1] } : body;
}

/** One case for each decoder: those that give the same things read them in the same way. */
function listDecoders(): readonly OperationCase[] {
  const seen = new Set<unknown>();
  return cases.filter(({ result }) => {
    if (result === null || seen.has(result)) return false;
    seen.add(result);
    return true;
  });
}

describe.each(SHAPES)('answers in the shape %s', (shape: Shape) => {
  const answers = readAnswers(shape);
  let shared: ClientOnDemo;
  const own: ClientOnDemo[] = [];

  beforeAll(async () => {
    shared = await openClientOnDemo(shape);
  });

  afterEach(async () => {
    for (const setup of own.splice(0)) await setup.dispose();
  });

  afterAll(() => shared.dispose());

  /** A demo that has what the case picks its parameters from. */
  async function openFor(one: OperationCase): Promise<ClientOnDemo> {
    if (one.prepare === undefined) return shared;
    const setup = await openClientOnDemo(shape);
    own.push(setup);
    await one.prepare(setup);
    return setup;
  }

  it.each(cases)('$row is read', async (one) => {
    const fixture = answers.get(one.fixture);
    if (fixture === undefined) throw new Error(`There is no answer ${shape}/${one.fixture}`);
    expect(fixture.row).toBe(one.row);
    const result = await one.call(
      toEndpoints(() => fixture),
      await openFor(one),
    );
    if (one.result === null) expect(result).toBeUndefined();
    else expect(v.safeParse(one.result, result).issues).toBeUndefined();
  });

  it.each(cases.filter(({ result }) => result === null))(
    '$row takes an empty success, whatever its number',
    async (one) => {
      const setup = await openFor(one);
      for (const status of [200, 201, 202, 204]) {
        const call = one.call(
          toEndpoints(() => ({ status, body: null })),
          setup,
        );
        expect(await call).toBeUndefined();
      }
    },
  );

  it.each(listDecoders())('mutations of the answer to $row are typed or told', { timeout: LIMIT_MS }, async (one) => {
    const fixture = answers.get(one.fixture);
    const { result: schema } = one;
    if (fixture === undefined || schema === null) throw new Error(`There is no answer ${shape}/${one.fixture}`);
    let body: unknown = null;
    const endpoints = toEndpoints(() => ({ status: fixture.status, body }));
    const setup = await openFor(one);
    let typed = 0;
    await fc.assert(
      fc.asyncProperty(mutationsOf(fixture.body), async (mutated) => {
        body = mutated;
        try {
          const result = await one.call(endpoints, setup);
          expect(v.safeParse(schema, result).issues).toBeUndefined();
          typed += 1;
        } catch (error) {
          if (!isAppError(error, 'bad-response')) throw error;
        }
      }),
      { numRuns: RUNS, examples: [[addField(fixture.body)]] },
    );
    // Where everything is refused, nothing was tested; a field of later services alone must not do that.
    expect(typed).toBeGreaterThan(0);
  });
});
