/** Holds the main in memory to the contract: every answer and event of it is validated in the tests of the renderer. */
import * as v from 'valibot';
import { events, requests, type EventName, type Reply, type RequestName } from '#shared/contract/index.ts';
import { FakeBridge } from './fake-bridge.ts';

interface Wrapped {
  request: (this: FakeBridge, name: RequestName, input: unknown) => Promise<Reply<unknown>>;
  emit: (this: FakeBridge, name: EventName, payload: unknown) => void;
}

const fake = FakeBridge.prototype as unknown as Wrapped;
const { request, emit } = fake;

fake.request = async function proven(name, input) {
  const reply = await request.call(this, name, input);
  if (reply.ok) assertFits(`The fake answer to ${name}`, requests[name].output, reply.value);
  return reply;
};

fake.emit = function proven(name, payload) {
  assertFits(`The fake event ${name}`, events[name], payload);
  emit.call(this, name, payload);
};

function assertFits(what: string, schema: v.GenericSchema, value: unknown): void {
  const result = v.safeParse(schema, value);
  if (!result.success) throw new Error(`${what} is not of the contract: ${JSON.stringify(v.flatten(result.issues))}`);
}
