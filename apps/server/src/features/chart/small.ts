import { type SmallChart, smallLength } from '@finlist/contract/charts/chart'
import { averageLength } from '@finlist/domain/chart/moving-averages'
import { isPractice } from '@finlist/domain/chart/padded'
import { type ChartSymbol, parseSymbol } from '@finlist/domain/chart/symbol'
import type { ExchangeId } from '@finlist/domain/markets'
import { Cache } from '../../db/cache.ts'
import type { Database } from '../../db/database.ts'
import { type histories, isOfMarket, readSpans } from './history.ts'
import { patternsOf } from './patterns.ts'
import type { Symbols } from './symbols.ts'
import { firstDay, timeOf } from './times.ts'

type Resolution = keyof typeof smallLength
/** `to`: the first day, YYYY-MM-DD, that is left out. */
type Asked = ChartSymbol & { resolution: Resolution; to: string }
type Columns = Pick<SmallChart, 't' | 'o' | 'h' | 'l' | 'c' | 'v' | 'asAt'>
type Base = NonNullable<SmallChart['base']>

const noBars: Columns = { t: [], o: [], h: [], l: [], c: [], v: [] }

type Given = { symbols: Symbols; history: Pick<ReturnType<typeof histories>, 'unconfirmed'> }

/** Small charts of real stocks. Their bars and bases are cached until those of their market change. */
export function smallChartsOf({ db, changes }: Database, { symbols, history }: Given) {
  const bars = new Cache<string, Columns>({
    changes,
    maxEntries: 1_000,
    dependsOn: { prices: isOfMarket, finlist: isOfMarket },
    load: async key => {
      const { resolution, ...asked } = JSON.parse(key) as Asked
      const last = smallLength[resolution] + averageLength(resolution) - 1
      const spans = await readSpans(db, { ...asked, resolution, from: firstDay, last })
      const { until } = spans.at(-1) ?? {}
      return {
        ...(until !== undefined && { asAt: timeOf(until) / 1_000 }),
        t: spans.map(({ date }) => timeOf(date) / 1_000),
        o: spans.map(({ open }) => open),
        h: spans.map(({ high }) => high),
        l: spans.map(({ low }) => low),
        c: spans.map(({ close }) => close),
        v: spans.map(({ volume }) => volume),
      }
    },
  })
  const bases = new Cache<string, { newest: Base | null }>({
    changes,
    maxEntries: 1_000,
    dependsOn: { patterns: isOfMarket, prices: isOfMarket, finlist: isOfMarket },
    load: async key => {
      const { from, to, ...symbol } = JSON.parse(key) as ChartSymbol & { from: string; to: string }
      const bases = await patternsOf(db, symbol, { days: { from, to }, adjustment: 'splits' })
      const end = timeOf(to) / 1_000
      const newest = bases.findLast(({ points }) => (points.at(-1)?.time ?? end) < end)
      return { newest: newest ? baseOf(newest) : null }
    },
  })
  return async (
    name: string,
    { resolution, to, sees }: { resolution: Resolution; to: string; sees: (exchange: ExchangeId) => Seen },
  ): Promise<SmallChart> => {
    const parsed = parseSymbol(name)
    const without = (status: SmallChart['status']): SmallChart => ({ symbol: name, status, ...noBars, base: null })
    if (!parsed || isPractice(parsed.exchange) || !(await symbols.find(parsed))) return without('no_data')
    const symbol = { exchange: parsed.exchange, stockCode: parsed.stockCode }
    const seen = sees(symbol.exchange)
    if (!seen.bars) return without('not_shown')
    const columns = await bars.get(JSON.stringify({ ...symbol, resolution, to }))
    const first = columns.t.at(-smallLength[resolution]) ?? columns.t[0]
    if (first === undefined) return without('no_data')
    const from = new Date(first * 1_000).toISOString().slice(0, 10)
    const { newest } = seen.bases ? await bases.get(JSON.stringify({ ...symbol, from, to })) : { newest: null }
    const unconfirmed = (await history.unconfirmed(symbol)).flatMap(({ date, isHeld }) =>
      (isHeld || date >= from) && date < to ? [timeOf(date) / 1_000] : [],
    )
    return { symbol: name, status: 'ok', ...columns, ...(unconfirmed.length > 0 && { unconfirmed }), base: newest }
  }
}

/** What a user may see of a symbol. */
type Seen = { bars: boolean; bases: boolean }

const baseOf = ({ points, options: { facts } }: Awaited<ReturnType<typeof patternsOf>>[number]): Base => ({
  points,
  ...(facts.pivot !== undefined && { pivot: facts.pivot }),
  ...(facts.stop !== undefined && { stop: facts.stop }),
})
