/**
 * One operation of the service's API for tests: how to call it, what it does, and how it refuses.
 *
 * The cases of a group are in `test/support/operations/<group>.ts`. They are run by
 * - `test/integration/api/rows.test.ts`: the client's function against the demo service in both shapes, on success and on
 *   each error status that the row lists;
 * - `test/unit/demo/fixtures.test.ts`: the demo's answer has the fields and types of the hand-made fixture (DEMO-5);
 * - `test/unit/api/answers.test.ts`: the client reads the fixture, and thousands of mutations of it.
 */
import type * as v from 'valibot';
import type { BoundEndpoints } from '#main/api/endpoints.ts';
import type { RawRequest, ClientOnDemo } from './client-on-demo.ts';

/** The client's functions, whatever answers them. */
export type Endpoints = BoundEndpoints;

export interface OperationCase<Result = unknown> {
  /** As in test/fixtures/specification/rows.json. */
  readonly row: string;
  /** Name of its fixtures in `test/fixtures/wire/spec` and `…/sdk`, without the ending. */
  readonly fixture: string;
  /** Prepares the demo so that the operation has something to answer. */
  readonly prepare?: (setup: ClientOnDemo) => void | Promise<void>;
  /** The request whose answer has the fields and types of the fixture. */
  readonly request: (setup: ClientOnDemo) => RawRequest | Promise<RawRequest>;
  /** Calls the client's function with parameters that fit the demo. */
  readonly call: (client: Endpoints, setup: ClientOnDemo) => Promise<Result>;
  /** Strict schema of the function's result; null where it returns nothing. */
  readonly result: v.GenericSchema | null;
  /** Checks the demo service and the result after a successful call. */
  readonly works: (setup: ClientOnDemo, result: Result) => void | Promise<void>;
  /** For each error status of the operation: a call through the client that is refused with it. */
  readonly refusals?: Readonly<Record<number, (client: Endpoints, setup: ClientOnDemo) => Promise<unknown>>>;
}

/** A case with the type of its result worked out. */
export function toCase<Result>(one: OperationCase<Result>): OperationCase {
  return one as OperationCase;
}
