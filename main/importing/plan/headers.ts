/** What a header says its column holds, in the languages that spreadsheets are usually written in. */

/** `mobile`, `phone`, `other-phone`: better and worse columns for the number that is texted. `name`: a full name, or the rest of one. */
export type HeaderMeaning =
  'mobile' | 'phone' | 'other-phone' | 'firstName' | 'lastName' | 'fullName' | 'name' | 'email';

const MOBILES = `
  mobile|mobil|cell|cellular|cellphone|handy|whatsapp|sms|natel|gsm|portable|celular|movil|cellulare|telemovel|komorka|
  komorkowy|mobilni|mobiltelefon|matkapuhelin|mobilnummer|handynummer|mobilfunk|mobilfunknummer|mobieltje|mobiel|
  mobile phone|cell phone|mobile telephone|mobil telefon|telefon mobil|telefon komorkowy|tel komorkowy|tel kom|tel mobile|
  tel portable|telephone portable|telephone mobile|numero portable|numero de portable|telefono movil|telefono celular|tel movil|
  telefone celular|telefone movel|telefono cellulare|tel cellulare|tel cel|cel|mob|mobiele telefoon|mobiel nummer|gsm nummer|
  gsm number|cep|cep telefonu|мобильный|мобильный телефон|сотовый|携帯|携帯電話|携帯番号|手机|手机号|手机号码|手機|جوال|موبايل|الجوال|נייד
`;
const PHONES = `
  phone|telephone|tel|telefon|telefone|telefono|telefoon|telefoonnummer|telefonnummer|telefonnr|telnr|telno|rufnummer|tlf|tfno|
  phonenumber|fon|telephone portable ou fixe|contact number|contact phone|primary phone|main phone|default address phone|billing phone|shipping phone|
  msisdn|recipient|phone number|number|nummer|numero|numero de telephone|numero de telefono|numero di telefono|numero de telefone|numer telefonu|
  nr telefonu|nr tel|puhelin|puhelinnumero|telefonszam|telefonni cislo|телефон|номер телефона|номер|電話|電話番号|电话|电话号码|電話號碼|
  هاتف|رقم الهاتف|الهاتف|טלפון|전화|전화번호|휴대폰|휴대전화
`;
const OTHER_PHONES = `
  home phone|home tel|home telephone|home|work phone|work tel|work telephone|business phone|office phone|office|landline|company phone|
  company main phone|other phone|alternate phone|alternative phone|second phone|secondary phone|emergency phone|assistant s phone|
  telefon privat|telefon geschaftlich|festnetz|festnetznummer|geschaftlich|telefon dienstlich|telephone fixe|tel fixe|fixe|
  telephone domicile|telephone travail|telephone bureau|telefono fijo|fijo|telefono casa|telefono trabajo|telefono fisso|fisso|
  tel fisso|telefono ufficio|vaste telefoon|vast nummer|telefoon werk|telefoon thuis|telefone fixo|fixo|telefone residencial|
  telefone comercial|telefon stacjonarny|tel stacjonarny|telefon domowy|telefon sluzbowy
`;
const FIRST_NAMES = `
  first name|first|firstname|given name|given|givenname|forename|forenames|christian name|fname|vorname|vornamen|rufname|prenom|prenoms|
  nombre de pila|primer nombre|nombre|nombres|nome|nome proprio|primeiro nome|nome di battesimo|voornaam|voornamen|roepnaam|
  imie|imiona|fornamn|fornavn|etunimi|jmeno|krestni jmeno|keresztnev|prenume|ad|имя|名|名前|имя клиента|الاسم الأول|שם פרטי
`;
const LAST_NAMES = `
  last name|last|lastname|surname|family name|family|familyname|lname|sname|nachname|nachnamen|familienname|zuname|nom de famille|nom|noms|
  apellido|apellidos|primer apellido|cognome|cognomi|achternaam|familienaam|apelido|apelidos|sobrenome|ultimo nome|nazwisko|
  efternamn|etternavn|efternavn|sukunimi|prijmeni|vezeteknev|nume de familie|nume|soyad|soyadi|фамилия|姓|苗字|姓氏|اسم العائلة|שם משפחה
`;
const FULL_NAMES = `
  full name|fullname|whole name|complete name|display name|contact name|customer name|client name|patient name|guest name|member name|
  owner name|person|name surname|name and surname|first and last name|first name last name|first last|vollstandiger name|vor und nachname|
  vorname nachname|vorname und nachname|vorname name|name vorname|nachname vorname|kundenname|ansprechpartner|nom complet|nom et prenom|nom prenom|
  prenom nom|prenom et nom|nombre completo|nombre y apellido|nombre y apellidos|nombre apellidos|nome completo|nome e cognome|nome cognome|
  cognome e nome|cognome nome|nominativo|volledige naam|voor en achternaam|nome e apelido|nome e sobrenome|imie i nazwisko|
  nazwisko i imie|фио|имя и фамилия|氏名|お名前|姓名|الاسم الكامل|الاسم|שם מלא|שם|이름|성명
`;
/** A full name, unless another column has the first name. */
const NAMES = `name|names|naam|contact|customer|client|kunde|kundin|cliente|klant|klient|namn|navn|nimi|nev|jmeno a prijmeni`;
const EMAILS = `
  email|e mail|mail|emails|e mails|email address|e mail address|mail address|mailadresse|emailadresse|e mail adresse|email adresse|mail adresse|
  courriel|adresse email|adresse e mail|adresse mail|adresse electronique|mel|correo|correo electronico|direccion de correo|
  direccion de correo electronico|posta elettronica|indirizzo email|indirizzo e mail|indirizzo mail|e mailadres|emailadres|
  correio eletronico|correio electronico|endereco de email|endereco de e mail|adres email|adres e mail|adres mailowy|poczta|e post|epost|
  e posta|eposta|sahkoposti|почта|электронная почта|эл почта|メール|メールアドレス|邮箱|电子邮件|電子郵件|بريد إلكتروني|البريد الإلكتروني|אימייל|דוא ל|이메일
`;

/** Words that say no more about a column. */
const FILLERS = new Set(
  `number|numbers|no|nr|num|numero|nummer|numer|n|value|primary|main|preferred|default|required|optional|customer|client|contact|contacts|
  your|the|of|de|du|di|del|da|kunde|kunden|kontakt|cliente|patient|member|guest|owner|user|private|personal|privat|prive|
  e164|international|intl|field|column`
    .split('|')
    .map((word) => word.trim()),
);

function toPhrases(list: string): readonly string[] {
  return list
    .split('|')
    .map(toPlainHeader)
    .filter((phrase) => phrase !== '');
}

/** Lower case, without accents, signs and brackets: `Télé­phone (requis)` → `telephone requis`, `firstName` → `first name`. */
export function toPlainHeader(header: string): string {
  return header
    .replace(/(\p{Ll})(\p{Lu})/gu, '$1 $2')
    .normalize('NFKD')
    .replace(/[\p{Mn}\p{Cf}]/gu, '')
    .toLowerCase()
    .replaceAll('ß', 'ss')
    .replaceAll('ł', 'l')
    .replaceAll('ø', 'o')
    .replaceAll('ı', 'i')
    .replace(/[^\p{L}\p{N}]+/gu, ' ')
    .trim();
}

const MEANINGS: ReadonlyMap<string, HeaderMeaning> = new Map(
  (
    [
      ['name', NAMES],
      ['fullName', FULL_NAMES],
      ['lastName', LAST_NAMES],
      ['firstName', FIRST_NAMES],
      ['other-phone', OTHER_PHONES],
      ['phone', PHONES],
      ['mobile', MOBILES],
      ['email', EMAILS],
    ] as const
  ).flatMap(([meaning, list]) => toPhrases(list).map((phrase) => [phrase, meaning] as const)),
);

/** Undefined: nothing that is known. */
export function findHeaderMeaning(header: string): HeaderMeaning | undefined {
  const plain = toPlainHeader(header);
  const words = plain.split(' ').filter((word) => !/^\d+$/.test(word));
  const whole = MEANINGS.get(words.join(' '));
  if (whole !== undefined) return whole;
  const telling = words.filter((word) => !FILLERS.has(word));
  return MEANINGS.get(telling.join(' ')) ?? MEANINGS.get(plain.replaceAll(' ', ''));
}
