/**
 * The service's own public client library, as a test uses it: answers are checked against its models. What these call
 * required is not demanded: their lists are newer than what is known of the service, and its own samples violate them.
 */
import { createRequire } from 'node:module';

/** Operations by name; what they resolve to is a model of the library or plain data. */
export type PublicClient = Readonly<Record<string, (...given: readonly unknown[]) => Promise<unknown>>>;

interface Model {
  RequiredProperties?: readonly string[];
  readonly validateJSON?: (data: unknown) => unknown;
}

interface LibraryClient {
  authentications: Record<string, { username?: string; password?: string }>;
  deserialize(response: { readonly body: unknown }, type: Model | null): unknown;
}

interface Library extends Readonly<Record<string, unknown>> {
  readonly ApiClient: new (basePath: string) => LibraryClient;
  readonly TextMagicApi: new (client: LibraryClient) => PublicClient;
}

const require = createRequire(import.meta.url);

/** The library's model of a list is `Array` itself, by a clash of names: for as long as it looks, that has a check too. */
function validate(type: Model | null, body: unknown): void {
  Reflect.set(Array, 'validateJSON', () => true);
  try {
    type?.validateJSON?.(body);
  } finally {
    Reflect.deleteProperty(Array, 'validateJSON');
  }
}

function isModel(value: unknown): value is Model {
  return typeof value === 'function' && 'RequiredProperties' in value;
}

function isEmpty(body: unknown): boolean {
  return body === null || body === undefined || (typeof body === 'object' && Object.keys(body).length === 0);
}

/** A client of the library. Every answer must have the types that its model names. */
export function createPublicClient(account: {
  readonly baseUrl: string;
  readonly username: string;
  readonly apiKey: string;
}): PublicClient {
  const library = require('textmagic-client') as Library;
  for (const model of Object.values(library).filter(isModel)) model.RequiredProperties = [];
  const client = new library.ApiClient(account.baseUrl);
  client.authentications = {
    BasicAuth: { type: 'basic', username: account.username, password: account.apiKey } as object,
  };
  const deserialize = client.deserialize.bind(client);
  client.deserialize = (response, type) => {
    if (!isEmpty(response.body)) validate(type, response.body);
    return deserialize(response, type);
  };
  return new library.TextMagicApi(client);
}

/** Names of all operations that the library has. */
export function listOperations(client: PublicClient): readonly string[] {
  const prototype = Object.getPrototypeOf(client) as object;
  return Object.getOwnPropertyNames(prototype).filter(
    (name) => name !== 'constructor' && !name.endsWith('WithHttpInfo'),
  );
}
