import type { Config } from '../../config.ts'
import { eodhdClient } from './open-source.ts'
import { rowsOf } from './read-answer.ts'
import { SourceError } from './source.ts'
import type { ClientSettings } from './source-client.ts'
import { numberOf, text } from './vendor-rows.ts'

export const eodhdName = 'EODHD'
/** Stocks per request, as the documentation advises. Each stock counts as one of the day's 100,000 calls. */
const atOnce = 20
/** Maximum size of a response. Fifty quotes take about ten kilobytes. */
const mostBytes = 1_048_576
/** Minimum share of a request's stocks that must be in the response. Stocks without a quote are in it, too. */
const fewest = 0.8

/** A stock's last trade: its time, in ms, and its price; and the number of shares traded so far that day. */
export type Quote = { at: number; price: number; volume: number }

/**
 * EODHD's delayed quotes of Hong Kong, according to its documentation: "Live (Delayed) Stock Prices API"
 * (eodhd.com/financial-apis/live-realtime-stocks-api). `timestamp` is the last trade's, in seconds since the epoch;
 * `close` is the last price. Every field of a stock without a quote is 'NA'. Quotes are 15 to 20 minutes old.
 */
export function eodhdQuotes(config: Config, forTests: Pick<ClientSettings, 'pause'> = {}) {
  const client = eodhdClient(config, { ...forTests, most: mostBytes })

  async function ask(codes: readonly string[]): Promise<(readonly [string, Quote | undefined])[]> {
    const [first, ...others] = codes.map(code => `${code}.HK`)
    const path = `real-time/${first!}`
    const answer = await client.json(path, { fmt: 'json', ...(others.length > 0 && { s: others.join(',') }) })
    const asked = new Set(codes)
    const found = new Map<string, Quote | undefined>()
    for (const row of rowsOf(Array.isArray(answer) ? answer : [answer], eodhdName)) {
      const code = text(row['code'], 20).replace(/\.HK$/, '')
      if (asked.has(code)) found.set(code, quoteOf(row))
    }
    if (found.size < codes.length * fewest)
      throw new SourceError('source.quotes-missing', { source: eodhdName, path, of: codes.length, count: found.size })
    return [...found]
  }

  return {
    name: eodhdName,
    perMinute: config.EODHD_PER_MINUTE,
    requests: (stocks: number) => Math.ceil(stocks / atOnce),

    /** Yields the quotes of each request; undefined for a stock without one. Throws SourceError. */
    async *quotes(codes: readonly string[]) {
      for (let at = 0; at < codes.length; at += atOnce) yield await ask(codes.slice(at, at + atOnce))
    },

    /** Makes one small request. Throws SourceError if the quotes cannot be used. */
    probe: async () => void (await ask(['0005'])),
  }
}
export type Quotes = ReturnType<typeof eodhdQuotes>

function quoteOf(row: Record<string, unknown>): Quote | undefined {
  const [seconds, price, volume] = [row['timestamp'], row['close'], row['volume']].map(numberOf)
  const isWhole = Number.isSafeInteger(seconds) && Number.isSafeInteger(volume)
  return isWhole && price !== undefined && price > 0 && volume! >= 0
    ? { at: seconds! * 1_000, price, volume: volume! }
    : undefined
}
