import { describe, expect, it } from 'vitest';
import {
  ATTACHMENT_RULE,
  AVATAR_RULE,
  checkUpload,
  IMPORT_RULE,
  LARGEST_UPLOAD_BYTES,
  MMS_RULE,
} from '#main/api/uploads/upload-rules.ts';
import type { UploadRule } from '#main/api/uploads/upload-rules.ts';
import type { UploadSource } from '#main/api/uploads/upload.ts';
import { AppError } from '#shared/domain/app-error.ts';

const PNG = '\x89PNG\r\n\x1a\nrest';
const JPEG = '\xff\xd8\xff\xe0rest';
const GIF = 'GIF89arest';

function make(name: string, sizeBytes = 100, content = ''): UploadSource {
  return {
    name,
    sizeBytes,
    async *open() {
      yield await Promise.resolve(Buffer.from(content, 'latin1'));
    },
  };
}

async function findSentence(source: UploadSource, rule: UploadRule): Promise<string> {
  const error: unknown = await checkUpload(source, rule).catch((failure: unknown) => failure);
  expect(error).toMatchObject({ code: 'validation', outcome: 'not-accepted', fields: { file: [expect.any(String)] } });
  return (error as { fields: { file: readonly string[] } }).fields.file[0] ?? '';
}

describe('checkUpload: size', () => {
  it('refuses a file without a byte', async () => {
    expect(await findSentence(make('a.pdf', 0), ATTACHMENT_RULE)).toBe('This file is empty.');
  });

  it('takes 10 MB, and not a byte more', async () => {
    await checkUpload(make('a.pdf', LARGEST_UPLOAD_BYTES), ATTACHMENT_RULE);
    expect(await findSentence(make('a.pdf', LARGEST_UPLOAD_BYTES + 1), ATTACHMENT_RULE)).toBe(
      'This file is 10.1 MB. The limit is 10 MB.',
    );
  });
});

describe('checkUpload: type', () => {
  it.each('jpg gif png pdf txt csv doc docx xls xlsx ppt pptx vcf jpeg'.split(' '))(
    'takes .%s as an attachment, in large and small letters',
    async (extension) => {
      await checkUpload(make(`a.${extension}`), ATTACHMENT_RULE);
      await checkUpload(make(`A.B.${extension.toUpperCase()}`), ATTACHMENT_RULE);
    },
  );

  it.each(['a.exe', 'a.mp3', 'a.pdf.exe', 'pdf', '.', 'a.', 'a.pdf ', 'folder.pdf/a'])(
    'refuses %j as an attachment, and says what is taken',
    async (name) => {
      expect(await findSentence(make(name), ATTACHMENT_RULE)).toMatch(
        /^This file type can’t be sent\. Use JPG, .*VCF\.$/,
      );
    },
  );

  it.each('jpg png gif pdf mp3 mp4 wav zip txt csv vcf mov 3gp ogg jpeg'.split(' '))(
    'takes .%s in an MMS',
    async (extension) => {
      await checkUpload(make(`a.${extension}`), MMS_RULE);
    },
  );

  it('refuses programs in an MMS, and anything but a table to import', async () => {
    await findSentence(make('a.exe'), MMS_RULE);
    await findSentence(make('a.pdf'), IMPORT_RULE);
    for (const name of ['a.csv', 'a.XLS', 'a.xlsx']) await checkUpload(make(name), IMPORT_RULE);
  });
});

describe('checkUpload: avatars', () => {
  it('takes a PNG and a JPG by what they hold', async () => {
    await checkUpload(make('a.png', 100, PNG), AVATAR_RULE);
    await checkUpload(make('a.jpeg', 100, JPEG), AVATAR_RULE);
    await checkUpload(make('really-a-jpg.png', 100, JPEG), AVATAR_RULE);
  });

  it.each(['', '<svg/>', GIF])('refuses %j under the name of a picture', async (content) => {
    expect(await findSentence(make('a.png', 100, content), AVATAR_RULE)).toBe(
      'This file isn’t a picture, despite its name. Use PNG or JPG.',
    );
  });

  it('refuses another name before it looks inside', async () => {
    let isOpened = false;
    const open = () => {
      isOpened = true;
      return make('x').open();
    };
    await findSentence({ ...make('a.gif'), open }, AVATAR_RULE);
    expect(isOpened).toBe(false);
  });

  it.each([
    ['PNG', PNG],
    ['JPG', JPEG],
  ])(
    'knows a %s however small the pieces are in which it is read, and reads no more than it needs',
    async (_type, content) => {
      let readBytes = 0;
      let isClosed = false;
      const open = async function* () {
        try {
          for (const byte of Buffer.from(content + 'x'.repeat(1_000), 'latin1')) {
            readBytes += 1;
            yield await Promise.resolve(Buffer.of(byte));
          }
        } finally {
          isClosed = true;
        }
      };
      await checkUpload({ ...make('a.png'), open }, AVATAR_RULE);
      expect({ isClosed, isFew: readBytes < 20 }).toEqual({ isClosed: true, isFew: true });
    },
  );

  it('turns any failure of reading into one about the file, and leaves one that is', async () => {
    const failWith = (error: Error): UploadSource => ({
      ...make('a.png'),
      open: () => ({ [Symbol.asyncIterator]: () => ({ next: () => Promise.reject(error) }) }),
    });
    expect(await findSentence(failWith(new Error('EIO')), AVATAR_RULE)).toMatch(
      /^This file couldn’t be read, so nothing was uploaded\./,
    );
    const changed = new AppError({ code: 'validation', message: 'changed', fields: { file: ['It changed.'] } });
    await expect(checkUpload(failWith(changed), AVATAR_RULE)).rejects.toBe(changed);
  });
});
