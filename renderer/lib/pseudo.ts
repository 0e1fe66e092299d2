const ACCENTS: Readonly<Record<string, string>> = {
  a: 'à',
  b: 'ƀ',
  c: 'ç',
  d: 'ð',
  e: 'é',
  g: 'ĝ',
  h: 'ĥ',
  i: 'î',
  j: 'ĵ',
  k: 'ķ',
  l: 'ļ',
  n: 'ñ',
  o: 'ö',
  p: 'þ',
  r: 'ŕ',
  s: 'š',
  t: 'ţ',
  u: 'û',
  w: 'ŵ',
  y: 'ý',
  z: 'ž',
  A: 'Å',
  C: 'Ç',
  D: 'Ð',
  E: 'É',
  I: 'Î',
  K: 'Ķ',
  N: 'Ñ',
  O: 'Ö',
  S: 'Š',
  T: 'Ţ',
  U: 'Û',
  W: 'Ŵ',
  Y: 'Ý',
};

/** A third longer is what German needs. */
const GROWTH = 0.35;

/** The pseudo translation of a template: letters accented, `{names}` kept, padded by a third, in brackets. */
export function toPseudo(template: string): string {
  const accented = template.replace(/\{\w+\}|[A-Za-z]/g, (part) => ACCENTS[part] ?? part);
  const padding = '·'.repeat(Math.ceil(template.replace(/\{\w+\}/g, '').length * GROWTH));
  return `⟦${accented} ${padding}⟧`;
}
