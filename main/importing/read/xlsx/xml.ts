/** The few tags that matter of the small parts of a workbook, which are read whole. */

const ENTITIES: Readonly<Record<string, string>> = { amp: '&', lt: '<', gt: '>', quot: '"', apos: "'" };

/** Entities that XML knows without a definition. */
export function decodeEntities(text: string): string {
  if (!text.includes('&')) return text;
  return text.replace(/&(#x[0-9a-f]{1,6}|#\d{1,7}|\w+);/gi, (whole, name: string) => {
    if (!name.startsWith('#')) return ENTITIES[name] ?? whole;
    const code = /^#x/i.test(name) ? parseInt(name.slice(2), 16) : parseInt(name.slice(1), 10);
    return code <= 0x10ffff ? String.fromCodePoint(code) : whole;
  });
}

/** Attributes of one tag, without the prefixes of their names. */
export type Attributes = ReadonlyMap<string, string>;

/** All tags with that local name, in order, wherever they stand. */
export function listTags(xml: string, name: string): Attributes[] {
  const tags = new RegExp(String.raw`<(?:[\w.-]+:)?${name}(?=[\s/>])((?:[^<>"']|"[^"<]*"|'[^'<]*')*)>`, 'g');
  return [...xml.matchAll(tags)].map(([, inside = '']) => {
    const attributes = inside.matchAll(/(?:[\w.-]+:)?([\w.-]+)\s*=\s*(?:"([^"]*)"|'([^']*)')/g);
    return new Map(
      [...attributes].map(([, key = '', double, single]) => [key, decodeEntities(double ?? single ?? '')] as const),
    );
  });
}
