// @module-tag slow
import { chartHistory } from '@finlist/contract/charts/chart'
import {
  type GameTrade,
  gameLevel,
  gameLevels,
  gameRank,
  gameSkill,
  gameStep,
  saveGameTrade,
} from '@finlist/contract/fintrainer'
import { type Game, type GameAction, play, startGame, type Trade } from '@finlist/domain/fintrainer/play'
import { shownTimes } from '@finlist/domain/fintrainer/scale'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { ApiClient, openTestServer, type TestServer } from '../test-server.ts'
import { chance, loadWorld, lookOn, Playing, playedBars, type WorldLevel, worldLevels } from './game-world.ts'

const cheats = 1_000
const random = chance(1_000)
const oneOf = <T>(list: readonly T[]): T => list[Math.floor(random() * list.length)]!
const upTo = (most: number) => Math.floor(random() * most)

let testServer: TestServer
let cheat: ApiClient
let other: ApiClient
/** A trade by another player. */
let othersTrade: GameTrade

beforeAll(async () => {
  testServer = await openTestServer()
  await loadWorld(await ApiClient.byToken(testServer, 'staff'))
  cheat = await ApiClient.byToken(testServer, 'us-yearly')
  other = await ApiClient.byToken(testServer, 'hk-yearly')
  othersTrade = (await new Playing(other, 1, 1).play('start', 'buy', 'week', 'sell')).trade!
  await seatRivals([-0.9, -0.5, -0.2, -0.05, 0, 0.05, 0.2, 0.5, 0.9])
})
afterAll(() => testServer.close())

/** Creates rivals with these totals on the leaderboard of all levels. */
async function seatRivals(totals: number[]) {
  const { pool } = testServer.database
  const { rows } = await pool.query<{ user_id: number }>(
    `insert into users (issuer, subject, name) select 'rivals', n, 'Rival ' || n from generate_series(1, $1) n returning user_id`,
    [totals.length],
  )
  const ids = rows.map(({ user_id }) => user_id)
  await pool.query(
    `insert into game_play (user_id, playlist_id, level_id, started_at, finished_at)
     select unnest($1::bigint[]), 1, 1, now(), now()`,
    [ids],
  )
  await pool.query(
    `insert into game_trade (user_id, playlist_id, level_id, step, buy_day, buy_price, sell_day, sell_price, return_rate, sold_at)
     select id, 1, 1, 3, 2, 1, 3, 1 + total, total, now() from unnest($1::bigint[], $2::float8[]) as rival(id, total)`,
    [ids, totals],
  )
  await pool.query('insert into game_place (user_id, playlist_id, earned_at) select unnest($1::bigint[]), 0, now()', [
    ids,
  ])
}

const honestTotal = () => honest.trades.reduce((sum, { returnRate }) => sum + returnRate, 0)

/** Returns the rank that an honest player's total deserves, or -1 before the last level is finished. */
async function honestRank(): Promise<number> {
  if (!honest.over) return -1
  const total = honestTotal()
  const { rows } = await testServer.database.pool.query<{ better: number }>(
    `select count(*) as better from (select sum(return_rate) as total from game_trade join users using (user_id)
       where issuer = 'rivals' group by user_id) rivals where total > $1`,
    [total + 1e-9],
  )
  return rows[0]!.better + 1
}

/**
 * The results of an honest player who takes the same steps, computed outside the server from the levels' own prices.
 */
class Honest {
  at = -1
  steps = 0
  game: Game = { day: 0, bought: null, finished: true }
  trades: (Trade & { level: WorldLevel })[] = []
  told: GameTrade[] = []

  get level(): WorldLevel {
    return worldLevels[Math.max(0, this.at)]!
  }
  get days() {
    const timeOf = shownTimes(this.level.start)
    return playedBars(this.level).map(({ date, open, close }) => ({ time: timeOf(date), open, close }))
  }
  get over(): boolean {
    return this.game.finished && this.at === worldLevels.length - 1
  }

  offers(action: GameAction): boolean {
    return action !== 'start' && play(this.days, this.game, action) !== undefined
  }

  step(action: GameAction) {
    this.steps++
    if (action === 'start') {
      this.at++
      this.steps = 1
      this.game = startGame(this.days)
      return
    }
    const played = play(this.days, this.game, action)!
    this.game = played.game
    if (played.trade) this.trades.push({ ...played.trade, level: this.level })
  }
}

const honest = new Honest()
const body = (action: GameAction, steps: number, { playlistId, levelId } = honest.level) => ({
  playlistId,
  levelId,
  action,
  steps,
})
const path = ({ playlistId, levelId }: WorldLevel) => ({ playlistId: String(playlistId), levelId: String(levelId) })

/** Returns everything of the cheating player that counts, as stored. */
async function standing() {
  const { rows } = await testServer.database.pool.query<{ counts: unknown }>(
    `select json_build_object(
       'plays', (select json_agg(json_build_array(playlist_id, level_id, day, buy_day, buy_price, steps, finished_at is null)
         order by playlist_id, level_id) from game_play where user_id = $1),
       'trades', (select json_agg(json_build_array(playlist_id, level_id, step, buy_day, buy_price, sell_day, sell_price,
         return_rate, sold_at) order by playlist_id, level_id, step) from game_trade where user_id = $1),
       'places', (select count(*) from game_place where user_id = $1)) as counts`,
    [cheat.userId],
  )
  return JSON.stringify(rows[0]!.counts)
}

/** Checks that the cheating player's trades in the database are the honest player's. */
async function isHonest(): Promise<boolean> {
  const { db } = testServer.database
  const trades = await db
    .selectFrom('game_trade')
    .select(['playlist_id', 'level_id', 'buy_day', 'buy_price', 'sell_day', 'sell_price', 'return_rate'])
    .where('user_id', '=', cheat.userId)
    .orderBy('playlist_id')
    .orderBy('level_id')
    .orderBy('step')
    .execute()
  const wanted = honest.trades.map(it => ({
    playlist_id: it.level.playlistId,
    level_id: it.level.levelId,
    buy_day: it.buyDay,
    buy_price: it.buyPrice,
    sell_day: it.sellDay,
    sell_price: it.sellPrice,
    return_rate: it.returnRate,
  }))
  return JSON.stringify(trades) === JSON.stringify(wanted)
}

/** Plays a permitted step as the cheating player, and records the answer. */
async function goOn(action: GameAction, more: object = {}, headers: Record<string, string> = {}): Promise<boolean> {
  const next = action === 'start' ? worldLevels[honest.at + 1]! : honest.level
  const sent = { ...body(action, action === 'start' ? 0 : honest.steps, next), ...more }
  lookOn(cheat)
  const answer = await cheat.raw('POST', gameStep.path, sent, headers)
  if (answer.http !== 200) throw new Error(`${action}: ${JSON.stringify(answer.errors)}`)
  honest.step(action)
  const { trade, stats } = answer.data as { trade: GameTrade | null; stats: { day: number } }
  if (trade) honest.told.push(trade)
  return stats.day === honest.game.day
}

async function anyStep(more: object = {}, headers: Record<string, string> = {}): Promise<boolean> {
  if (honest.over) return true
  if (honest.game.finished) return await goOn('start', more, headers)
  const offered = (['day', 'day', 'buy', 'sell'] as const).filter(it => honest.offers(it))
  return await goOn(oneOf(offered), more, headers)
}

/** An attempt to cheat. Returns whether it gained or revealed anything. */
type Way = () => Promise<boolean>

const newest = () => honest.days[honest.game.day - 1]!.time
const forgedTimes = () => ({ time: upTo(4e9), date: '2023-06-30', soldAt: '2031-01-01', now: upTo(4e12) })
const anyAction = () => oneOf(['start', 'day', 'week', 'buy', 'sell', 'finish'] as const)

/** Attempts that must not change anything that counts, whatever the server answers. */
const idle: Record<string, Way> = {
  'future bars': async () => {
    const { playlistId, levelId, code } = honest.level
    const asked: Record<string, string> = {
      symbol: oneOf([`GAME:${playlistId}-${levelId}`, `GAME:${playlistId}:${levelId}`, `GAME:${code}`]),
      resolution: oneOf(['1D', 'D', '1W', '1M']),
      isGame: oneOf(['true', 'false']),
      from: String(upTo(1e9)),
      to: String(9e8 + upTo(4e9)),
      countback: String(upTo(5_000)),
      firstDataRequest: 'true',
      isSimulator: oneOf(['true', 'false']),
    }
    for (const name of ['isGame', 'to', 'countback', 'from', 'isSimulator']) if (random() < 0.4) delete asked[name]
    const answer = await cheat.raw('GET', `${chartHistory.path}?${new URLSearchParams(asked).toString()}`)
    const { bars = [], t = [] } = answer as unknown as { bars?: { time: number }[]; t?: number[] }
    return bars.some(({ time }) => time > newest()) || t.some(time => time * 1_000 > newest())
  },

  'a forged price': async () => {
    const told = honest.told.at(-1) ?? othersTrade
    const forged = {
      ...told,
      ...oneOf([
        { returnRate: told.returnRate + random() },
        { sellPrice: told.sellPrice * (1 + random()) },
        { buyPrice: told.buyPrice * random() },
        { sellDate: typeof told.sellDate === 'number' ? told.sellDate + 1 : '2023-06-30' },
        { actualSellPrice: 1_000 * (1 + random()) },
        { levelId: told.levelId + 1 },
      ]),
    }
    return (await cheat.ask(saveGameTrade, { body: forged })).http === 200
  },

  'a save again and again': async () => {
    const told = honest.told.at(-1)
    if (!told) return false
    const answers = await Promise.all([1, 2, 3].map(() => cheat.ask(saveGameTrade, { body: told })))
    return answers.some(({ http }) => http !== 200)
  },

  'a loss that is not saved': async () => {
    const { data } = await cheat.ask(gameRank, { query: { playlistId: '0' } })
    const { rows } = await testServer.database.pool.query<{ total: number }>(
      'select coalesce(sum(return_rate), 0) as total from game_trade where user_id = $1',
      [cheat.userId],
    )
    return Math.abs(rows[0]!.total - honestTotal()) > 1e-9 || data.allTimeRank !== (await honestRank())
  },

  'details read in a loop': async () => {
    const played = new Set(worldLevels.slice(0, honest.at + (honest.game.finished ? 1 : 0)))
    for (let look = 0; look < 2; look++) {
      const level = oneOf(worldLevels)
      const told = [
        await cheat.ask(gameLevel, { params: path(level) }),
        await cheat.ask(gameLevels, { params: { playlistId: String(level.playlistId) } }),
        await cheat.ask(gameSkill, { query: { playlistId: '0' } }),
      ]
      const text = JSON.stringify(told)
      for (const secret of worldLevels)
        if (!played.has(secret) && (text.includes(`"${secret.code}"`) || text.includes(`"${secret.name}"`))) return true
    }
    return false
  },

  'a level begun again': async () => {
    const level = honest.game.finished ? worldLevels[upTo(honest.at + 1)]! : oneOf(worldLevels)
    // Sending the first step twice is permitted: it gets the same answer and changes nothing.
    return (await cheat.ask(gameStep, { body: body('start', oneOf([0, honest.steps]), level) })).http === 500
  },

  'a step back': async () => {
    const steps = oneOf([honest.steps - 2 - upTo(5), honest.steps + 1 + upTo(9), -1, 0.5, 1e9])
    const action = anyAction()
    const answer = await cheat.ask(gameStep, { body: body(action, steps) })
    return answer.http === 200 && !(action === 'start' && steps === 0)
  },

  'somebody else’s game': async () => {
    const before = JSON.stringify((await other.ask(gameLevel, { params: path(worldLevels[0]!) })).data)
    const mine = { ...othersTrade, userId: cheat.userId }
    const saved = await cheat.ask(saveGameTrade, { body: mine })
    const stepped = await cheat.raw(
      'POST',
      gameStep.path,
      // In the cheating player's own play of that level this step number is too high.
      { ...body('sell', honest.at === 0 ? 9_999 : 4, worldLevels[0]!), userId: other.userId, user_id: other.userId },
      { 'x-user-id': String(other.userId) },
    )
    const after = JSON.stringify((await other.ask(gameLevel, { params: path(worldLevels[0]!) })).data)
    return before !== after || saved.http === 200 || stepped.http === 200
  },
}

/** Attempts that continue the game, and must do so exactly as for any player. */
const moving: Record<string, Way> = {
  'a step that brings its own price': async () => {
    const forged = {
      price: 0.01,
      buyPrice: 0.01,
      sellPrice: 1e9,
      returnRate: 9,
      day: 1,
      cursor: 99,
      userId: other.userId,
    }
    return !(await anyStep(forged))
  },

  'a changed clock': async () => {
    const headers = { date: 'Sat, 01 Jan 2000 00:00:00 GMT', 'x-client-time': String(upTo(4e12)) }
    const fair = await anyStep(forgedTimes(), headers)
    const { rows } = await testServer.database.pool.query<{ strange: number }>(
      `select count(*) as strange from game_trade where user_id = $1 and abs(extract(epoch from $2 - sold_at)) > 600`,
      [cheat.userId, new Date(testServer.clock.now())],
    )
    return !fair || rows[0]!.strange > 0
  },

  'two steps at once': async () => {
    if (honest.game.finished) return false
    const { steps } = honest
    lookOn(cheat)
    const answers = await Promise.all([1, 2, 3].map(() => cheat.ask(gameStep, { body: body('day', steps) })))
    if (answers.some(({ http }) => http !== 200)) return true
    honest.step('day')
    if (answers[0]!.data.trade) honest.told.push(answers[0]!.data.trade)
    return answers.some(({ data }) => data.stats.day !== honest.game.day)
  },
}

it(`no cheat improves a player’s rank (${cheats} attempts)`, async () => {
  await goOn('start')
  const gained: string[] = []
  let tried = 0
  const run = async ([name, way]: [string, Way]) => {
    tried++
    if (await way()) gained.push(`${tried}: ${name}`)
  }
  while (tried < cheats) {
    const before = await standing()
    await Promise.all(Object.entries(idle).map(run))
    if ((await standing()) !== before) gained.push(`${tried}: the standing has changed`)
    for (const way of Object.entries(moving)) await run(way)
    if (!(await isHonest())) gained.push(`${tried}: the trades are others`)
  }
  process.stdout.write(`${gained.length} of ${tried} cheats gained, in ${honest.trades.length} trades\n`)
  expect(gained).toEqual([])
  expect(honest.trades.length).toBeGreaterThan(20)
  while (!honest.over) await goOn(honest.game.finished ? 'start' : 'finish')
  const { data } = await cheat.ask(gameRank, { query: { playlistId: '0' } })
  expect(data.allTimeRank).toBeGreaterThan(0)
  expect(data.allTimeRank).toBe(await honestRank())
}, 300_000)
