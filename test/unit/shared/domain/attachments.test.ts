import { describe, expect, it } from 'vitest';
import {
  estimateLinkLength,
  toAttachmentLink,
  toEstimatedText,
  toLinkInText,
  toTextWithLinks,
} from '#shared/domain/attachments.ts';
import { measureText } from '#shared/domain/segments.ts';

const WEB_URL = 'https://web.example';

describe('links to files in a text', () => {
  it('are whole for a browser and leave https:// out in a text, where the service does', () => {
    expect(toAttachmentLink(`${WEB_URL}/`, '/click/Ab3xYz')).toBe('https://web.example/click/Ab3xYz');
    expect(toLinkInText(WEB_URL, 'click/Ab3xYz')).toBe('web.example/click/Ab3xYz');
    expect(toLinkInText(WEB_URL, 'https://files.example/x')).toBe('files.example/x');
  });

  it('keep http://, without which nobody would find them', () => {
    expect(toLinkInText('http://127.0.0.1:8080', 'click/Ab3xYz')).toBe('http://127.0.0.1:8080/click/Ab3xYz');
  });

  it('stand behind the text, each on its own line, and alone where there is none', () => {
    expect(toTextWithLinks('Here they are', ['a/1', 'a/2'])).toBe('Here they are\na/1\na/2');
    expect(toTextWithLinks('', ['a/1', 'a/2'])).toBe('a/1\na/2');
    expect(toTextWithLinks('Only words', [])).toBe('Only words');
  });

  it('are counted, before they are known, as no shorter than those that the service makes', () => {
    expect(estimateLinkLength(WEB_URL)).toBe('web.example/click/'.length + 8);
    const text = 'a'.repeat(160 - 1 - estimateLinkLength(WEB_URL));
    const fits = toEstimatedText({ text, filesCount: 1, webUrl: WEB_URL });
    expect(measureText(fits).parts).toBe(1);
    expect(measureText(toEstimatedText({ text: `${text}a`, filesCount: 1, webUrl: WEB_URL })).parts).toBe(2);
    const real = toTextWithLinks(text, [toLinkInText(WEB_URL, 'click/Ab3xYz')]);
    expect(real.length).toBeLessThanOrEqual(fits.length);
  });
});
