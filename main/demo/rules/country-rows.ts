/*
 * The countries of the world (ISO 3166, and Kosovo), one text for each continent: two-letter code · calling code ·
 * digits after it, fewest and most · price of one part in thousandths of the account's currency (invented) · name.
 *
 * Where countries share a calling code, the digits after the slash tell them apart (`JM 1/658,876`); one without a slash
 * has what the others leave. `=`: no number tells it from the others, which therefore are taken for the neighbour's.
 */

const EUROPE = `
AD 376 6-9 71 Andorra; AL 355 6-9 58 Albania; AT 43 4-13 75 Austria; AX 358/18 5-12 66 Åland Islands;
BA 387 8-9 63 Bosnia & Herzegovina; BE 32 8-9 79 Belgium; BG 359 6-9 72 Bulgaria; BY 375 6-11 88 Belarus;
CH 41 9-12 62 Switzerland; CY 357 8-8 37 Cyprus; CZ 420 9-12 48 Czechia; DE 49 5-13 82 Germany; DK 45 8-8 33 Denmark;
EE 372 7-10 65 Estonia; ES 34 9-9 68 Spain; FI 358 5-12 66 Finland; FO 298 6-6 41 Faroe Islands; FR 33 9-9 71 France;
GB 44 7-10 38 United Kingdom; GG 44/1481,7781,7839 6-10 39 Guernsey; GI 350 8-8 45 Gibraltar; GR 30 10-12 55 Greece;
HR 385 6-9 59 Croatia; HU 36 8-9 61 Hungary; IE 353 7-10 61 Ireland; IM 44/1624,7524,7624,7924 6-10 39 Isle of Man;
IS 354 7-9 44 Iceland; IT 39 6-12 69 Italy; JE 44/1534,7797,7937 6-10 39 Jersey; LI 423 7-9 43 Liechtenstein;
LT 370 8-8 38 Lithuania; LU 352 4-11 52 Luxembourg; LV 371 8-8 49 Latvia; MC 377 8-9 67 Monaco; MD 373 8-8 64 Moldova;
ME 382 8-9 57 Montenegro; MK 389 8-8 46 North Macedonia; MT 356 8-8 48 Malta; NL 31 8-11 83 Netherlands;
NO 47 5-12 57 Norway; PL 48 9-9 31 Poland; PT 351 9-9 45 Portugal; RO 40 9-9 62 Romania; RS 381 6-12 55 Serbia;
RU 7 10-10 64 Russia; SE 46 7-13 51 Sweden; SI 386 5-8 47 Slovenia; SJ 47/79 8-8 57 Svalbard & Jan Mayen;
SK 421 6-9 58 Slovakia; SM 378 6-10 66 San Marino; UA 380 9-10 84 Ukraine; VA 39/06698 6-12 69 Vatican City;
XK 383 8-12 73 Kosovo`;

const AMERICAS = `
AG 1/268 10-10 52 Antigua & Barbuda; AI 1/264 10-10 48 Anguilla; AR 54 6-11 59 Argentina; AW 297 7-7 61 Aruba;
BB 1/246 10-10 67 Barbados; BL 590= 9-9 82 St. Barthélemy; BM 1/441 10-10 43 Bermuda; BO 591 8-9 57 Bolivia;
BQ 599/3,4,7 7-7 63 Caribbean Netherlands; BR 55 8-12 33 Brazil; BS 1/242 10-10 39 Bahamas; BZ 501 7-11 51 Belize;
CA 1/204,226,236,249,250,257,263,289,306,343,354,365,367,368,382,403,416,418,428,431,437,438,450,468,474,506,514,519,\
548,579,581,584,587,600,604,613,639,647,672,683,705,709,742,753,778,780,782,807,819,825,867,873,879,902,905,942 \
10-10 29 Canada; CL 56 9-11 47 Chile; CO 57 8-11 21 Colombia; CR 506 8-10 34 Costa Rica; CU 53 6-10 69 Cuba;
CW 599 7-8 63 Curaçao; DM 1/767 10-10 58 Dominica; DO 1/809,829,849 10-10 54 Dominican Republic;
EC 593 8-11 86 Ecuador; FK 500 5-5 46 Falkland Islands; GD 1/473 10-10 57 Grenada; GF 594 9-9 78 French Guiana;
GL 299 6-6 36 Greenland; GP 590 9-9 82 Guadeloupe; GS 500= 5-5 46 South Georgia & South Sandwich Islands;
GT 502 8-11 68 Guatemala; GY 592 7-7 59 Guyana; HN 504 8-11 54 Honduras; HT 509 8-8 76 Haiti;
JM 1/658,876 10-10 64 Jamaica; KN 1/869 10-10 53 St. Kitts & Nevis; KY 1/345 10-10 51 Cayman Islands;
LC 1/758 10-10 55 St. Lucia; MF 590= 9-9 82 St. Martin; MQ 596 9-9 79 Martinique; MS 1/664 10-10 56 Montserrat;
MX 52 10-12 36 Mexico; NI 505 8-8 61 Nicaragua; PA 507 7-11 58 Panama; PE 51 8-9 42 Peru;
PM 508 6-9 74 St. Pierre & Miquelon; PR 1/787,939 10-10 41 Puerto Rico; PY 595 6-11 33 Paraguay; SR 597 6-7 57 Suriname;
SV 503 7-11 55 El Salvador; SX 1/721 10-10 59 Sint Maarten; TC 1/649 10-10 56 Turks & Caicos Islands;
TT 1/868 10-10 52 Trinidad & Tobago; UM 1= 10-10 29 U.S. Outlying Islands; US 1 10-10 29 United States;
UY 598 7-13 51 Uruguay; VC 1/784 10-10 54 St. Vincent & Grenadines; VE 58 10-10 47 Venezuela;
VG 1/284 10-10 62 British Virgin Islands; VI 1/340 10-10 44 U.S. Virgin Islands`;

const AFRICA = `
AO 244 9-9 58 Angola; BF 226 8-8 66 Burkina Faso; BI 257 8-8 74 Burundi; BJ 229 8-10 71 Benin; BW 267 7-10 53 Botswana;
CD 243 7-10 67 Congo - Kinshasa; CF 236 8-8 69 Central African Republic; CG 242 9-9 73 Congo - Brazzaville;
CI 225 8-10 72 Côte d’Ivoire; CM 237 8-9 54 Cameroon; CV 238 7-7 68 Cape Verde; DJ 253 8-8 77 Djibouti;
DZ 213 8-9 87 Algeria; EG 20 8-10 88 Egypt; EH 212/5288,5289 9-9 74 Western Sahara; ER 291 7-7 76 Eritrea;
ET 251 9-9 79 Ethiopia; GA 241 7-8 73 Gabon; GH 233 8-9 51 Ghana; GM 220 7-7 62 Gambia; GN 224 8-9 69 Guinea;
GQ 240 9-9 68 Equatorial Guinea; GW 245 7-9 71 Guinea-Bissau; KE 254 7-10 54 Kenya; KM 269 7-7 75 Comoros;
LR 231 7-9 66 Liberia; LS 266 8-8 61 Lesotho; LY 218 8-10 72 Libya; MA 212 9-9 74 Morocco; MG 261 9-10 78 Madagascar;
ML 223 8-8 73 Mali; MR 222 8-8 75 Mauritania; MU 230 7-10 49 Mauritius; MW 265 7-9 57 Malawi; MZ 258 8-9 44 Mozambique;
NA 264 8-9 48 Namibia; NE 227 8-8 72 Niger; NG 234 6-12 62 Nigeria; RE 262 9-9 76 Réunion; RW 250 8-9 56 Rwanda;
SC 248 6-7 47 Seychelles; SD 249 9-9 63 Sudan; SH 290 4-5 71 St. Helena; SL 232 8-8 64 Sierra Leone;
SN 221 9-9 77 Senegal; SO 252 6-9 74 Somalia; SS 211 9-9 76 South Sudan; ST 239 7-7 68 São Tomé & Príncipe;
SZ 268 8-9 55 Eswatini; TD 235 8-8 75 Chad; TF 262= 9-9 76 French Southern Territories; TG 228 8-8 69 Togo;
TN 216 8-8 81 Tunisia; TZ 255 7-9 59 Tanzania; UG 256 9-9 58 Uganda; YT 262/269,639 9-9 78 Mayotte;
ZA 27 5-10 25 South Africa; ZM 260 9-9 54 Zambia; ZW 263 5-10 62 Zimbabwe`;

const ASIA = `
AE 971 7-12 29 United Arab Emirates; AF 93 9-9 83 Afghanistan; AM 374 8-8 78 Armenia; AZ 994 9-9 89 Azerbaijan;
BD 880 6-10 86 Bangladesh; BH 973 8-8 28 Bahrain; BN 673 7-7 26 Brunei; BT 975 7-8 77 Bhutan; CN 86 7-12 41 China;
GE 995 8-9 67 Georgia; HK 852 5-12 44 Hong Kong; ID 62 7-13 88 Indonesia; IL 972 7-12 34 Israel; IN 91 8-13 19 India;
IO 246 7-7 73 British Indian Ocean Territory; IQ 964 8-10 82 Iraq; IR 98 4-10 79 Iran; JO 962 8-9 81 Jordan;
JP 81 8-17 75 Japan; KG 996 9-10 85 Kyrgyzstan; KH 855 8-10 74 Cambodia; KP 850 6-10 89 North Korea;
KR 82 5-14 29 South Korea; KW 965 7-8 72 Kuwait; KZ 7/6,7 10-10 76 Kazakhstan; LA 856 8-10 63 Laos;
LB 961 7-8 58 Lebanon; LK 94 7-9 84 Sri Lanka; MM 95 6-10 87 Myanmar; MN 976 8-10 82 Mongolia; MO 853 8-8 38 Macao;
MV 960 7-10 33 Maldives; MY 60 8-10 43 Malaysia; NP 977 8-11 86 Nepal; OM 968 7-9 61 Oman; PH 63 6-11 57 Philippines;
PK 92 8-12 85 Pakistan; PS 970 8-10 79 Palestine; QA 974 7-11 45 Qatar; SA 966 8-10 27 Saudi Arabia;
SG 65 8-11 31 Singapore; SY 963 8-9 78 Syria; TH 66 8-13 24 Thailand; TJ 992 9-9 87 Tajikistan; TL 670 7-8 76 Timor-Leste;
TM 993 8-8 84 Turkmenistan; TR 90 7-13 22 Türkiye; TW 886 7-11 47 Taiwan; UZ 998 9-9 86 Uzbekistan;
VN 84 7-11 71 Vietnam; YE 967 7-9 75 Yemen`;

const OCEANIA = `
AQ 672/1 6-6 61 Antarctica; AS 1/684 10-10 49 American Samoa; AU 61 5-15 46 Australia; BV 47= 5-12 57 Bouvet Island;
CC 61/89162 9-9 46 Cocos (Keeling) Islands; CK 682 5-5 44 Cook Islands; CX 61/89164 9-9 46 Christmas Island;
FJ 679 7-11 67 Fiji; FM 691 7-7 59 Micronesia; GU 1/671 10-10 47 Guam; HM 672= 6-6 61 Heard & McDonald Islands;
KI 686 5-8 68 Kiribati; MH 692 7-7 62 Marshall Islands; MP 1/670 10-10 48 Northern Mariana Islands;
NC 687 6-6 83 New Caledonia; NF 672/3 6-6 61 Norfolk Island; NR 674 7-7 72 Nauru; NU 683 4-7 74 Niue;
NZ 64 5-10 89 New Zealand; PF 689 6-9 77 French Polynesia; PG 675 7-11 69 Papua New Guinea;
PN 64= 5-10 89 Pitcairn Islands; PW 680 7-7 58 Palau; SB 677 5-7 56 Solomon Islands; TK 690 4-7 75 Tokelau;
TO 676 5-7 46 Tonga; TV 688 5-7 73 Tuvalu; VU 678 5-7 64 Vanuatu; WF 681 6-9 79 Wallis & Futuna; WS 685 5-10 66 Samoa`;

/** Rows as above, one for each country. */
export const countryRows: readonly string[] = [EUROPE, AMERICAS, AFRICA, ASIA, OCEANIA].flatMap((text) =>
  text.split(';').map((row) => row.trim()),
);
