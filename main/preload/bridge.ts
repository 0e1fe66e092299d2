/**
 * The window's bridge over Electron's IPC: names are checked against the contract before anything leaves, events are
 * numbered, and a gap or a reload makes the page re-query. IPC is a port, so that tests can run it.
 */
import {
  BYTES_CHANNEL,
  EVENT_CHANNEL,
  REQUEST_CHANNEL,
  eventNames,
  requestNames,
  type ByteSource,
  type ContractError,
  type EventName,
  type MainFrame,
  type Reply,
  type SwitchboardBridge,
} from '#shared/contract/index.ts';

/** The part of Electron's `ipcRenderer` that the bridge uses. */
export interface IpcPort {
  invoke(channel: string, ...values: unknown[]): Promise<unknown>;
  on(channel: string, listener: (event: unknown, frame: MainFrame) => void): unknown;
}

type Listener = (payload: never) => void;
type AnyReply = Reply<unknown>;

const CHUNK_BYTES = 1024 * 1024;

const failure = (code: string): { ok: false; error: ContractError } => ({
  ok: false,
  error: { code, detail: null, fields: {}, retryAfterMs: null },
});

/** Never rejects: a request that cannot reach main becomes a `bug` reply. */
async function ask(ipc: IpcPort, channel: string, value: unknown): Promise<AnyReply> {
  try {
    return (await ipc.invoke(channel, value)) as AnyReply;
  } catch {
    return failure('bug');
  }
}

/** Counts events and passes them to the listeners. */
class EventRelay {
  readonly #listeners = new Map<EventName, Set<Listener>>();
  readonly #resyncListeners = new Set<() => void>();
  #runId: string | null = null;
  #sequence = 0;

  receive(frame: MainFrame): void {
    if (frame.type === 'reply') return;
    const isKnownRun = frame.type === 'event' || this.#runId === null || this.#runId === frame.runId;
    const isNext = frame.type === 'event' ? frame.sequence === this.#sequence + 1 : isKnownRun;
    this.#sequence = frame.sequence;
    if (frame.type === 'hello') this.#runId = frame.runId;
    if (!isNext) for (const listener of this.#resyncListeners) listener();
    if (frame.type !== 'event') return;
    for (const listener of this.#listeners.get(frame.name as EventName) ?? []) listener(frame.payload as never);
  }

  on(name: EventName, listener: Listener): () => void {
    if (!eventNames.includes(name)) throw new Error(`The contract has no event "${name}"`);
    const listeners = this.#listeners.get(name) ?? new Set();
    this.#listeners.set(name, listeners.add(listener));
    return () => listeners.delete(listener);
  }

  onResync(listener: () => void): () => void {
    this.#resyncListeners.add(listener);
    return () => this.#resyncListeners.delete(listener);
  }
}

/** Sends a file in chunks; the first refusal ends it. */
async function uploadInChunks(
  ipc: IpcPort,
  upload: { readonly handle: string; readonly bytes: ByteSource; readonly onProgress: (sentBytes: number) => void },
): Promise<Reply<{ readonly sizeBytes: number }>> {
  const { handle, bytes, onProgress } = upload;
  for (let offset = 0; offset === 0 || offset < bytes.size; offset += CHUNK_BYTES) {
    const end = Math.min(offset + CHUNK_BYTES, bytes.size);
    const chunk = await bytes.slice(offset, end).arrayBuffer();
    const reply = await ask(ipc, BYTES_CHANNEL, { handle, offset, bytes: chunk });
    if (!reply.ok) return reply;
    onProgress(end);
  }
  return { ok: true, value: { sizeBytes: bytes.size } };
}

/** Builds what the page finds at `window.switchboard`. */
export function createPreloadBridge(ipc: IpcPort): SwitchboardBridge {
  const relay = new EventRelay();
  ipc.on(EVENT_CHANNEL, (_event, frame) => {
    relay.receive(frame);
  });
  let lastId = 0;
  return {
    async request(name, input) {
      if (!requestNames.includes(name)) return failure('bug');
      lastId += 1;
      return (await ask(ipc, REQUEST_CHANNEL, { type: 'request', id: lastId, name, input })) as never;
    },
    on: (name, listener) => relay.on(name, listener),
    onResync: (listener) => relay.onResync(listener),
    onConnection(listener) {
      // Window and main end together: there is no connection to lose.
      listener(true);
      return () => undefined;
    },
    upload: (handle, bytes, onProgress) => uploadInChunks(ipc, { handle, bytes, onProgress }),
    mediaUrl: (mediaId) => `/media/${encodeURIComponent(mediaId)}`,
    fileUrl: (handle) => `/file/${encodeURIComponent(handle)}`,
  };
}
