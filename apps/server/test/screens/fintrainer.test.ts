import { deleteAccount, exportPersonalData } from '@finlist/contract/account/preferences'
import { chartHistory, chartPatterns, chartQuotes, chartSearch, chartSymbols } from '@finlist/contract/charts/chart'
import {
  type GamePlay,
  type GameTrade,
  gameLeaderboard,
  gameLevel,
  gameLevels,
  gameRank,
  gameSkill,
  gameStep,
  saveGameTrade,
  uploadGameLevels,
} from '@finlist/contract/fintrainer'
import { uploadPrices } from '@finlist/contract/staff/admin'
import { setOnBoards } from '@finlist/contract/staff/customer-actions'
import { readCustomer } from '@finlist/contract/staff/customers'
import type { GameAction } from '@finlist/domain/fintrainer/play'
import type { ScenarioId } from '@finlist/domain/fintrainer/playlists'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { lines, send } from '../data/send-files.ts'
import { ApiClient, openTestServer, type TestServer } from '../test-server.ts'
import {
  levelHeads,
  loadWorld,
  lookOn,
  Playing,
  playedBars,
  scaleOf,
  seedOf,
  worldBars,
  worldDays,
  worldLevels,
} from './game-world.ts'

let testServer: TestServer
let staff: ApiClient
const someone = (name: string) => ApiClient.byToken(testServer, name)

beforeAll(async () => {
  testServer = await openTestServer()
  staff = await someone('staff')
  await loadWorld(staff)
})
afterAll(() => testServer.close())

const levelsOf = async (who: ApiClient, playlistId: ScenarioId) =>
  (await who.ask(gameLevels, { params: { playlistId: String(playlistId) } })).data
const detailOf = async (who: ApiClient, playlistId: number, levelId: number) =>
  await who.ask(gameLevel, { params: { playlistId: String(playlistId), levelId: String(levelId) } })
const rankOf = async (who: ApiClient, playlistId: ScenarioId = 1) =>
  (await who.ask(gameRank, { query: { playlistId: String(playlistId) } })).data
const board = async (who: ApiClient, query: Record<string, string>) => (await who.ask(gameLeaderboard, { query })).data
/** Returns values that no answer or export may contain before the level is finished. */
const secretsOf = (levelId: number, playlistId = 1) => {
  const { code, name, nameZh, start, end } = worldLevels.find(
    it => it.playlistId === playlistId && it.levelId === levelId,
  )!
  return [`"${code}"`, name, nameZh, start, end]
}
const tells = (answer: unknown, secrets: string[]) => secrets.filter(secret => JSON.stringify(answer).includes(secret))

describe('the list of game levels', () => {
  it('is available per playlist, and for all playlists under number 0 (GAME-08, 31, 42)', async () => {
    const free = await someone('free')
    const names = async (playlistId: ScenarioId) => (await levelsOf(free, playlistId)).map(({ stockCode }) => stockCode)
    expect(await names(1)).toEqual(['1-1', '1-2', '1-3'])
    expect(await names(3)).toEqual(['3-1'])
    expect(await names(0)).toEqual(['1-1', '1-2', '1-3', '2-1', '2-2', '3-1'])
    expect((await free.raw('GET', '/tvchart/game/4')).http).toBe(404)
    expect((await free.raw('GET', '/tvchart/game/1/9')).http).toBe(404)
  })

  it('hides a level’s stock, dates and price scale until the level is finished (GAME-12, 32)', async () => {
    const who = await someone('hk-quarterly')
    const hidden = {
      playlistId: 1,
      levelId: 2,
      stockCode: '1-2',
      stockName: '',
      stockNameZh: '',
      exchange: 'GAME',
      startTime: null,
      endTime: null,
      multiplier: null,
      played: false,
      open: false,
    }
    expect((await detailOf(who, 1, 2)).data).toEqual({ ...hidden, play: null })
    const playing = new Playing(who, 1, 2)
    const begun = await playing.play('start', 'buy', 'day', 'sell')
    expect(begun.level).toEqual({ ...hidden, open: true })
    const open = await Promise.all([detailOf(who, 1, 2), levelsOf(who, 1), levelsOf(who, 0)])
    expect(tells([begun, open], secretsOf(2))).toEqual([])
    await playing.play('finish')
    const { code, name, nameZh, start, end, multiplier } = playing.level
    const told = {
      stockCode: code,
      stockName: name,
      stockNameZh: nameZh,
      exchange: 'GAME',
      startTime: Date.parse(start) / 1_000,
      endTime: Date.parse(end) / 1_000,
      multiplier: Number((multiplier * playing.scale).toPrecision(7)),
      played: true,
      open: false,
    }
    expect((await detailOf(who, 1, 2)).data).toMatchObject(told)
    expect((await levelsOf(who, 1))[1]).toMatchObject(told)
  })
})

describe('playing a level', () => {
  let who: ApiClient
  let playing: Playing
  /** `common` has the prices from which everybody's returns are computed, `bars` those on this player's chart. */
  let common: ReturnType<typeof playedBars>
  let bars: ReturnType<typeof playedBars>

  beforeAll(async () => {
    who = await someone('hk-yearly')
    playing = new Playing(who, 1, 1)
    common = playedBars(playing.level)
  })

  it('starts on day 1 without a position, with the earlier history shown (GAME-17)', async () => {
    const { state, steps, stats, bars: shown, dayOneTime } = await playing.play('start')
    bars = playedBars(playing.level, playing.scale)
    expect([state, steps, stats.day, stats.totalTrades, stats.tradeReturn]).toEqual(['buy-ready', 1, 1, 0, null])
    expect(shown).toHaveLength(worldDays.indexOf(playing.level.start) + 1)
    expect(shown.at(-1)).toMatchObject({ time: dayOneTime, open: bars[0]!.open, close: bars[0]!.close })
    expect(stats.currentPrice).toBe(bars[0]!.close)
    // Dates are shifted to another calendar, but keep their weekdays.
    expect(new Date(dayOneTime).toISOString().slice(0, 8)).toBe('2000-01-')
    expect(new Date(dayOneTime).getUTCDay()).toBe(new Date(playing.level.start).getUTCDay())
  })

  it('buys at the open of the next trading day (GAME-18, 19)', async () => {
    const { state, fill, fills, stats, bars: shown } = await playing.play('buy')
    expect(fill).toMatchObject({ side: 'buy', day: 2, price: bars[1]!.open, time: shown[0]!.time })
    expect([state, fills, shown.length]).toEqual(['sell-ready', [fill], 1])
    expect(stats).toMatchObject({ day: 2, buyPrice: bars[1]!.open, currentPrice: bars[1]!.close, totalTrades: 0 })
  })

  it('advances by a day or by a week, with the prices and returns of the new day (GAME-10, 21, 22)', async () => {
    const day = await playing.play('day')
    expect([day.stats.day, day.fill, day.bars.length]).toEqual([3, null, 1])
    expect(day.stats.tradeReturn).toBeCloseTo(common[2]!.close / common[1]!.open - 1, 12)
    expect(day.stats.totalReturn).toBe(day.stats.tradeReturn)
    const before = day.bars.at(-1)!.time
    const week = await playing.play('week')
    const days = bars.filter(
      ({ date }) => date > bars[2]!.date && Date.parse(date) <= Date.parse(bars[2]!.date) + 604_800_000,
    )
    expect(week.bars.map(({ close }) => close)).toEqual(days.map(({ close }) => close))
    expect(week.bars.at(-1)!.time - before).toBeLessThanOrEqual(604_800_000)
    expect(week.stats).toMatchObject({ day: 3 + days.length, currentPrice: days.at(-1)!.close })
  })

  it('sells at the open of the next trading day, and shows the trade (GAME-13, 20)', async () => {
    const { day } = playing.last!.stats
    const { state, fill, fills, trade, trades, stats } = await playing.play('sell')
    expect(fill).toMatchObject({ side: 'sell', day: day + 1, price: bars[day]!.open })
    expect(fills.map(({ side }) => side)).toEqual(['buy', 'sell'])
    expect(trade).toEqual({
      playlistId: 1,
      levelId: 1,
      stockCode: '1-1',
      exchange: 'GAME',
      buyDate: 2,
      buyPrice: bars[1]!.open,
      actualBuyPrice: null,
      sellDate: day + 1,
      sellPrice: bars[day]!.open,
      actualSellPrice: null,
      returnRate: common[day]!.open / common[1]!.open - 1,
    })
    expect([state, trades, stats.totalTrades, stats.buyPrice]).toEqual(['buy-ready', [trade], 1, null])
    expect(stats.totalReturn).toBe(trade!.returnRate)
  })

  it('resumes on another device from the level’s detail, and reading that changes nothing', async () => {
    const other = await someone('hk-yearly')
    const { data } = await detailOf(other, 1, 1)
    const { trades, stats, state, steps, fills, dayOneTime } = playing.last!
    expect(data.play).toMatchObject({ trades, stats, state, steps, fills, dayOneTime })
    expect(data.play!.bars.at(-1)).toEqual(playing.last!.bars.at(-1))
    expect(data.play!.bars).toHaveLength(worldDays.indexOf(playing.level.start) + stats.day)
    expect((await detailOf(other, 1, 1)).data).toEqual(data)
  })

  it('does not advance while it is not played, however long that is (GAME-27)', async () => {
    const before = (await detailOf(who, 1, 1)).data
    testServer.clock.offsetMs = 40 * 86_400_000
    const later = await someone('hk-yearly')
    expect((await detailOf(later, 1, 1)).data).toEqual(before)
    testServer.clock.offsetMs = 0
    who = await someone('hk-yearly')
    playing.apiClient = who
  })

  it('ends after the operator’s maximum number of days, and sells an open position (GAME-27)', async () => {
    const hurried = await openTestServer({ GAME_AUTO_MOVE_DAYS: '4' }, { databaseUrl: testServer.databaseUrl })
    try {
      const begun = new Playing(await someone('jp-trial'), 1, 1)
      await begun.play('start', 'buy', 'day', 'day', 'day')
      const ofTwo = new Playing(await ApiClient.byToken(hurried, 'jp-trial'), 1, 1)
      ofTwo.steps = begun.steps
      const ended = await ofTwo.play('day')
      const { close } = playedBars(begun.level, begun.scale)[4]!
      expect(ended).toMatchObject({ state: 'finished', stats: { day: 5 }, trade: { sellPrice: close } })
      const other = new Playing(ofTwo.apiClient, 1, 2)
      expect((await other.play('start', 'day', 'day')).state).toBe('buy-ready')
      expect(await other.play('week')).toMatchObject({ state: 'finished', stats: { day: 4 }, trade: null })
    } finally {
      await hurried.close()
    }
  })

  it('accepts at most one move per second, also across levels', async () => {
    const playing = new Playing(await someone('admin'), 1, 2)
    await playing.play('start', 'day')
    const { clock } = playing.apiClient.testServer
    const soon = async (action: GameAction, ms: number) => {
      clock.offsetMs += ms - 1_000
      return await playing.ask(action)
    }
    expect(await soon('day', 500)).toMatchObject({
      http: 429,
      errors: [{ message: expect.stringContaining('1 second') }],
    })
    // A move that was already made gets the same answer, however often it is sent.
    expect(await playing.ask('day', playing.steps - 1)).toMatchObject({ http: 200, data: { stats: { day: 2 } } })
    expect((await playing.play('day', 'finish')).state).toBe('finished')
    const next = new Playing(playing.apiClient, 1, 3)
    await next.play('start', 'finish')
    clock.offsetMs -= 1_500
    expect((await new Playing(playing.apiClient, 2, 1).ask('start')).http).toBe(429)
    clock.offsetMs += 1_500
    await new Playing(playing.apiClient, 2, 1).play('start', 'finish')
  })

  it('accepts a step without a step count, and applies it to the current state', async () => {
    const apiClient = await someone('expired-card')
    const ask = async (action: string) => {
      lookOn(apiClient)
      return await apiClient.ask(gameStep, { body: { playlistId: 1, levelId: 3, action } })
    }
    expect((await ask('start')).data).toMatchObject({ steps: 1, stats: { day: 1 } })
    expect((await ask('start')).errors[0]!.code).toBe('not-now')
    expect((await ask('day')).data.stats.day).toBe(2)
    expect((await ask('day')).data).toMatchObject({ steps: 3, stats: { day: 3 } })
    expect((await ask('finish')).data.state).toBe('finished')
  })

  it('refuses moves that its current state does not allow', async () => {
    expect(await playing.ask('sell')).toMatchObject({ http: 409, errors: [{ code: 'not-now' }] })
    expect(await playing.ask('start')).toMatchObject({ http: 409, errors: [{ code: 'not-now' }] })
    const missing = { playlistId: 1, levelId: 99, action: 'day', steps: 0 }
    expect((await who.ask(gameStep, { body: missing })).http).toBe(404)
    expect((await who.ask(gameStep, { body: { ...missing, levelId: 2 } })).errors[0]!.code).toBe('not-now')
  })

  it('ends on its last day, and sells an open position at the last close (GAME-23, 24, 25)', async () => {
    await playing.play('buy')
    let play: GamePlay
    do play = await playing.play('week')
    while (play.state !== 'finished')
    const last = bars.at(-1)!
    expect(play.trade).toMatchObject({ sellPrice: last.close, sellDate: last.date, stockCode: 'S11', exchange: 'GAME' })
    expect(play.fill).toMatchObject({ side: 'sell', day: bars.length, price: last.close })
    expect([play.stats.day, play.stats.totalTrades]).toEqual([bars.length, 2])
    expect(play.level).toMatchObject({ stockCode: 'S11', stockName: 'Secret 0', stockNameZh: '秘密0', played: true })
    expect(play.stats.totalReturn).toBeCloseTo(play.trades[0]!.returnRate + play.trades[1]!.returnRate, 12)
    expect(await playing.ask('day')).toMatchObject({ http: 409, errors: [{ code: 'not-now' }] })
  })

  it('once finished, shows its trades at their true prices (GAME-13)', () => {
    const actual = worldBars(seedOf(playing.level)).filter(({ date }) => date >= playing.level.start)
    expect(playing.last!.trades[0]).toMatchObject({
      stockCode: 'S11',
      buyDate: actual[1]!.date,
      actualBuyPrice: actual[1]!.open,
      buyPrice: bars[1]!.open,
    })
  })

  it('is compared in its review with the market and with buy-and-hold', () => {
    const { review } = playing.last!
    const index = worldBars(7)
    const [first, last] = [common[1]!, common.at(-1)!]
    expect(review!.buyAndHoldReturn).toBeCloseTo(last.close / first.open - 1, 12)
    const market = (date: string) => index.find(it => it.date === date)!
    expect(review!.marketReturn).toBeCloseTo(market(last.date).close / market(first.date).open - 1, 12)
    expect([review!.days, review!.trades.length, review!.pattern]).toEqual([bars.length, 2, null])
  })
})

describe('a game move', () => {
  it('a game move that is sent twice is made once and gets the same answer', async () => {
    const playing = new Playing(await someone('us-yearly'), 1, 1)
    const starts = await Promise.all(Array.from({ length: 5 }, () => playing.ask('start', 0)))
    expect(new Set(starts.map(({ data }) => JSON.stringify(data))).size).toBe(1)
    const buys = await Promise.all(Array.from({ length: 8 }, () => playing.ask('buy', 1)))
    expect(new Set(buys.map(({ http, data }) => `${http}${JSON.stringify(data)}`)).size).toBe(1)
    expect(buys[0]!.data).toMatchObject({ steps: 2, stats: { day: 2 }, fill: { side: 'buy', day: 2 } })
    const sells = await Promise.all(Array.from({ length: 8 }, () => playing.ask('sell', 2)))
    expect(new Set(sells.map(({ data }) => JSON.stringify(data))).size).toBe(1)
    expect(sells[0]!.data).toMatchObject({ steps: 3, stats: { day: 3, totalTrades: 1 }, trade: { sellDate: 3 } })
    const ends = [await playing.ask('finish', 3), await playing.ask('finish', 3)]
    expect(ends[1]!.data).toEqual(ends[0]!.data)
    expect(ends[1]!.data.state).toBe('finished')
  })

  it('a game move from another device is refused if the level has advanced meanwhile', async () => {
    const [mine, other] = [await someone('us-yearly'), await someone('us-yearly')].map(it => new Playing(it, 1, 2))
    await mine!.play('start')
    other!.steps = 1
    const answers = await Promise.all([mine!.ask('day'), other!.ask('week')])
    expect(answers.map(({ http }) => http).toSorted((a, b) => a - b)).toEqual([200, 409])
    expect(answers.find(({ http }) => http === 409)!.errors).toMatchObject([{ code: 'step' }])
    mine!.steps = 2
    await mine!.play('finish')
  })
})

describe('leaving a game level', () => {
  it('first sells an open position at the next open (GAME-26)', async () => {
    const playing = new Playing(await someone('us-yearly'), 1, 3)
    await playing.play('start', 'buy')
    const left = await playing.play('finish')
    const bars = playedBars(playing.level, playing.scale)
    expect(left).toMatchObject({
      state: 'finished',
      trade: { sellPrice: bars[2]!.open, sellDate: bars[2]!.date },
      stats: { day: 3, totalTrades: 1, remaining: 0, remainingOfAll: 3 },
    })
  })

  it('does not allow that level to be started again; no other level can be started while one is open (GAME-16)', async () => {
    const who = await someone('us-yearly')
    expect((await levelsOf(who, 1)).filter(({ played }) => !played)).toEqual([])
    expect(await new Playing(who, 1, 3).ask('start')).toMatchObject({ http: 409, errors: [{ code: 'not-now' }] })
    const open = new Playing(who, 2, 1)
    await open.play('start')
    const answers = await Promise.all([new Playing(who, 2, 2).ask('start'), new Playing(who, 3, 1).ask('start')])
    for (const answer of answers) expect(answer).toMatchObject({ http: 409, errors: [{ code: 'level-open' }] })
    expect((await levelsOf(who, 0)).filter(it => it.open)).toMatchObject([{ playlistId: 2, levelId: 1 }])
    await open.play('finish')
  })

  it('is required before another level can be opened, even with concurrent starts', async () => {
    const who = await someone('jp-trial')
    const starts = await Promise.all([1, 2, 3].map(levelId => new Playing(who, 1, levelId).ask('start')))
    expect(starts.map(({ http }) => http).toSorted((a, b) => a - b)).toEqual([200, 409, 409])
  })
})

describe('charts of a level (GAME-37)', () => {
  const told = async (who: ApiClient, query: Record<string, string>) => {
    const answer = await who.raw('GET', `${chartHistory.path}?${new URLSearchParams(query).toString()}`)
    return {
      http: answer.http,
      ...(answer as unknown as { s: string; bars: { time: number; high: number; close: number }[] }),
    }
  }

  it('never go past the day the player has reached, whatever range is requested (CHART-18)', async () => {
    const who = await someone('friend')
    const playing = new Playing(who, 2, 2)
    const names = [{ symbol: 'GAME:2-2' }, { symbol: 'GAME:2:2' }, { symbol: '2-2', isGame: 'true' }]
    expect(await told(who, names[0]!)).toMatchObject({ http: 200, s: 'no_data' })
    await playing.play('start', 'week', 'day')
    const { time } = playing.last!.bars.at(-1)!
    const all = (await detailOf(who, 2, 2)).data.play!.bars
    for (const name of names) expect((await told(who, { ...name, format: 'bars' })).bars).toEqual(all)
    for (const more of [{ to: '99999999999' }, { from: '0', to: '4000000000', countback: '20000' }])
      expect((await told(who, { ...names[0]!, ...more })).bars.at(-1)!.time).toBe(time)
    const before = { to: String(time / 1_000) }
    expect((await told(who, { ...names[0]!, ...before })).bars).toEqual(all.slice(0, -1))
    for (const resolution of ['1W', '1M']) {
      const spans = (await told(who, { ...names[0]!, resolution })).bars
      expect(spans.at(-1)!.close).toBe(all.at(-1)!.close)
      expect(Math.max(...spans.map(({ high }) => high))).toBe(Math.max(...all.map(({ high }) => high)))
    }
  })

  it('are available only to the player who has started the level', async () => {
    const other = await someone('credit')
    expect(await told(other, { symbol: 'GAME:2-2' })).toMatchObject({ s: 'no_data' })
  })

  it('name the stock by its alias only, and reveal nothing else about the game (CHART-23)', async () => {
    const who = await someone('friend')
    const symbol = await who.raw('GET', `${chartSymbols.path}?symbol=2-2&isGame=true`)
    expect(symbol).toMatchObject({ http: 200, name: '2-2', description: '2-2', exchange: 'GAME' })
    for (const query of ['secret', '秘密', 'S22', '2-2'])
      for (const exchange of ['', 'GAME'])
        expect(
          await who.raw('GET', `${chartSearch.path}?${new URLSearchParams({ query, exchange }).toString()}`),
        ).not.toHaveProperty('0')
    for (const name of ['GAME:S22', 'GAME:9-9', 'GAME:INDEX']) {
      expect((await told(who, { symbol: name })).http).toBe(404)
      expect((await who.raw('GET', `${chartSymbols.path}?symbol=${name}`)).http).toBe(404)
    }
    const quotes = await who.raw('GET', `${chartQuotes.path}?symbols=GAME:S22,GAME:2-2`)
    expect(JSON.stringify(quotes)).not.toContain('"s":"ok","n"')
    const patterns = await who.ask(chartPatterns, { query: { symbol: 'GAME:S22', from: '0', to: '4000000000' } })
    expect(patterns.data).toEqual([])
  })
})

describe('two players of one level', () => {
  const moves = ['start', 'buy', 'week', 'sell', 'buy', 'day', 'sell'] as const
  let players: [Playing, Playing]
  let open: [GamePlay, GamePlay]
  let finished: [GamePlay, GamePlay]

  beforeAll(async () => {
    await testServer.database.pool.query(
      `insert into users (issuer, subject, email, name) select 'scales', name, name || '@demo.example', name
       from unnest(array['scale-one', 'scale-two']) as name`,
    )
    players = [new Playing(await someone('scale-one'), 1, 3), new Playing(await someone('scale-two'), 1, 3)]
    const each = async (act: (playing: Playing) => Promise<GamePlay>) =>
      [await act(players[0]), await act(players[1])] as [GamePlay, GamePlay]
    await each(playing => playing.play(...moves))
    open = await each(async ({ apiClient }) => (await detailOf(apiClient, 1, 3)).data.play!)
    finished = await each(playing => playing.play('finish'))
  })

  it('see the same days, at prices on their own scales, from half to double', () => {
    const [mine, other] = open
    expect(mine.bars.map(({ time }) => time)).toEqual(other.bars.map(({ time }) => time))
    const ratio = mine.bars[0]!.close / other.bars[0]!.close
    expect(ratio).not.toBe(1)
    expect(ratio).toBeGreaterThanOrEqual(0.25)
    expect(ratio).toBeLessThanOrEqual(4)
    for (const [at, bar] of mine.bars.entries()) {
      for (const price of ['open', 'high', 'low', 'close'] as const)
        expect(bar[price] / other.bars[at]![price] / ratio).toBeCloseTo(1, 5)
      // Volumes are whole numbers and prices are rounded, so their ratio is not exact.
      const exact = players[0].scale / players[1].scale
      const rounding = 0.5 + 0.5 * exact + 1e-6
      expect(Math.abs(bar.volume * exact - other.bars[at]!.volume)).toBeLessThanOrEqual(rounding)
    }
    for (const { scale } of players) {
      expect(scale).toBeGreaterThanOrEqual(0.5)
      expect(scale).toBeLessThanOrEqual(2)
    }
  })

  it('get the same returns from the same moves, to the last digit', () => {
    const returns = ({ trades, stats }: GamePlay) => [...trades.map(it => it.returnRate), stats.totalReturn]
    expect(returns(finished[0])).toEqual(returns(finished[1]))
    const { marketReturn, buyAndHoldReturn } = finished[0].review!
    expect(finished[1].review).toMatchObject({ marketReturn, buyAndHoldReturn })
  })

  it('see the same price in the chart, its marks, the statistics and the trade', () => {
    for (const { bars, fills, trades, dayOneTime } of open) {
      const opens = bars.filter(({ time }) => time >= dayOneTime).map(bar => bar.open)
      expect(fills.map(({ price }) => price)).toEqual(fills.map(({ day }) => opens[day - 1]))
      expect(trades.map(it => [it.buyPrice, it.sellPrice])).toEqual(
        trades.map(it => [opens[Number(it.buyDate) - 1], opens[Number(it.sellDate) - 1]]),
      )
    }
  })

  it('see the true prices at the end, and the factor between these and the prices they played at', () => {
    const actual = worldBars(seedOf(players[0].level)).filter(({ date }) => date >= players[0].level.start)
    for (const { level, trades } of finished)
      for (const { actualBuyPrice, buyPrice, buyDate } of trades) {
        expect(actualBuyPrice).toBe(actual.find(({ date }) => date === buyDate)!.open)
        expect(buyPrice / actualBuyPrice! / level.multiplier!).toBeCloseTo(1, 5)
      }
  })

  it('keep the prices they played at in charts of other programs and in their export', async () => {
    for (const [at, { apiClient }] of players.entries()) {
      const query = new URLSearchParams({ symbol: 'GAME:1-3', format: 'bars' }).toString()
      const history = await apiClient.raw('GET', `${chartHistory.path}?${query}`)
      const { bars } = open[at]!
      expect((history as unknown as { bars: object[] }).bars.slice(0, bars.length)).toEqual(bars)
      type Told = Record<'game_play' | 'game_trade', { level_id: number; buy_price: number; sell_price: number }[]>
      const { game_play, game_trade } = (await apiClient.raw('GET', exportPersonalData.path)) as unknown as Told
      expect(game_trade.map(it => [it.buy_price, it.sell_price])).toEqual(
        finished[at]!.trades.map(it => [it.buyPrice, it.sellPrice]),
      )
      expect(game_play[0]).not.toHaveProperty('scale')
    }
  })
})

describe('saving a trade (GAME-20, 34, 41)', () => {
  let who: ApiClient
  let trade: GameTrade

  beforeAll(async () => {
    who = await someone('credit')
    const playing = new Playing(who, 1, 1)
    trade = (await playing.play('start', 'buy', 'day', 'sell')).trade!
  })
  const save = async (body: unknown) => (await who.ask(saveGameTrade, { body })).http
  const rows = async () =>
    await testServer.database.db.selectFrom('game_trade').selectAll().where('user_id', '=', who.userId).execute()

  it('is acknowledged every time, but stores the trade only once', async () => {
    expect((await rows())[0]!.saved_at).toBeNull()
    expect(await save(trade)).toBe(200)
    const saved = await rows()
    expect(saved[0]!.saved_at).not.toBeNull()
    expect(await Promise.all([save(trade), save(trade), save(trade)])).toEqual([200, 200, 200])
    expect(await rows()).toEqual(saved)
  })

  it('neither adds nor changes a trade', async () => {
    const before = await rows()
    const forged: Partial<GameTrade>[] = [
      { returnRate: trade.returnRate + 1 },
      { sellPrice: trade.sellPrice * 2 },
      { buyPrice: trade.buyPrice / 2 },
      { buyDate: 1 },
      { sellDate: 9 },
      { levelId: 2 },
      { playlistId: 2 },
      { stockCode: 'S11' },
      { actualBuyPrice: 1 },
    ]
    for (const change of forged) expect(await save({ ...trade, ...change })).toBe(400)
    for (const broken of [{}, { ...trade, returnRate: -2 }, { ...trade, buyPrice: 'x' }, { ...trade, levelId: 1e9 }])
      expect(await save(broken)).toBe(400)
    expect(await rows()).toEqual(before)
  })

  it('also accepts the trade with the values that are shown after the game’s end', async () => {
    const playing = new Playing(who, 1, 1)
    playing.steps = 4
    const { trades } = await playing.play('finish')
    expect(await save(trades[0])).toBe(200)
    expect(await save(trade)).toBe(200)
    expect(await rows()).toHaveLength(1)
  })

  it('is not required, because every trade counts anyway', async () => {
    const { rows: totals } = await testServer.database.pool.query<{ total: number; unsaved: number }>(
      'select sum(return_rate) as total, count(*) filter (where saved_at is null) as unsaved from game_trade where user_id = $1',
      [(await someone('us-yearly')).userId],
    )
    expect(totals[0]).toMatchObject({ unsaved: 2 })
  })
})

describe('the leaderboard and its ranks', () => {
  const all = { playlistId: '2' }

  it('have no rows while there are no players (GAME-40), and a player without trades has the rank -1 (GAME-14)', async () => {
    const who = await someone('full-lists')
    expect(await board(who, { playlistId: '3' })).toEqual([])
    expect((await someone('free')) && (await rankOf(await someone('expired-card')))).toEqual({
      allTimeRank: -1,
      monthlyRank: -1,
    })
  })

  it('include only players who have finished every level of the playlist (GAME-04, 15, 29, 35)', async () => {
    const who = await someone('hk-downgrade')
    await new Playing(who, 2, 1).play('start', 'buy', 'week', 'sell', 'finish')
    expect(await board(who, all)).toEqual([])
    expect(await rankOf(who, 2)).toEqual({ allTimeRank: -1, monthlyRank: -1 })
    const playing = new Playing(who, 2, 2)
    await playing.play('start', 'buy', 'day', 'sell', 'buy', 'day', 'sell', 'finish')
    const { rows } = await testServer.database.pool.query<{ total: number; average: number }>(
      'select sum(return_rate) as total, sum(return_rate) / 2 as average from game_trade where user_id = $1',
      [who.userId],
    )
    expect(await board(who, all)).toEqual([
      {
        name: 'Demo HK Downgrade',
        totalReturn: expect.closeTo(rows[0]!.total, 12),
        averageReturn: expect.closeTo(rows[0]!.average, 12),
        own: true,
      },
    ])
  })

  it('cover all time or the Hong Kong month, by total or average, ascending or descending (GAME-35, 43)', async () => {
    // Insert two more players who have finished the playlist, one of them last month.
    const put = async (name: string, returns: number[], soldAt: Date) => {
      const user_id = (await someone(name)).userId
      const of = { user_id, playlist_id: 2 as const }
      await testServer.database.write(async tx => {
        await tx
          .insertInto('game_play')
          .values([1, 2].map(level_id => ({ ...of, level_id, started_at: soldAt, finished_at: soldAt })))
          .execute()
        const priced = { buy_day: 2, buy_price: 1, sell_day: 3, sold_at: soldAt }
        await tx
          .insertInto('game_trade')
          .values(
            returns.map((rate, at) => ({
              ...of,
              ...priced,
              level_id: 1,
              step: at + 3,
              sell_price: 1 + rate,
              return_rate: rate,
            })),
          )
          .execute()
        await tx
          .insertInto('game_place')
          .values({ ...of, earned_at: soldAt })
          .execute()
      })
    }
    const month = new Date(testServer.clock.now() + 8 * 3_600_000).toISOString().slice(0, 7)
    const monthBegan = Date.parse(`${month}-01T00:00:00+08:00`)
    await put('sunday-club', [0.5, 0.5, 0.5], new Date(monthBegan - 1))
    await put('affiliate', [0.9], new Date(monthBegan))
    const who = await someone('hk-downgrade')
    const names = async (query: Record<string, string>) =>
      (await board(who, { ...all, ...query })).map(({ name }) => name)
    const own = 'Demo HK Downgrade'
    expect(await names({})).toEqual(['Demo Sunday Club', 'Demo Affiliate', own])
    expect(await names({ direction: 'desc' })).toEqual([own, 'Demo Affiliate', 'Demo Sunday Club'])
    expect(await names({ sortByTotalReturn: 'false' })).toEqual(['Demo Sunday Club', 'Demo Affiliate', own])
    expect(await names({ isAllTime: 'false' })).toEqual(['Demo Affiliate', own])
    expect(await rankOf(who, 2)).toEqual({ allTimeRank: 3, monthlyRank: 2 })
  })

  it('average over the finished levels, and rank by average only players with a trade in at least half of them', async () => {
    const { pool } = testServer.database
    const { userId } = await someone('expired-card')
    await pool.query('delete from game_play where user_id = $1', [userId])
    const levels = [
      [1, 1],
      [2, 1],
      [2, 2],
    ]
    for (const [playlist, level] of levels)
      await pool.query(
        `insert into game_play (user_id, playlist_id, level_id, started_at, finished_at)
         values ($1, $2, $3, product_now(), product_now())`,
        [userId, playlist, level],
      )
    const trade = (playlist: number, level: number, rate: number) =>
      pool.query(
        `insert into game_trade (user_id, playlist_id, level_id, step, buy_day, buy_price, sell_day, sell_price, return_rate, sold_at)
         values ($1, $2, $3, 3, 2, 1, 3, 1 + $4::float8, $4, product_now())`,
        [userId, playlist, level, rate],
      )
    await pool.query(`insert into game_place (user_id, playlist_id, earned_at) values ($1, 0, product_now())`, [userId])
    const every = { playlistId: '0' }
    const who = await someone('expired-card')
    const byAverage = () => board(who, { ...every, sortByTotalReturn: 'false' })
    await trade(1, 1, 9)
    expect(await board(who, every)).toMatchObject([{ totalReturn: 9, averageReturn: 3, own: true }])
    expect(await byAverage()).toEqual([])
    await trade(2, 1, -0.3)
    await expect.poll(byAverage).toMatchObject([{ averageReturn: expect.closeTo(2.9, 12), own: true }])
    await pool.query('delete from game_play where user_id = $1', [userId])
    await pool.query('delete from game_place where user_id = $1', [userId])
  })

  it('omit a player immediately after staff remove them, and include everything they played once they are allowed again', async () => {
    const { userId } = await someone('hk-downgrade')
    const admin = await someone('admin')
    const who = await someone('hk-downgrade')
    const names = async () => (await board(who, all)).map(({ name }) => name)
    const before = [await names(), await rankOf(who, 2)]
    expect(before[0]).toContain('Demo HK Downgrade')
    const set = async (onBoards: boolean) =>
      await admin.ask(setOnBoards, {
        params: { userId: String(userId) },
        body: { onBoards, reason: 'a program played' },
      })
    for (let twice = 0; twice < 2; twice++) expect((await set(false)).data).toEqual({ onBoards: false })
    await expect.poll(names).not.toContain('Demo HK Downgrade')
    await expect.poll(() => rankOf(who, 2)).toEqual({ allTimeRank: -3, monthlyRank: -3 })
    await set(true)
    await expect.poll(async () => [await names(), await rankOf(who, 2)]).toEqual(before)
    const { data } = await admin.ask(readCustomer, { params: { userId: String(userId) } })
    expect(data.audit.map(({ action }) => action)).toEqual(['boards-joined', 'boards-left'])
  })

  it('never contain an e-mail address, and show a new name immediately', async () => {
    const { userId } = await someone('affiliate')
    const { db } = testServer.database
    const name = async (to: string) =>
      await testServer.database.write(tx =>
        tx.updateTable('users').set({ name: to }).where('user_id', '=', userId).execute(),
      )
    await name('')
    const free = await someone('free')
    expect((await board(free, all)).map(it => it.name)).toContain(`Trader ${userId}`)
    free.language = 'zh'
    expect((await board(free, all)).map(it => it.name)).toContain(`交易員 ${userId}`)
    await name('New Name')
    expect((await board(free, all)).map(it => it.name)).toContain('New Name')
    expect(await db.selectFrom('users').select('email').where('user_id', '=', userId).executeTakeFirst()).toBeDefined()
  })

  it('have 20 places, and report a rank beyond them as -2 (GAME-14, 42)', async () => {
    const { pool } = testServer.database
    const { rows } = await pool.query<{ user_id: number }>(
      `insert into users (issuer, subject, name) select 'crowd', 'c' || n, 'Crowd ' || n from generate_series(1, 25) n returning user_id`,
    )
    const ids = rows.map(({ user_id }) => user_id)
    await pool.query(
      `insert into game_play (user_id, playlist_id, level_id, started_at, finished_at)
       select unnest($1::bigint[]), 3, 1, $2, $2`,
      [ids, new Date(testServer.clock.now())],
    )
    await pool.query(
      `insert into game_trade (user_id, playlist_id, level_id, step, buy_day, buy_price, sell_day, sell_price, return_rate, sold_at)
       select id, 3, 1, 3, 2, 1, 3, 1, 1000 + n, $2::timestamptz from unnest($1::bigint[]) with ordinality as ids(id, n)`,
      [ids, new Date(testServer.clock.now())],
    )
    const who = await someone('full-lists')
    await new Playing(who, 3, 1).play('start', 'buy', 'day', 'sell', 'finish')
    expect(await rankOf(who, 3)).toEqual({ allTimeRank: 1, monthlyRank: 1 })
    await testServer.database.write(tx =>
      tx
        .insertInto('game_place')
        .values(ids.map(user_id => ({ user_id, playlist_id: 3 as const, earned_at: new Date(testServer.clock.now()) })))
        .execute(),
    )
    expect(await rankOf(who, 3)).toEqual({ allTimeRank: -2, monthlyRank: -2 })
    const rows20 = await board(who, { playlistId: '3' })
    expect([rows20.length, rows20[0]!.name, rows20[19]!.name]).toEqual([20, 'Crowd 25', 'Crowd 6'])
  })

  it('reserve a player’s rank for holders of a plan, while the game is open to everybody (GAME-33, 38)', async () => {
    const free = await someone('free')
    expect(await free.ask(gameRank, { query: { playlistId: '1' } })).toMatchObject({ http: 403, status: 'Forbidden' })
    expect((await free.ask(gameLeaderboard, { query: all })).http).toBe(200)
    expect((await free.raw('GET', '/game/rank?playlistId=9')).http).toBe(403)
    expect((await (await someone('hk-monthly')).raw('GET', '/game/rank?playlistId=9')).http).toBe(400)
  })
})

describe('the skill-or-luck line', () => {
  it('counts trades of finished levels only, because those of an open level would reveal how it ends', async () => {
    const who = await someone('hk-no-renew')
    const skill = async () => (await who.ask(gameSkill, { query: { playlistId: '0' } })).data
    const playing = new Playing(who, 1, 1)
    await playing.play('start', 'buy', 'day', 'sell')
    expect(await skill()).toEqual({ verdict: 'not-enough-trades', trades: 0, wins: 0, expectedWins: 0 })
    const { trades } = await playing.play('finish')
    const bars = playedBars(playing.level)
    const opens = [...bars.slice(1).map(({ open }) => open), bars.at(-1)!.close]
    const windows = opens.slice(2).map((price, at) => price > opens[at]!)
    const { expectedWins, ...rest } = await skill()
    expect(rest).toEqual({ verdict: 'not-enough-trades', trades: 1, wins: trades[0]!.returnRate > 0 ? 1 : 0 })
    expect(expectedWins).toBeCloseTo(windows.filter(Boolean).length / windows.length, 12)
  })
})

describe('a user’s game data', () => {
  it('is in their export, without revealing an open level, and is deleted with the account', async () => {
    const who = await someone('affiliate-empty')
    const playing = new Playing(who, 1, 2)
    await playing.play('start', 'buy', 'week', 'sell')
    type Told = { game_play: object[]; game_trade: { random_rate: unknown }[]; game_place: object[] }
    const told = (await who.raw('GET', exportPersonalData.path)) as unknown as Told
    expect([told.game_play.length, told.game_trade.length, told.game_place.length]).toEqual([1, 1, 0])
    expect(told.game_trade[0]!.random_rate).toBeNull()
    expect(tells([told.game_play, told.game_trade], secretsOf(2))).toEqual([])
    expect((await who.ask(deleteAccount)).http).toBe(200)
    await testServer.database.write(tx => tx.deleteFrom('users').where('user_id', '=', who.userId).execute())
    for (const table of ['game_play', 'game_trade', 'game_place'] as const)
      expect(
        await testServer.database.db.selectFrom(table).select('user_id').where('user_id', '=', who.userId).execute(),
      ).toEqual([])
  })
})

describe('a playlist upload (UPL-11, 24)', () => {
  const upload = (...rows: string[]) => send(staff, uploadGameLevels, {}, { gameLevelCsv: lines(levelHeads, ...rows) })
  const [from, to] = [worldDays[30], worldDays[50]]

  it('is stored with its number of levels, and can be repeated (UPL-26)', async () => {
    const { playlistId, levelId, code, start, end, multiplier, name, nameZh } = worldLevels[0]!
    const again = [playlistId, levelId, code, 'GAME', start, end, multiplier, name, nameZh].join(',')
    expect(await upload(again)).toMatchObject({ http: 200, data: { count: 1, created: 0, notes: [] } })
    expect(await upload(`3,7,S31,,${from},${to},,New,新`)).toMatchObject({ http: 200, data: { count: 1 } })
    const free = await someone('free')
    expect((await levelsOf(free, 3)).map(({ stockCode }) => stockCode)).toEqual(['3-1', '3-7'])
    expect(await upload(`3,7,S22,,${from},${to},1.5,Other,`)).toMatchObject({ http: 200, data: { count: 1 } })
    await new Playing(free, 3, 1).play('start', 'finish')
    lookOn(free)
    const { data } = await free.ask(gameStep, { body: { playlistId: 3, levelId: 7, action: 'start', steps: 0 } })
    const shown = worldBars(202).find(({ date }) => date === from)!
    const scale = await scaleOf(free, { playlistId: 3, levelId: 7 })
    expect(data.bars.at(-1)!.close).toBe(Number((Number((shown.close * 1.5).toPrecision(7)) * scale).toPrecision(7)))
  })

  it('also accepts a stock of a real market, and offers the level once its prices are loaded (GAME-12)', async () => {
    const answer = await upload(`2,8,700,HKEX,${from},${to},2,,`)
    expect(answer).toMatchObject({
      http: 200,
      data: { count: 1, notes: ['levels that are not offered until their prices are loaded: 1'] },
    })
    expect((await levelsOf(await someone('free'), 2)).map(({ levelId }) => levelId)).toEqual([1, 2])
  })

  it('is refused as a whole, naming each bad line with its reason', async () => {
    const answer = await upload(
      `1,4,S99,,${from},${to},1,,`,
      `4,5,S99,,${from},${to},1,,`,
      `1,0,S99,,${from},${to},1,,`,
      `1,6,S99,XX,${from},${to},1,,`,
      `1,7,S99,,${to},${from},1,,`,
      `1,8,S99,,${from},${to},0,,`,
      `1,9,,,soon,${to},1,,`,
    )
    expect([answer.http, answer.errors.map(({ message }) => message)]).toEqual([
      400,
      [
        'line 3: playlistId must be 1, 2 or 3, not 4',
        'line 4: levelId is out of range: 0',
        'line 5: exchange must be one of HKEX, US, JP, CN, TW, GAME, not XX',
        `line 6: endTime ${from} is not after startTime ${to}`,
        'line 7: multiplier is out of range: 0',
        'line 8: startTime is not a date (YYYY-MM-DD or YYYYMMDD): soon',
      ],
    ])
    const twice = await upload(`1,4,S99,,${from},${to},1,,`, `1,4,S98,,${from},${to},1,,`)
    expect(twice.errors.map(({ message }) => message)).toEqual(['line 3: the same playlistId and levelId as line 2'])
    expect((await levelsOf(staff, 1)).map(({ levelId }) => levelId)).toEqual([1, 2, 3])
  })

  it('cannot change a level that a player has started', async () => {
    const answer = await upload(`1,1,S12,,${from},${to},1,,`, `1,4,S12,,${from},${to},1,,`)
    expect([answer.http, answer.errors.map(({ message }) => message)]).toEqual([
      400,
      ['line 2: this level has been started, so its stock, span and multiplier stay as they are'],
    ])
  })

  it('leaves no player stuck in a level whose prices were rolled back', async () => {
    const bars = worldBars(5).map(it => [it.date, it.open, it.high, it.low, it.close, it.volume].join(','))
    const priceCsv = lines('date,open,high,low,close,volume', ...bars)
    const { data } = await send(staff, uploadPrices, { exchange: 'GAME', stockCode: 'GONE' }, { priceCsv })
    expect((await upload(`3,9,GONE,,${from},${to},1,,`)).http).toBe(200)
    const who = await someone('hk-monthly')
    const step = (levelId: number, action: string, steps = 0) => {
      lookOn(who)
      return who.ask(gameStep, { body: { playlistId: 3, levelId, action, steps } })
    }
    expect([(await step(9, 'start')).http, (await step(9, 'buy', 1)).http]).toEqual([200, 200])
    expect((await step(1, 'start')).errors[0]!.code).toBe('level-open')
    expect((await staff.raw('POST', `/admin/data/uploads/${data.uploadId}/roll-back`, {})).http).toBe(200)
    expect((await step(9, 'sell', 2)).http).toBe(404)
    expect((await step(1, 'start')).http).toBe(200)
  })

  it('can be rolled back, except for levels that were started', async () => {
    const levels = async () =>
      (await testServer.database.pool.query('select * from game_level where playlist_id = 3 order by level_id')).rows
    const back = (uploadId: number | null) => staff.raw('POST', `/admin/data/uploads/${uploadId}/roll-back`, {})
    await upload(`3,20,S12,,${from},${to},1,Before,`)
    const before = await levels()
    const changed = await upload(`3,20,S12,,${from},${to},1,After,`, `3,21,S12,,${from},${to},1,,`)
    expect(await levels()).not.toEqual(before)
    expect((await back(changed.data.uploadId)).http).toBe(200)
    expect(await levels()).toEqual(before)

    const started = await upload(`3,22,S12,,${from},${to},1,,`)
    const who = await someone('sunday-club')
    const begun = await who.ask(gameStep, { body: { playlistId: 3, levelId: 22, action: 'start', steps: 0 } })
    expect([begun.http, begun.errors]).toEqual([200, undefined])
    const refused = await back(started.data.uploadId)
    expect([refused.http, refused.errors[0]?.message]).toEqual([
      409,
      expect.stringContaining('started one of its levels'),
    ])
  })

  it('is for staff only, and a dry run stores nothing', async () => {
    const row = `1,4,S12,,${from},${to},1,,`
    expect(
      (await send(await someone('friend'), uploadGameLevels, {}, { gameLevelCsv: lines(levelHeads, row) })).http,
    ).toBe(403)
    const dry = await send(staff, uploadGameLevels, { dryRun: 'true' }, { gameLevelCsv: lines(levelHeads, row) })
    expect(dry).toMatchObject({ http: 200, data: { count: 1, uploadId: null } })
    expect((await levelsOf(staff, 1)).map(({ levelId }) => levelId)).toEqual([1, 2, 3])
  })
})
