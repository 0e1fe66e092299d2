/** The parts of a name as the service keeps them; any may be empty. */
export interface NameParts {
  readonly firstName: string;
  readonly lastName: string;
  readonly company: string;
}

/** Scripts whose people write the family name first: Chinese, Japanese, Korean. */
const FAMILY_FIRST =
  /^[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}\p{Script=Bopomofo}ー・々〆\s]+$/u;

/**
 * A person's name in the order in which its own script is written (“Mary Ann Jones”, “田中 美咲”), else the company,
 * else nothing. The parts stand apart by one space. Total: never fails.
 */
export function toDisplayName(parts: NameParts): string {
  const person = toPersonName(parts);
  return person === '' ? toTidy(parts.company) : person;
}

/**
 * Everything by which a person is looked for: name and company, and the name in one piece where its script is written
 * without spaces (nobody types “李 小龙”). Total: never fails.
 */
export function toSearchName(parts: NameParts): string {
  const person = toPersonName(parts);
  const inOnePiece = person.includes(' ') && FAMILY_FIRST.test(person) ? person.replaceAll(' ', '') : '';
  return toTidy(`${person} ${inOnePiece} ${parts.company}`);
}

function toPersonName({ firstName, lastName }: NameParts): string {
  const [first, last] = [toTidy(firstName), toTidy(lastName)];
  const isFamilyFirst = first !== '' && last !== '' && FAMILY_FIRST.test(`${last} ${first}`);
  return (isFamilyFirst ? `${last} ${first}` : `${first} ${last}`).trim();
}

function toTidy(text: string): string {
  return text.replace(/\s+/gu, ' ').trim();
}
