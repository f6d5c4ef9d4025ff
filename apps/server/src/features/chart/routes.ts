import { chartHistory } from '@finlist/contract/chart'
import { parseSymbol } from '@finlist/domain/chart/symbol'
import type { FastifyInstance } from 'fastify'
import type { Db } from '../../db/database.ts'
import { NotFound } from '../../http/refusals.ts'
import { serve } from '../../http/serve.ts'
import { isListed, readBars } from '../../market-data/bars.ts'

const dayMs = 86_400_000
const firstDay = Date.UTC(1900, 0, 1)

export function chartRoutes(app: FastifyInstance, { db, now }: { db: Db; now: () => number }) {
  serve(app, chartHistory, async ({ query: { symbol: text, from, to, countback, format } }) => {
    const symbol = parseSymbol(text)
    if (!symbol || !(await isListed(db, symbol))) throw new NotFound()
    const bars = await readBars(db, symbol, {
      from: dayOf(Math.max(firstDay, (from ?? 0) * 1_000)),
      to: to === undefined ? dayOf(now() + 2 * dayMs) : dayOf(Math.ceil((to * 1_000) / dayMs) * dayMs),
      ...(countback && { last: countback }),
    })
    const times = bars.map(({ date }) => Date.parse(`${date}T00:00:00Z`))
    const column = (name: 'open' | 'high' | 'low' | 'close' | 'volume') => bars.map(bar => bar[name])
    return {
      s: bars.length > 0 ? ('ok' as const) : ('no_data' as const),
      noData: bars.length === 0,
      ...(format !== 'bars' &&
        bars.length > 0 && {
          t: times.map(time => time / 1_000),
          o: column('open'),
          h: column('high'),
          l: column('low'),
          c: column('close'),
          v: column('volume'),
        }),
      ...(format !== 'udf' && {
        bars: bars.map(({ open, high, low, close, volume }, n) => ({
          time: times[n]!,
          open,
          high,
          low,
          close,
          volume,
        })),
      }),
    }
  })
}

/** YYYY-MM-DD of an instant, in UTC: a daily bar stands at 00:00 UTC of its day. Far instants are cut to the years we keep. */
const dayOf = (ms: number) =>
  new Date(Math.min(Math.max(ms, firstDay), Date.UTC(2200, 0, 1))).toISOString().slice(0, 10)
