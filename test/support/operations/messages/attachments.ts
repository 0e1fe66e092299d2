/** Cases of files on their way into a message. */
import * as v from 'valibot';
import { expect } from 'vitest';
import type { UploadSource } from '#main/api/uploads/upload.ts';
import { toAttachmentLink } from '#shared/domain/attachments.ts';
import { toCase } from '../operation-case.ts';
import type { OperationCase } from '../operation-case.ts';
import type { ClientOnDemo } from '../client-on-demo.ts';

const user = { priority: 'user' } as const;
const BYTES = Buffer.from('%PDF-1.7 and whatever a document holds,\r\n--and a line');

const common = { name: v.string(), sizeBytes: v.nullable(v.pipe(v.number(), v.safeInteger(), v.minValue(0))) };
const needed = v.pipe(v.string(), v.minLength(1));
const attachmentSchema = v.strictObject({ ...common, href: needed });
const mmsResourceSchema = v.strictObject({ ...common, resource: needed });

function makeFile(name: string): UploadSource {
  return {
    name,
    sizeBytes: BYTES.length,
    async *open() {
      yield await Promise.resolve(BYTES);
    },
  };
}

/** A document when the client looks at it, and a program for a service that is stricter. */
function makeDisguised(): UploadSource {
  let looks = 0;
  const file = makeFile('');
  return {
    sizeBytes: file.sizeBytes,
    open: () => file.open(),
    get name() {
      looks += 1;
      return looks === 1 ? 'card.pdf' : 'card.exe';
    },
  };
}

function makeForm(name: string): FormData {
  const form = new FormData();
  form.set('file', new Blob([BYTES]), name);
  return form;
}

async function fetchBytes(setup: ClientOnDemo, path: string): Promise<Buffer> {
  const answer = await fetch(toAttachmentLink(setup.listening.webUrl, path));
  expect(answer.status).toBe(200);
  expect(answer.headers.get('x-content-type-options')).toBe('nosniff');
  return Buffer.from(await answer.arrayBuffer());
}

export const attachmentCases: readonly OperationCase[] = [
  toCase({
    row: 'POST /messages/attachment',
    fixture: 'message-attachment',
    request: () => ({ path: '/messages/attachment', form: makeForm('card.pdf') }),
    call: (client) => client.uploadAttachment({ file: makeFile('Größe “<b>”.pdf') }, user),
    result: attachmentSchema,
    works: async (setup, { href, name, sizeBytes }) => {
      expect(href).toMatch(/^click\/[A-Za-z0-9]+$/);
      expect({ name, sizeBytes }).toEqual({ name: 'Größe “<b>”.pdf', sizeBytes: BYTES.length });
      const page = await (await fetch(toAttachmentLink(setup.listening.webUrl, href))).text();
      expect(page).toContain('Größe “&#60;b&#62;”.pdf');
      expect(await fetchBytes(setup, `${href}/download`)).toEqual(BYTES);
    },
    refusals: { 400: (client) => client.uploadAttachment({ file: makeDisguised() }, user) },
  }),
  toCase({
    row: 'POST /messages/mms/attachment',
    fixture: 'message-attachment-mms',
    request: () => ({ path: '/messages/mms/attachment', form: makeForm('biscuit.jpg') }),
    call: (client) => client.uploadMmsResource({ file: makeFile('biscuit.mp3') }, user),
    result: mmsResourceSchema,
    works: async (setup, { resource }) => {
      const { chat } = setup;
      const send = { text: 'Listen', phones: [chat.phone], referenceId: 'mms', createChat: false };
      await setup.client.sendMessage({ ...send, destination: 'mms', resources: [resource] }, { priority: 'sending' });
      const sent = setup.world.outbound.rows.at(-1);
      expect(sent?.files).toMatchObject([{ name: resource, originalName: 'biscuit.mp3', mimeType: 'audio/mpeg' }]);
      expect(await fetchBytes(setup, `files/${resource}`)).toEqual(BYTES);
    },
    refusals: { 400: (client) => client.uploadMmsResource({ file: makeFile('drawing.svg') }, user) },
  }),
];
