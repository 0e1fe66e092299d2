/** What crosses between window and main: envelopes. Nothing is thrown across. */
import * as v from 'valibot';
import type { EventName, EventPayload } from './events.ts';
import type { RequestInput, RequestName, RequestOutput } from './requests.ts';

export const contractErrorSchema = v.object({
  /** A code of the closed family (`disk` in the kinds that requests.ts names), or `bug` for what must not happen. */
  code: v.string(),
  /** The service's own words, if it had any; never a stack, a key or a path. */
  detail: v.nullable(v.string()),
  fields: v.record(v.string(), v.array(v.string())),
  retryAfterMs: v.nullable(v.number()),
});
export type ContractError = v.InferOutput<typeof contractErrorSchema>;

export type Reply<T> = { readonly ok: true; readonly value: T } | { readonly ok: false; readonly error: ContractError };

export const replySchema = v.variant('ok', [
  v.object({ ok: v.literal(true), value: v.unknown() }),
  v.object({ ok: v.literal(false), error: contractErrorSchema }),
]);

/** Frames from the page, over any transport. */
export const requestFrameSchema = v.object({
  type: v.literal('request'),
  id: v.pipe(v.number(), v.integer()),
  name: v.string(),
  input: v.unknown(),
});
export type RequestFrame = v.InferOutput<typeof requestFrameSchema>;

/** Frames to the page. `hello` opens every connection; `sequence` counts events of this run without a gap. */
export const mainFrameSchema = v.variant('type', [
  v.object({ type: v.literal('hello'), runId: v.string(), sequence: v.number() }),
  v.object({ type: v.literal('reply'), id: v.number(), reply: replySchema }),
  v.object({ type: v.literal('event'), sequence: v.number(), name: v.string(), payload: v.unknown() }),
]);
export type MainFrame = v.InferOutput<typeof mainFrameSchema>;

/** What a browser's `Blob` or `File` is to the contract, which knows no DOM. */
export interface ByteSource {
  readonly size: number;
  slice(start: number, end: number): ByteSource;
  arrayBuffer(): Promise<ArrayBuffer>;
}

/** The object at `window.switchboard` (Electron's preload puts it there), and what the browser bridge builds over a WebSocket. */
export interface SwitchboardBridge {
  request<Name extends RequestName>(name: Name, input: RequestInput<Name>): Promise<Reply<RequestOutput<Name>>>;
  /** Returns its own undo. */
  on<Name extends EventName>(name: Name, listener: (payload: EventPayload<Name>) => void): () => void;
  /** A gap in the numbers or a new connection: everything on screen must be asked again. Returns its own undo. */
  onResync(listener: () => void): () => void;
  /** Whether main answers at the moment. Returns its own undo; calls at once. */
  onConnection(listener: (isConnected: boolean) => void): () => void;
  /** Puts the bytes of a staged file where main finds them; `files.release` cancels it. Rejects where `bytes` cannot be read. */
  upload(
    handle: string,
    bytes: ByteSource,
    onProgress: (sentBytes: number) => void,
  ): Promise<Reply<{ readonly sizeBytes: number }>>;
  /** Address of a picture that main fetches and serves. */
  mediaUrl(mediaId: string): string;
  /** Address of a staged or exported file, to be fetched at once: it opens for a few minutes. */
  fileUrl(handle: string): string;
}
