import type { RequestInput, RequestName, RequestOutput } from '#shared/contract/index.ts';
import type { Services } from './services.ts';

/** Answers one request of the contract; throws `AppError` for what the contract calls an error. */
type Handler<Name extends RequestName> = (
  services: Services,
  input: RequestInput<Name>,
) => Promise<RequestOutput<Name>> | RequestOutput<Name>;

/** One handler for each request: a missing one does not compile. */
export type Handlers = { readonly [Name in RequestName]: Handler<Name> };

/** The handlers of one area: `HandlersOf<'chats'>` are those of `chats.list`, `chats.find`, … */
export type HandlersOf<Area extends string> = Pick<Handlers, Extract<RequestName, `${Area}.${string}`>>;
