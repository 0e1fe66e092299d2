import type { Delivery } from '../behaviour/delivery.ts';
import type { Callbacks } from '../behaviour/callbacks.ts';
import type { Dispatch } from '../behaviour/dispatch.ts';
import type { Form } from '../form.ts';
import type { Json, Reply } from '../http.ts';
import type { UploadedFile } from '../multipart.ts';
import type { RuntimeSettings, Shape } from '../settings.ts';
import type { ChatOrderings } from '../state/chats.ts';
import type { FileStore } from '../state/file-store.ts';
import type { Job } from '../state/model.ts';
import type { World } from '../state/world.ts';
import type { View } from '../wire/view.ts';

/** What handlers work on. */
export interface Service {
  readonly world: World;
  readonly settings: RuntimeSettings;
  readonly orderings: ChatOrderings;
  readonly delivery: Delivery;
  readonly callbacks: Callbacks;
  readonly dispatch: Dispatch;
  /** Bytes of uploads. */
  readonly files: FileStore;
  /** Whether one more look-up is within their own limit, in seconds of the wire; if so, it is counted. */
  readonly takesLookup: () => boolean;
  /** Plans something for later; it survives a restart. */
  readonly schedule: (job: Job) => void;
}

/** One authenticated request on its way to a handler. */
export interface Call {
  readonly service: Service;
  readonly world: World;
  readonly shape: Shape;
  readonly view: View;
  readonly nowAt: number;
  /** Decoded values of the path's braces. */
  readonly params: Readonly<Record<string, string>>;
  readonly query: Form;
  readonly body: Form;
  /** Files of a multipart body by the name of their field. */
  readonly files: ReadonlyMap<string, UploadedFile>;
}

/** One operation. A part of the interface that comes later only adds rows. */
export interface Row {
  readonly method: 'GET' | 'POST' | 'PUT' | 'DELETE';
  /** Below /api/v2, with braces for values: `/chats/{id}`. */
  readonly path: string;
  /** Rows of one group can be switched off together. */
  readonly group: string;
  /** One of the routes that share the stricter rate. */
  readonly isStrict?: boolean;
  readonly handle: (call: Call) => Reply | Promise<Reply>;
}

export function ok(body: Json): Reply {
  return { status: 200, body };
}

/** The answer to a write that made or changed something: 201 with its link. */
export function toLink(id: number, collection: string): Reply {
  return { status: 201, body: { id, href: `/api/v2/${collection}/${id}` } };
}

/** The answer to a write that leaves nothing to say. */
export function done(): Reply {
  return { status: 204 };
}
