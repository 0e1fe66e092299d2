/** Words with which people ask for no more texts, where carriers and regulators have made them known. */
const STOP_WORDS: ReadonlySet<string> = new Set([
  // English
  ...['STOP', 'STOPALL', 'STOP ALL', 'UNSUBSCRIBE', 'CANCEL', 'END', 'QUIT', 'OPTOUT', 'OPT OUT', 'REVOKE'],
  // French
  ...['ARRET', 'ARRÊT', 'ARRETER', 'ARRÊTER', 'DÉSABONNER', 'DESABONNER'],
  // German
  ...['STOPP', 'ABMELDEN', 'ABBESTELLEN'],
  // Spanish
  ...['PARAR', 'ALTO', 'BAJA', 'CANCELAR'],
  // Portuguese
  ...['SAIR', 'REMOVER'],
  // Dutch
  ...['AFMELDEN', 'UITSCHRIJVEN'],
  // Turkish
  ...['RET', 'IPTAL', 'İPTAL', 'DUR'],
  // Greek, Ukrainian
  ...['ΣΤΟΠ', 'СТОП'],
  // Arabic
  ...['توقف', 'إيقاف', 'الغاء', 'إلغاء'],
  // Hebrew
  ...['הסר', 'הסרה', 'עצור'],
  // Chinese
  ...['退订', '退訂', '停止', 'TD'],
  // Japanese
  ...['配信停止', 'ストップ'],
  // Korean
  ...['수신거부', '중지'],
]);

/** Whether a text is one of them and nothing else, whatever its case and punctuation. */
export function isStopWord(text: string): boolean {
  const words = text
    .normalize('NFKC')
    .toUpperCase()
    .replace(/[^\p{L}\p{N}\p{M}]+/gu, ' ')
    .trim();
  return STOP_WORDS.has(words);
}
