const MAC_CAPS: Readonly<Record<string, string>> = { Ctrl: '⌘', Shift: '⇧', Alt: '⌥', Enter: '↵' };

/** How the keys of a shortcut are written on this keyboard: `Ctrl Shift Enter`, on a Mac `⌘ ⇧ ↵`. */
export function toKeyCaps(keys: readonly string[], userAgent: string): readonly string[] {
  return /\bMac(intosh| OS)\b/.test(userAgent) ? keys.map((key) => MAC_CAPS[key] ?? key) : keys;
}
