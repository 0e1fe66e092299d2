import type { Bridge, QuitGuard } from '#main/bridge/bridge.ts';

/** The app as the host uses it. */
export interface HostedApp extends Bridge {
  readonly quitGuard: QuitGuard;
  dispose(): Promise<void>;
}

export type HostedStart =
  | { readonly kind: 'app'; readonly app: HostedApp }
  | { readonly kind: 'held'; readonly pid: number | null; readonly url: string | null };
