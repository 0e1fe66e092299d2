import { AppError } from '#shared/domain/app-error.ts';
import { toBadResponse, toStatusError } from './errors.ts';
import type { Gate } from './gate.ts';
import { findImageType } from './uploads/image-type.ts';
import type { ImageType } from './uploads/image-type.ts';

/** A picture, checked to be one. */
export interface Media {
  readonly bytes: Uint8Array;
  readonly mimeType: ImageType;
}

export interface MediaOptions {
  readonly signal?: AbortSignal | undefined;
}

export interface MediaSource {
  readonly gate: Gate;
  readonly baseUrl: URL;
  /** Address of the service's web application; null: not known. */
  readonly webUrl: URL | null;
}

const ROW = 'GET picture';
const MAX_BYTES = 10 * 1024 * 1024;
const TIMEOUT_MS = 30_000;

/**
 * A picture of a contact or a message, at most 10 MB. A relative address belongs to the web application or to the
 * service, whichever has it. Other places are asked by https only, without credentials, never lead elsewhere, and never into
 * this computer or its own network (API-16).
 * @throws AppError `not-found`, `bad-response` when it is no picture, `forbidden` for such a network, or what the network says
 */
export async function fetchMedia(source: MediaSource, href: string, options: MediaOptions = {}): Promise<Media> {
  let failure: unknown = new AppError({ code: 'not-found', message: `${ROW}: no usable address`, outcome: 'refused' });
  for (const url of listCandidates(source, href)) {
    try {
      return await fetchOne(source, url, options);
    } catch (error) {
      if (options.signal?.aborted === true) throw error;
      failure = error;
    }
  }
  throw failure;
}

/** Where a picture may be, in the order of trying. */
export function listCandidates({ baseUrl, webUrl }: Omit<MediaSource, 'gate'>, href: string): readonly URL[] {
  const own = listOwn({ baseUrl, webUrl });
  const found = own.flatMap((root) => {
    const url = URL.parse(href, root.href.endsWith('/') ? root.href : `${root.href}/`);
    return url === null ? [] : [url];
  });
  const allowed = found.filter((url) => url.username === '' && (isAmong(own, url) || url.protocol === 'https:'));
  return allowed.filter((url, index) => allowed.findIndex((other) => other.href === url.href) === index);
}

/** The origins that the user signed in to: their own network, where the service is there. */
function listOwn({ baseUrl, webUrl }: Omit<MediaSource, 'gate'>): readonly URL[] {
  return webUrl === null ? [baseUrl] : [webUrl, baseUrl];
}

function isAmong(roots: readonly URL[], url: URL): boolean {
  return roots.some((root) => root.origin === url.origin);
}

async function fetchOne(source: MediaSource, url: URL, { signal }: MediaOptions): Promise<Media> {
  const answer = await source.gate.send({
    row: ROW,
    method: 'GET',
    url,
    headers: { accept: 'image/*' },
    body: null,
    timeoutMs: TIMEOUT_MS,
    maxBytes: MAX_BYTES,
    priority: 'sync',
    route: 'plain',
    maxWaitMs: TIMEOUT_MS,
    isPublicOnly: !isAmong(listOwn(source), url),
    signal,
  });
  const { status, bytes } = answer;
  if (status !== 200) throw toStatusError({ row: ROW, status, text: '', retryAfterMs: null });
  const mimeType = findImageType(bytes);
  if (mimeType === null) throw toBadResponse(ROW, 'the answer is not a picture');
  return { bytes, mimeType };
}
