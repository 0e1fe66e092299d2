/** The contract over Electron's IPC: requests, bytes and one stream of numbered events, for our own page only. */
import type { IpcMainInvokeEvent, WebContents } from 'electron';
import * as v from 'valibot';
import type { Bridge } from '#main/bridge/bridge.ts';
import {
  BYTES_CHANNEL,
  EVENT_CHANNEL,
  REQUEST_CHANNEL,
  requestFrameSchema,
  type ContractError,
  type MainFrame,
  type Reply,
} from '#shared/contract/index.ts';
import { isPageUrl } from './page-protocol.ts';
import type { ElectronApi } from '../electron-api.ts';

type RequestBridge = Pick<Bridge, 'handle' | 'appendBytes'>;
type EventBridge = Pick<Bridge, 'runId' | 'sequence' | 'subscribe'>;

const MAX_CHUNK_BYTES = 4 * 1024 * 1024;

const chunkSchema = v.object({
  handle: v.pipe(v.string(), v.maxLength(64)),
  offset: v.pipe(v.number(), v.integer(), v.minValue(0)),
  bytes: v.pipe(
    v.instance(ArrayBuffer),
    v.check((buffer) => buffer.byteLength <= MAX_CHUNK_BYTES),
  ),
});

const refusal = (code: string): { readonly ok: false; readonly error: ContractError } => ({
  ok: false,
  error: { code, detail: null, fields: {}, retryAfterMs: null },
});

/** Only the top frame of a window that shows our page may ask (Electron security checklist 17). */
export function isTrustedSender(event: Pick<IpcMainInvokeEvent, 'senderFrame'>): boolean {
  const frame = event.senderFrame;
  return frame !== null && frame.parent === null && isPageUrl(frame.url);
}

/** Answers the window's requests until undone. */
export function answerRequests(ipcMain: ElectronApi['ipcMain'], bridge: RequestBridge): () => void {
  ipcMain.handle(REQUEST_CHANNEL, async (event, value: unknown): Promise<Reply<unknown>> => {
    // Before any await: after one the frame, and with it the sender, may be gone.
    if (!isTrustedSender(event)) return refusal('bug');
    const frame = v.safeParse(requestFrameSchema, value);
    if (!frame.success) return refusal('bug');
    return bridge.handle(frame.output.name, frame.output.input);
  });
  ipcMain.handle(BYTES_CHANNEL, async (event, value: unknown): Promise<Reply<unknown>> => {
    if (!isTrustedSender(event)) return refusal('bug');
    const chunk = v.safeParse(chunkSchema, value);
    if (!chunk.success) return refusal('validation');
    const { handle, offset, bytes } = chunk.output;
    return bridge.appendBytes({ handle, offset, bytes: new Uint8Array(bytes) });
  });
  return () => {
    ipcMain.removeHandler(REQUEST_CHANNEL);
    ipcMain.removeHandler(BYTES_CHANNEL);
  };
}

/**
 * Sends a window every event, and after each load of its page the current number, so that the page re-queries what it
 * missed. Ends with the window.
 */
export function sendEvents(
  contents: Pick<WebContents, 'isCrashed' | 'isDestroyed' | 'on' | 'once' | 'send'>,
  bridge: EventBridge,
): void {
  const send = (frame: MainFrame): void => {
    if (!contents.isDestroyed() && !contents.isCrashed()) contents.send(EVENT_CHANNEL, frame);
  };
  contents.on('did-finish-load', () => send({ type: 'hello', runId: bridge.runId, sequence: bridge.sequence }));
  const unsubscribe = bridge.subscribe((event) => send({ type: 'event', ...event }));
  contents.once('destroyed', unsubscribe);
}
