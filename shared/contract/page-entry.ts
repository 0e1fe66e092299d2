/**
 * How a page of the browser host shows that it was let in. The page trades the one-time token of the printed address for a
 * page secret; from then on the secret crosses no line. Page and main each prove to the other that they have it, so that
 * another program on the same port, after this one has ended, learns nothing that opens anything, and is told nothing:
 *
 *   page ── POST /enter {token} ──► main      page ◄── {pageId, secret} ── main
 *   main ── challenge {nonce} ──► page        page ── open {pageId, nonce, proof} ──► main
 *   main ── welcome {proof} ──► page          from here on requests, replies and events
 *
 * Uploads, pictures and files are signed with the same secret: one method, one path, a few minutes.
 */
import * as v from 'valibot';
import { mainFrameSchema } from './envelope.ts';

export const ENTRY_PATH = '/enter';
/** Where an upload carries its signature. */
export const SIGNATURE_HEADER = 'x-signature';
/** Where an address carries its signature. */
export const SIGNATURE_PARAMETER = 'signature';
/** Closes the socket of a page whose secret main does not know (any more). */
export const UNKNOWN_PAGE = 4401;

/** For a page that only asks whether main knows it: before main has said an epoch, and what its clock shows. */
export const NO_EPOCH = '';

const token = v.pipe(v.string(), v.regex(/^[\w-]{1,100}$/));
const mac = v.pipe(v.string(), v.regex(/^[\da-f]{64}$/));

export const enterRequestSchema = v.object({ token: v.pipe(v.string(), v.maxLength(200)) });
export const pageKeySchema = v.object({ pageId: token, secret: token });
export type PageKey = v.InferOutput<typeof pageKeySchema>;

const challengeFrameSchema = v.object({ type: v.literal('challenge'), nonce: token });
export const openFrameSchema = v.object({ type: v.literal('open'), pageId: token, nonce: token, proof: mac });
const welcomeFrameSchema = v.object({
  type: v.literal('welcome'),
  proof: mac,
  /** Main's clock, which signatures are dated by: the page may be on another computer. */
  now: v.number(),
  /** What signatures are made for until main says another. */
  epoch: token,
  /** Main says something at least this often; null: it does not promise that. */
  beatEveryMs: v.nullable(v.number()),
});
export type OpenFrame = v.InferOutput<typeof openFrameSchema>;

/**
 * Every frame to a page of the browser host. `beat` says nothing but that main is there. `epoch`: the account has changed,
 * and what was signed before opens nothing any more.
 */
export const pageFrameSchema = v.variant('type', [
  challengeFrameSchema,
  welcomeFrameSchema,
  v.object({ type: v.literal('epoch'), epoch: token }),
  v.object({ type: v.literal('beat') }),
  ...mainFrameSchema.options,
]);
export type PageFrame = v.InferOutput<typeof pageFrameSchema>;

/** What page and main prove to each other with the secret. `host` keeps a proof from being passed on by another port. */
export function toProofText(proof: {
  readonly by: 'page' | 'main';
  readonly host: string;
  readonly mainNonce: string;
  readonly pageNonce: string;
}): string {
  return ['switchboard', proof.by, proof.host, proof.mainNonce, proof.pageNonce].join('\n');
}

export interface SignedRequest {
  readonly method: string;
  readonly path: string;
  readonly epoch: string;
  /** When it was signed, by main's clock. */
  readonly atMs: number;
}

/** What is signed of a request: good for this method and path alone. */
export function toSignedText({ method, path, epoch, atMs }: SignedRequest): string {
  return ['switchboard', method, path, epoch, String(atMs)].join('\n');
}

const SIGNATURE = /^([\w-]{1,100})\.(\d{1,15})\.([\da-f]{64})$/;

export interface Signature {
  readonly pageId: string;
  readonly atMs: number;
  readonly mac: string;
}

export function formatSignature({ pageId, atMs, mac: code }: Signature): string {
  return `${pageId}.${String(atMs)}.${code}`;
}

/** Undefined for what is no signature. */
export function findSignature(text: string): Signature | undefined {
  const [, pageId, at, code] = SIGNATURE.exec(text) ?? [];
  if (pageId === undefined || at === undefined || code === undefined) return undefined;
  return { pageId, atMs: Number(at), mac: code };
}
