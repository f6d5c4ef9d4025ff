import type { ExchangeId } from '@finlist/domain/markets'
import { profileOf } from './profiles.ts'

/** A code for every name, in the format of the real market. A longer list of names only adds codes at the end. */
export function stockCodes(exchange: ExchangeId, names: string[]): string[] {
  const { code } = profileOf(exchange)
  return code ? names.map((_, ordinal) => code(ordinal)) : tickers(names)
}

/**
 * Codes made of four or five letters of each name. Later letters of the name make a code unique. One code is that of a
 * second share class.
 */
function tickers(names: string[]): string[] {
  const taken = new Set<string>()
  return names.map((name, ordinal) => {
    const letters = name.toUpperCase().replace(/[^A-Z ]/g, '')
    const [root = '', ...rest] = letters.split(' ').filter(Boolean)
    for (let skip = 0; ; skip++) {
      const start = root.slice(0, 2) + root.charAt(3 + skip)
      const code = (start + rest.join('').slice(0, 1 + ((ordinal + skip) % 2))).padEnd(4, 'X')
      const full = ordinal === 31 ? `${code.slice(0, 3)}.B` : code
      if (taken.has(full)) continue
      taken.add(full)
      return full
    }
  })
}
