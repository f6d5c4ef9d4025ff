import {
  chartActions,
  chartConfig,
  chartHistory,
  chartMarks,
  chartPatterns,
  chartQuotes,
  chartRsLine,
  chartSearch,
  chartSymbols,
  chartTime,
  chartTimescaleMarks,
  simulatorInfo,
  smallCharts,
} from '@finlist/contract/charts/chart'
import { isPractice } from '@finlist/domain/chart/padded'
import { type ChartSymbol, parseSymbol } from '@finlist/domain/chart/symbol'
import { type LevelName, parseAlias } from '@finlist/domain/fintrainer/playlists'
import { type ExchangeId, exchangeIds } from '@finlist/domain/markets'
import type { FastifyInstance } from 'fastify'
import type { Config } from '../../config.ts'
import type { Database } from '../../db/database.ts'
import { Forbidden, NotFound } from '../../http/client-errors.ts'
import { type Caller, serve } from '../../http/serve.ts'
import type { Bar } from '../../market-data/store/bars.ts'
import { assertShown, isShown, sourceUse } from '../../market-data/vendors/source-use.ts'
import { histories, historyOf, stepAfter, stepAhead } from './history.ts'
import { marksOf } from './marks.ts'
import { patternsOf } from './patterns.ts'
import { mostQuotes, quotes } from './quotes.ts'
import { rsLineOf } from './rs-line.ts'
import { smallChartsOf } from './small.ts'
import { readActions, readStart } from './store.ts'
import { asKnown } from './symbol-search.ts'
import { factsOf, supportedResolutions, symbolAsked, symbolInfo, symbols } from './symbols.ts'
import { daysOf, resolutionOf, timeOf } from './times.ts'

/** What the charts need from the game: its levels by symbol, and the bars that a user has seen. */
type Game = {
  alias(name: LevelName): Promise<string | undefined>
  bars(userId: number, name: LevelName): Promise<Bar[] | undefined>
}

export function chartRoutes(
  app: FastifyInstance,
  { database, config, game, now }: { database: Database; config: Config; game: Game; now: () => number },
) {
  const usageOf = ({ exchange }: ChartSymbol) => (isPractice(exchange) ? 'export' : sourceUse(config, exchange))
  /** Throws Forbidden if the user may not see the symbol's bars. */
  const assertSeen = ({ exchange }: ChartSymbol, caller: Caller) => {
    if (!isPractice(exchange)) assertShown(config, exchange, caller)
  }
  const { db } = database
  const known = symbols(database)
  const history = histories(database)
  const quotesOf = quotes(database, known)
  const smallOf = smallChartsOf(database, { symbols: known, history })

  serve(app, chartConfig, () => ({
    supports_search: true,
    supports_group_request: false,
    supports_marks: true,
    supports_timescale_marks: true,
    supports_time: true,
    exchanges: [
      { value: '', name: 'All', desc: 'All markets' },
      ...[...exchangeIds, 'PRAC' as const].map(value => {
        const { chartName } = factsOf(value)
        return { value, name: chartName, desc: chartName }
      }),
    ],
    symbols_types: [
      { name: 'All', value: '' },
      { name: 'Stock', value: 'stock' },
      { name: 'Index', value: 'index' },
    ],
    supported_resolutions: supportedResolutions,
  }))

  serve(app, chartSymbols, async ({ query }) => {
    const level = levelAsked(query)
    if (level) {
      const alias = await game.alias(level)
      if (!alias) throw new NotFound()
      return symbolInfo(
        { exchange: 'GAME', stockCode: alias, stockName: alias, stockNameZh: alias, type: 'stock' },
        true,
      )
    }
    const symbol = symbolAsked(query)
    const listed = symbol && (await known.find(symbol))
    if (!listed) throw new NotFound()
    return symbolInfo(asKnown(listed, query.asOf), usageOf(symbol) === 'export')
  })

  serve(app, chartSearch, ({ query: { isSimulator, exchange, ...asked } }) =>
    known.search({ ...asked, exchange: isSimulator === 'true' ? 'PRAC' : exchange }),
  )

  serve(app, chartHistory, async ({ query, caller }) => {
    const level = levelAsked(query)
    if (level) {
      const bars = await game.bars(caller.userId, level)
      if (!bars) throw new NotFound()
      const asked = { resolution: resolutionOf(query.resolution), ...daysOf(query, now()) }
      return historyOf(bars, { ...asked, last: query.countback || undefined, format: query.format })
    }
    const symbol = symbolAsked(query)
    if (!symbol || !(await known.find(symbol))) throw new NotFound()
    assertSeen(symbol, caller)
    const { asOf, step, format, adjustment } = query
    const asked = { ...symbol, ...daysOf(query, now()), format, adjustment }
    if (step !== undefined && symbol.exchange === 'PRAC') return await stepAhead(db, { ...asked, step })
    if (step !== undefined && asOf !== undefined) return await stepAfter(db, { ...asked, step, asOf })
    const whole = { ...asked, resolution: resolutionOf(query.resolution), last: query.countback || undefined }
    return await (asOf === undefined ? history.today(whole) : history.asOf({ ...whole, asOf }))
  })

  serve(app, chartMarks, async ({ query, caller: { rights }, language }) => {
    const marks = await marksOf(db, parseSymbol(query.symbol), { days: daysOf(query, now()), rights, language })
    const column = <K extends keyof (typeof marks)[number]>(name: K) => marks.map(mark => mark[name])
    return {
      id: column('id'),
      time: column('time'),
      color: column('color'),
      text: column('text'),
      label: column('label'),
      labelFontColor: marks.map(() => '#ffffff'),
      minSize: marks.map(() => 18),
      trend: column('trend'),
      shortTerm: column('shortTerm'),
    }
  })

  serve(app, chartTimescaleMarks, async ({ query, caller: { rights }, language }) => {
    const marks = await marksOf(db, parseSymbol(query.symbol), { days: daysOf(query, now()), rights, language })
    return marks.map(({ id, time, color, label, text }) => ({ id, time, color, label, tooltip: [text] }))
  })

  serve(app, chartActions, async ({ query }) => {
    const symbol = parseSymbol(query.symbol)
    if (!symbol || !(await known.find(symbol))) throw new NotFound()
    return await readActions(db, symbol, query.asOf)
  })

  serve(app, chartTime, () => Math.floor(now() / 1_000))

  serve(app, chartQuotes, async ({ query, caller }) => {
    const symbols = query.symbols.split(',').filter(Boolean).slice(0, mostQuotes)
    for (const symbol of symbols.map(name => parseSymbol(name))) if (symbol) assertSeen(symbol, caller)
    return { s: 'ok' as const, d: await quotesOf(symbols, daysOf({}, now()).to) }
  })

  serve(app, smallCharts, async ({ query: { symbols, resolution, until }, caller }) => {
    const sees = (exchange: ExchangeId) => ({
      bars: isShown(config, exchange, caller),
      bases: caller.rights.has(`patterns:${exchange}`),
    })
    const { to } = daysOf({ asOf: until }, now())
    return await Promise.all(symbols.split(',').map(symbol => smallOf(symbol, { resolution, to, sees })))
  })

  serve(app, chartPatterns, async ({ query, caller: { rights } }) => {
    const symbol = parseSymbol(query.symbol)
    if (!symbol) throw new NotFound()
    // A level's bases would reveal its future; its review shows them.
    if (symbol.exchange === 'GAME') return []
    // The required right depends on the market in the query.
    if (!isPractice(symbol.exchange) && !rights.has(`patterns:${symbol.exchange}`)) throw new Forbidden()
    if (resolutionOf(query.resolution) === '1M') return []
    return await patternsOf(db, symbol, {
      days: daysOf(query, now()),
      adjustment: query.adjustment,
      asOf: query.asOf,
    })
  })

  serve(app, chartRsLine, async ({ query, caller }) => {
    if (query.symbol === undefined) return undefined
    const symbol = parseSymbol(query.symbol)
    if (!symbol || !(await known.find(symbol))) throw new NotFound()
    assertSeen(symbol, caller)
    const { asOf } = query
    return await rsLineOf(db, symbol, resolutionOf(query.resolution), { to: daysOf({ asOf }, now()).to, asOf })
  })

  serve(app, simulatorInfo, async ({ query }) => {
    const symbol = parseSymbol(query.symbol, 'PRAC')
    const start = symbol?.exchange === 'PRAC' ? await readStart(db, symbol.stockCode) : undefined
    if (!start?.start_date) throw new NotFound()
    return {
      symbol: `PRAC:${start.stock_code}`,
      stockName: start.stock_name,
      stockNameZh: start.stock_name_zh,
      startTime: timeOf(start.start_date) / 1_000,
      startDate: start.start_date,
      resolution: start.resolution,
    }
  })
}

/** The game level requested: by the flag, or by the market GAME. */
function levelAsked({ symbol, isGame }: { symbol: string; isGame?: string | undefined }): LevelName | undefined {
  return isGame === 'true' || /^game:/i.test(symbol) ? parseAlias(symbol) : undefined
}
