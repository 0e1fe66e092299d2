import type { Language } from './language.ts';

/** Where invented people come from: their names, language and numbers. */
export interface Origin {
  readonly language: Language;
  /** How many of a hundred. */
  readonly share: number;
  readonly given: readonly string[];
  readonly family: readonly string[];
  readonly pets: readonly string[];
  /** Beginning of numbers of people who kept their own; most have a British one. */
  readonly ownPrefix: string;
  /** Digits after that beginning. */
  readonly ownDigits: number;
}

const split = (text: string): readonly string[] => text.split(' ');

const PETS = split(
  'Milo Luna Ziggy Pepper Bramble Otis Willow Marmite Fig Nacho Pudding Rolo Sprout Mabel Teddy Olive Pickle Dougal Freya Monty Ivy Waffle Toast Bertie Clementine Hugo Dot Rufus Maple Tilly Gizmo Noodle Stanley Hazel Barnaby Poppet Juno Kipper Moss Tink',
);

/** In the order of their shares. */
export const origins: readonly Origin[] = [
  {
    language: 'en',
    share: 46,
    given: split(
      'Amelia Rowan Harriet Edwin Nell Jasper Beatrix Alfie Rosalind Duncan Imogen Percy Maeve Fergus Tabitha Leopold Georgina Angus Cordelia Felix Henrietta Magnus Ottilie Rupert Verity Quentin Esme Barnabas Flora Ivor',
    ),
    family: split(
      'Thistlewood Hartley Penrose Ashdown Bramwell Cotterill Drinkwater Eastaugh Fairweather Goodbody Hollins Inchbald Jessop Kettlewell Larkin Merriweather Nethercott Oldroyd Pettifer Quickfall Ravenscroft Sowerby Tolliver Underhill Vickerstaff Wetherby Yarrow Applegarth Birdwhistle Crabtree',
    ),
    pets: PETS,
    ownPrefix: '4477009',
    ownDigits: 5,
  },
  {
    language: 'en',
    share: 20,
    given: split(
      'Adunni Kwame Chidinma Tunde Folasade Amara Kofi Zainab Temperance Babajide Ifeoma Segun Nkechi Olamide Yetunde Abena',
    ),
    family: split(
      'Oyelaran Mensah Adeyinka Boateng Nwosu Achebe-Lane Danjuma Owusu Balogun Eze Sowande Amoako Ogunleye Asante Okafor-Reid Bankole',
    ),
    pets: PETS,
    ownPrefix: '234803555',
    ownDigits: 4,
  },
  {
    language: 'en',
    share: 12,
    given: split('Ananya Vikram Meera Rohan Kavita Arjun Shreya Imran Fatimah Nadia Haroon Sunita Dev Leela'),
    family: split(
      'Chatterjee Balasubramanian Deshpande Iyer Malhotra Qureshi Siddiqui Rahman Varghese Kulkarni Bose Nair',
    ),
    pets: PETS,
    ownPrefix: '919810555',
    ownDigits: 3,
  },
  {
    language: 'ar',
    share: 3,
    given: split('ليلى يوسف سلمى كريم هدى طارق نور زياد'),
    family: split('الحداد النجار صباغ خوري الشامي درويش'),
    pets: split('مشمش سمسم لوز بندق'),
    ownPrefix: '97150555',
    ownDigits: 4,
  },
  {
    language: 'he',
    share: 2,
    given: split('יעל אורי תמר איתי סיגל רון'),
    family: split('ברק שגיא אלון פרידמן גל'),
    pets: split('לוקה פיצי בונו'),
    ownPrefix: '97250555',
    ownDigits: 4,
  },
  {
    language: 'ja',
    share: 2,
    given: split('陽菜 健太 由美 翔 さくら'),
    family: split('佐藤 中村 小林 渡辺 伊藤'),
    pets: split('モモ コタロウ ハナ'),
    ownPrefix: '8190555',
    ownDigits: 5,
  },
  {
    language: 'zh',
    share: 3,
    given: split('怡君 建华 丽 志明 美玲'),
    family: split('陳 李 张 林 黄'),
    pets: split('毛毛 球球 咪咪'),
    ownPrefix: '88690055',
    ownDigits: 4,
  },
  {
    language: 'fr',
    share: 2,
    given: split('Margaux Théo Capucine Bastien Éloïse Loïc'),
    family: split('Bellerose Chastain Garnier-Dupré Lavigne Rousselot'),
    pets: split('Praline Filou Gribouille'),
    ownPrefix: '336399800',
    ownDigits: 2,
  },
  {
    language: 'de',
    share: 2,
    given: split('Anneliese Moritz Käthe Björn Liesel'),
    family: split('Grünwald Hohenstein-Brandt Möller Achterberg Weiß'),
    pets: split('Strudel Bärchen Lümmel'),
    ownPrefix: '491512355',
    ownDigits: 4,
  },
  {
    language: 'es',
    share: 3,
    given: split('Lucía Íñigo Begoña Álvaro Ximena Joaquín'),
    family: split('Fernández-Ortega Zubiri Peña Quiñones Ibáñez'),
    pets: split('Churro Canela Lentejas'),
    ownPrefix: '34612555',
    ownDigits: 3,
  },
  {
    language: 'pt',
    share: 2,
    given: split('Mafalda Tomás Leonor Gonçalo'),
    family: split('Figueiredo Conceição Magalhães Simões'),
    pets: split('Bolota Pastel Faísca'),
    ownPrefix: '351912555',
    ownDigits: 3,
  },
  {
    language: 'tr',
    share: 2,
    given: split('Mehmet Elif Çağla Oğuz Şebnem'),
    family: split('Yıldız Karadağ Öztürk Güneş'),
    pets: split('Pamuk Karabaş Boncuk'),
    ownPrefix: '90532555',
    ownDigits: 4,
  },
  {
    language: 'cy',
    share: 1,
    given: split('Gwenllian Iolo Angharad Emrys'),
    family: split('Llewellyn-Bowen Gruffydd ap-Rhys Morgannwg'),
    pets: split('Cadno Siân Pwdin'),
    ownPrefix: '4477009',
    ownDigits: 5,
  },
];
