import type { ExchangeId } from '@finlist/domain/markets'

/** A code for every name, in the shapes the real market uses; a longer list only adds codes at its end. */
export function stockCodes(exchange: ExchangeId, names: string[]): string[] {
  if (exchange === 'US') return tickers(names)
  return names.map((_, ordinal) => shapes[exchange](ordinal))
}

/** Steps are coprime to the size of their range, so codes are unique below 150 (HKEX: 300) stocks. */
const shapes: Record<Exclude<ExchangeId, 'US'>, (ordinal: number) => string> = {
  // Every hundredth stock is an RMB counter with five digits.
  HKEX: ordinal => (ordinal % 100 === 57 ? `8${walk(ordinal, 9973, 2503, 11)}` : walk(ordinal, 3967, 1511, 13)),
  JP: ordinal => (ordinal % 25 === 9 ? `${130 + ordinal}A` : walk(ordinal, 8699, 3001, 1301)),
  CN: ordinal =>
    ordinal % 5 === 3
      ? `688${walk(ordinal, 787, 311, 1).slice(1)}`
      : ordinal % 7 === 2
        ? `00${walk(ordinal, 2999, 1009, 1)}`
        : ordinal % 11 === 5
          ? `300${walk(ordinal, 797, 293, 1).slice(1)}`
          : `60${walk(ordinal, 3989, 1201, 5)}`,
  // A depositary receipt has six digits.
  TW: ordinal => (ordinal === 44 ? '910871' : walk(ordinal, 8597, 3109, 1101)),
}

function walk(ordinal: number, room: number, step: number, from: number): string {
  return String(from + ((ordinal * step) % room)).padStart(4, '0')
}

/** Four or five letters of the name, made unique by later letters of it; one is a second class of shares. */
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
