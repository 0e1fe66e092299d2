import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { toCallbackBody } from '#main/demo/behaviour/callbacks.ts';
import { readRecords } from '#main/webhooks/bodies.ts';

const JSON_TYPE = 'application/json';
const FORM_TYPE = 'application/x-www-form-urlencoded';
const FIELDS = { id: 7, sender: '447700900318', text: 'Grüße & 100 % = “ok” 🐶', price: 0.04, referenceId: null };
const AS_TEXT = { id: '7', sender: '447700900318', text: FIELDS.text, price: '0.04', referenceId: '' };

const read = (body: string | Uint8Array, type = '') => readRecords(Buffer.from(body), type);

describe('the body of a callback', () => {
  it.each([
    ['j', FIELDS],
    ['u', AS_TEXT],
    ['m', AS_TEXT],
  ] as const)(
    'is read in the format %s of the service, with its content type, a wrong one and none',
    async (format, said) => {
      const { type, body } = toCallbackBody(FIELDS, format);
      for (const given of [
        type,
        type.toUpperCase().replace(/BOUNDARY=.*/, (found) => found.toLowerCase()),
        'text/plain',
        '',
        JSON_TYPE,
        FORM_TYPE,
      ]) {
        expect([given, await read(body, given)]).toEqual([given, [said]]);
      }
    },
  );

  it('may be a batch', async () => {
    expect(await read('\uFEFF [{"id":1},{"id":2}]', JSON_TYPE)).toEqual([{ id: 1 }, { id: 2 }]);
  });

  it('may be written in Latin 1, in every format', async () => {
    const latin = (text: string) => Buffer.from(text, 'latin1');
    const json = await read(latin('{"id":1,"text":"Grüße"}'), `${JSON_TYPE}; charset=ISO-8859-1`);
    expect(json).toEqual([{ id: 1, text: 'Grüße' }]);
    const form = await read('id=1&text=Gr%FC%DFe+dich&empty', `${FORM_TYPE}; charset="iso-8859-1"`);
    expect(form).toEqual([{ id: '1', text: 'Grüße dich', empty: '' }]);
    // Undeclared: the text is spoilt, which nobody reads, and the rest is not.
    expect(await read(latin('{"id":1,"text":"Grüße"}'), JSON_TYPE)).toMatchObject([{ id: 1 }]);
    expect(await read(latin('id=1&text=Grüße'), FORM_TYPE)).toMatchObject([{ id: '1' }]);
  });

  it('is read as far as it goes where its end is missing', async () => {
    const { type, body } = toCallbackBody(FIELDS, 'm');
    expect(await read(body.slice(0, body.indexOf('sender')), type)).toEqual([{ id: '7' }]);
  });

  it('may have files in it, which are passed over', async () => {
    const part = (name: string, more: string, value: string) =>
      `--x\r\nContent-Disposition: form-data; name="${name}"${more}\r\n\r\n${value}\r\n`;
    const body = `${part('photo', '; filename="a.png"', 'PNG')}${part('id', '', '7')}--x--\r\n`;
    expect(await read(body, 'multipart/form-data; boundary=x')).toEqual([{ id: '7' }]);
  });

  it('with far more parts than a callback has is read as far as those go', async () => {
    const part = (name: string) => `--x\r\nContent-Disposition: form-data; name="${name}"\r\n\r\n7\r\n`;
    const many = part('same').repeat(900);
    expect(await read(`${part('id')}${many}${part('late')}--x--\r\n`)).toEqual([{ id: '7', same: '7' }]);
  });

  it.each([
    ['', JSON_TYPE],
    ['   \r\n', ''],
    ['{"id":', JSON_TYPE],
    ['[', ''],
    ['--x\r\nnothing more', 'multipart/form-data; boundary=x'],
    ['--x', 'multipart/form-data'],
    ['id=7', 'multipart/form-data; boundary=x'],
    [`--${'x'.repeat(500)}`, 'multipart/form-data; boundary="'],
  ])('has no event in %j as %s', async (body, type) => {
    const records = await read(body, type);
    expect(records.filter((record) => typeof record === 'object' && record !== null && 'id' in record)).toEqual([]);
  });

  it('that is 64 kB of brackets is no event and no failure', async () => {
    expect(await read('['.repeat(65_536))).toEqual([]);
    expect(await read(`${'{"a":'.repeat(10_000)}1${'}'.repeat(10_000)}`)).toHaveLength(1);
    expect(await read(`${'['.repeat(30_000)}${']'.repeat(30_000)}`)).toHaveLength(1);
  });

  it('never makes reading fail, whatever its bytes and its content type are', async () => {
    const types = fc.oneof(
      fc.string(),
      fc.constantFrom('', JSON_TYPE, FORM_TYPE, 'multipart/form-data; boundary=x', 'multipart/form-data; boundary="'),
    );
    const pieces = fc.constantFrom(
      ...['--x\r\n', '--x--', '\r\n\r\n', '{', '}', '[', ']', '"', ':', '%', '%FF', '=', '&', 'id', '7', '\0', '\n'],
      ...[
        'Content-Disposition: form-data; name="id"',
        '; filename="a"',
        'Content-Type: text/plain; charset=utf-99\r\n',
      ],
    );
    const bodies = fc.oneof(
      fc.uint8Array({ maxLength: 300 }).map((bytes) => Buffer.from(bytes)),
      fc.array(pieces, { maxLength: 30 }).map((found) => Buffer.from(found.join(''))),
    );
    const property = fc.asyncProperty(bodies, types, async (body, type) => {
      expect(Array.isArray(await readRecords(body, type))).toBe(true);
    });
    await fc.assert(property, { numRuns: 1_500 });
  });
});
