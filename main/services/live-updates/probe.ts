/** Asks any address of the web, past the limits of the service: for tests of the way to this computer. */
export interface Probe {
  /** Resolves with the status of the answer. Rejects with `AppError` where none came, with `cancelled` by the signal. */
  send(request: {
    readonly method: 'GET' | 'POST';
    readonly url: string;
    /** JSON. */
    readonly body: string | null;
    readonly signal: AbortSignal;
  }): Promise<number>;
  dispose(): Promise<void>;
}
