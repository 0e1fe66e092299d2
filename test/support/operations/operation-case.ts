/**
 * One row of the service's interface, as a test sees it: how to ask for it, what comes of it, and how it refuses.
 *
 * The cases of a group stand in `test/support/rows/<group>.ts`. They are run by
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
  /** Brings the demo into the state in which the row has something to answer. */
  readonly prepare?: (setup: ClientOnDemo) => void | Promise<void>;
  /** The request whose answer has the fields and types of the fixture. */
  readonly request: (setup: ClientOnDemo) => RawRequest | Promise<RawRequest>;
  /** The client's function, with parameters that fit the demo of the scene. */
  readonly call: (client: Endpoints, setup: ClientOnDemo) => Promise<Result>;
  /** What the function gives, strictly; null where it gives nothing. */
  readonly result: v.GenericSchema | null;
  /** What must be true in the demo service (and of the result) once the call succeeded. */
  readonly works: (setup: ClientOnDemo, result: Result) => void | Promise<void>;
  /** For each error status that the row lists: a call through the client that is refused with it. */
  readonly refusals?: Readonly<Record<number, (client: Endpoints, setup: ClientOnDemo) => Promise<unknown>>>;
}

/** A case with the type of its result worked out. */
export function toCase<Result>(one: OperationCase<Result>): OperationCase {
  return one as OperationCase;
}
