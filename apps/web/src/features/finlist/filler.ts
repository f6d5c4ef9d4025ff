import type { FinListStock } from '@finlist/contract/finlist'
import type { ExchangeId } from '@finlist/domain/markets'

const mostFillers = 200

/** Invented rows for the covered preview. They are always the same for an issue, and contain no real values. */
export function fillersFor(exchange: ExchangeId, issueDate: string, total: number): FinListStock[] {
  const next = randomFrom(`${exchange} ${issueDate}`)
  const within = (low: number, high: number) => low + next() * (high - low)
  const word = (letters: number) =>
    Array.from({ length: letters }, (_, at) =>
      (at % 2 ? 'aeiou' : 'bdfgklmnprst').charAt(within(0, at % 2 ? 5 : 12)),
    ).join('')
  return Array.from({ length: Math.min(Math.max(total - 1, 0), mostFillers) }, (_, at) => {
    const hasBuyPoint = next() < 0.3
    const name = `${word(5)} ${word(7)} ${word(8)}`
    return {
      stockCode: codeOf(exchange, at, next()),
      stockName: name,
      stockNameZh: name,
      close: within(1, 300),
      closeChange: within(-6, 6),
      volume: within(1e5, 9e7),
      volumeChange: within(-80, 200),
      percivalScore: Math.round(within(40, 99)),
      buyPoint: hasBuyPoint ? within(1, 300) : -1,
      patternType: hasBuyPoint ? 'CWH' : 'NIL',
      isLowTurnover: false,
      mask: true,
      watchlistData: [],
      sector: word(9),
      sectorZh: word(9),
      subSector: word(11),
      subSectorZh: word(11),
      profileInfo: '',
      profileInfoZh: '',
      fundamentalData: {},
    }
  })
}

const letters = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ'
/** Returns a code in the market's format. Codes are unique, and ascend with uneven gaps like those of a real list. */
function codeOf(exchange: ExchangeId, at: number, chance: number): string {
  const after = (first: number, step: number) => first + at * step + Math.floor(chance * step)
  if (exchange === 'CN') return String(after(600_100, 13))
  if (exchange !== 'US') return String(after(1_000, 40))
  const number = after(2_000, 71)
  return [number / 676, number / 26, number].map(digit => letters[Math.floor(digit) % 26]).join('')
}

/** Random numbers from 0 to 1 by Mulberry32, seeded with a hash of the text. */
function randomFrom(seed: string): () => number {
  let state = 0
  for (const letter of seed) state = Math.imul(state ^ letter.charCodeAt(0), 0x01000193) >>> 0
  return () => {
    state = (state + 0x6d2b79f5) >>> 0
    let mixed = Math.imul(state ^ (state >>> 15), state | 1)
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61)
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296
  }
}
