/** What a tunnel is to whoever uses one, whatever makes it. */
import type { TunnelChoice, TunnelFault, TunnelView } from '#shared/contract/index.ts';

export type TunnelProgram = Extract<TunnelChoice, { kind: 'command' }>['program'];
export type TunnelFaultKind = TunnelFault['kind'];

/** How a tunnel stands. */
export interface TunnelStatus {
  readonly view: TunnelView;
  /** The address from which it leads here; null while none is known. */
  readonly publicUrl: string | null;
}

/** A way from outside to a port of this computer; kept up by itself from the moment it is created. */
export interface Tunnel {
  readonly status: TunnelStatus;
  /** The computer woke or has a network again: what waits is tried at once. */
  lookNow(): void;
  /** It says that it stands, and nothing comes through: it is ended and made anew. */
  restart(): void;
  /** Ends what runs. Resolves when it is over, within a few seconds; never rejects. */
  dispose(): Promise<void>;
}

export interface TunnelOptions {
  /** As `check` gave it. */
  readonly choice: TunnelChoice;
  /** Where this computer listens, on 127.0.0.1. */
  readonly port: number;
  /** The service runs on this computer: an address of this computer is public enough. */
  readonly isLocalService: boolean;
  /** `SHA256:…` of the host key that a person said yes to; null: to none yet. */
  readonly trustedFingerprint: string | null;
  /** The status is another one. Not called any more once `dispose` was. */
  readonly onChange: () => void;
}

export interface FoundProgram {
  readonly program: Exclude<TunnelProgram, 'other'>;
  /** Null: not on this computer, as far as PATH tells. */
  readonly path: string | null;
}

/** Makes tunnels. */
export interface Tunnels {
  /** The choice in the form in which it is kept. Rejects with `AppError` `validation` with the field that does not fit. */
  check(choice: TunnelChoice, options: Pick<TunnelOptions, 'isLocalService'>): Promise<TunnelChoice>;
  create(options: TunnelOptions): Tunnel;
  /** Which programs that make tunnels are here. Never rejects. */
  listPrograms(): Promise<FoundProgram[]>;
}
