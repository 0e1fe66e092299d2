import type { Service } from '../endpoints/call.ts';
import { toHtmlResponse } from '../http.ts';
import type { DemoResponse } from '../http.ts';
import { isShownInPlace } from '../rules/file-types.ts';
import type { Upload } from '../state/sending-model.ts';

const PAGE_PATH = /^\/click\/([A-Za-z0-9]{1,20})(\/download)?$/;
const FILE_PATH = /^\/files\/([0-9a-f]{16}\.[a-z0-9]{1,8})$/;
const STYLE = 'body{font:16px/1.5 system-ui,sans-serif;max-width:32rem;margin:4rem auto;padding:0 1rem}';
const LOCKED = "default-src 'none'; style-src 'unsafe-inline'; sandbox allow-downloads";

type Files = Pick<Service, 'world' | 'files'>;

function escapeHtml(text: string): string {
  return text.replace(/[&<>"']/g, (letter) => `&#${letter.charCodeAt(0)};`);
}

function toSize(bytes: number): string {
  if (bytes < 1_024) return `${bytes} bytes`;
  const kilobytes = bytes / 1_024;
  return kilobytes < 1_024 ? `${kilobytes.toFixed(1)} kB` : `${(kilobytes / 1_024).toFixed(1)} MB`;
}

function toPage(status: number, title: string, content: string): DemoResponse {
  const name = escapeHtml(title);
  const head = `<meta charset="utf-8"><title>${name}</title><style>${STYLE}</style>`;
  const html = `<!doctype html><html lang="en"><head>${head}</head><body><h1>${name}</h1>${content}</body></html>`;
  const response = toHtmlResponse(status, html);
  return { ...response, headers: { ...response.headers, 'content-security-policy': LOCKED } };
}

/** Anything but letters of ASCII goes into the second form of the name, which every browser prefers. */
function toDisposition(kind: 'inline' | 'attachment', name: string): string {
  const plain = name.replace(/[^\x20-\x7e]|["\\%]/g, '_');
  const whole = encodeURIComponent(name.toWellFormed()).replace(
    /['()*]/g,
    (letter) => `%${letter.charCodeAt(0).toString(16)}`,
  );
  return `${kind}; filename="${plain}"; filename*=UTF-8''${whole}`;
}

/** The bytes, in such a way that nothing in them runs. */
function toFileResponse({ files }: Files, upload: Upload, place: 'inline' | 'attachment'): DemoResponse | undefined {
  const body = files.find(upload.code);
  if (body === undefined) return undefined;
  const headers = {
    'content-type': upload.mimeType,
    'content-disposition': toDisposition(place, upload.name),
    'content-security-policy': LOCKED,
    'x-content-type-options': 'nosniff',
  };
  return { status: 200, headers, body, connection: 'whole' };
}

function toDownloadPage({ name, size, code }: Upload): DemoResponse {
  const link = `<a href="/click/${code}/download" download>Download</a>`;
  return toPage(200, name, `<p>${toSize(size)}</p><p>${link}</p>`);
}

function toGonePage(): DemoResponse {
  return toPage(404, 'File not found', '<p>This link has no file, or the file has been deleted.</p>');
}

function toClickResponse(service: Files, code: string, isDownload: boolean): DemoResponse {
  const upload = service.world.uploads.rows.find((one) => one.code === code);
  if (upload === undefined) return toGonePage();
  return isDownload ? (toFileResponse(service, upload, 'attachment') ?? toGonePage()) : toDownloadPage(upload);
}

/**
 * What the service's web server answers about uploads, without credentials: the download page of a link, the bytes
 * behind it, and the files of an MMS. Undefined for other addresses.
 */
export function findDownload(service: Files, path: string): DemoResponse | undefined {
  const [, code, download] = PAGE_PATH.exec(path) ?? [];
  if (code !== undefined) return toClickResponse(service, code, download !== undefined);
  const resource = FILE_PATH.exec(path)?.[1];
  const upload =
    resource === undefined ? undefined : service.world.uploads.rows.find((one) => one.resource === resource);
  if (upload === undefined) return undefined;
  return toFileResponse(service, upload, isShownInPlace(upload.mimeType) ? 'inline' : 'attachment');
}
