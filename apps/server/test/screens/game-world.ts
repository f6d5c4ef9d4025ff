import { type GamePlay, gameStep, uploadGameLevels } from '@finlist/contract/fintrainer'
import { uploadPrices, uploadStocks } from '@finlist/contract/staff/admin'
import { type Day, tradingDays } from '@finlist/domain/calendar'
import type { GameAction } from '@finlist/domain/fintrainer/play'
import type { LevelName, PlaylistId } from '@finlist/domain/fintrainer/playlists'
import { lines, send } from '../data/send-files.ts'
import type { Answer, ApiClient } from '../test-server.ts'

export type WorldBar = { date: Day; open: number; high: number; low: number; close: number; volume: number }
export type WorldLevel = {
  playlistId: PlaylistId
  levelId: number
  code: string
  start: Day
  end: Day
  multiplier: number
  name: string
  nameZh: string
}

/** Returns a generator of pseudo-random numbers in [0, 1), the same in every run. */
export function chance(seed: number): () => number {
  let a = seed
  return () => {
    a = (a + 0x6d2b79f5) | 0
    let t = Math.imul(a ^ (a >>> 15), 1 | a)
    t = (t + Math.imul(t ^ (t >>> 7), 61 | t)) ^ t
    return ((t ^ (t >>> 14)) >>> 0) / 2 ** 32
  }
}

/** The trading days of the first half of 2023. */
export const worldDays = tradingDays('HKEX', '2023-01-03', '2023-06-30')

export function worldBars(seed: number): WorldBar[] {
  const random = chance(seed)
  const cents = (price: number) => Math.round(price * 100) / 100
  let close = 10 + 20 * random()
  return worldDays.map(date => {
    const open = cents(close * (0.97 + 0.06 * random()))
    close = cents(open * (0.96 + 0.085 * random()))
    const high = cents(Math.max(open, close) * (1 + 0.02 * random()))
    const low = cents(Math.min(open, close) * (1 - 0.02 * random()))
    return { date, open, high, low, close, volume: 1_000 * Math.round(100 + 900 * random()) }
  })
}

/** The levels. Each has its own stock, with forty days of history and sixty-one days to play. */
export const worldLevels: WorldLevel[] = (
  [
    [1, 1],
    [1, 2],
    [1, 3],
    [2, 1],
    [2, 2],
    [3, 1],
  ] as const
).map(([playlistId, levelId], at) => ({
  playlistId,
  levelId,
  code: `S${playlistId}${levelId}`,
  start: worldDays[40 + at]!,
  end: worldDays[100 + at]!,
  multiplier: [2.5, 0.37, 1, 4, 0.8, 1.9][at]!,
  name: `Secret ${at}`,
  nameZh: `秘密${at}`,
}))

export const seedOf = ({ playlistId, levelId }: Pick<WorldLevel, 'playlistId' | 'levelId'>) =>
  playlistId * 100 + levelId
/**
 * Returns the bars of the level's days of play: with the prices from which every player's returns are computed, or at
 * the player's own `scale`, as on their chart.
 */
export function playedBars(level: WorldLevel, scale = 1): WorldBar[] {
  const digits = (price: number) => Number(price.toPrecision(7))
  const shown = (price: number) => digits(digits(price * level.multiplier) * scale)
  return worldBars(seedOf(level))
    .filter(({ date }) => date >= level.start && date <= level.end)
    .map(bar => ({
      ...bar,
      open: shown(bar.open),
      close: shown(bar.close),
      high: shown(bar.high),
      low: shown(bar.low),
    }))
}

const level = (it: WorldLevel) =>
  [it.playlistId, it.levelId, it.code, 'GAME', it.start, it.end, it.multiplier, it.name, it.nameZh].join(',')
export const levelHeads = 'playlistId,levelId,stockCode,exchange,startTime,endTime,multiplier,stockName,stockNameZh'

/** Loads the levels as staff do: their list, and their prices as exchange GAME. */
export async function loadWorld(staff: ApiClient) {
  const bar = (code: string, it: WorldBar) => [code, it.date, it.open, it.high, it.low, it.close, it.volume].join(',')
  const rows = worldLevels.flatMap(it => worldBars(seedOf(it)).map(day => bar(it.code, day)))
  const index = worldBars(7).map(day => bar('INDEX', day))
  const prices = lines('stockCode,date,open,high,low,close,volume', ...rows, ...index)
  const stocks = lines('stockCode,stockName', '0700,Listed')
  for (const answer of [
    await send(staff, uploadPrices, { exchange: 'GAME' }, { priceCsv: prices }),
    await send(staff, uploadGameLevels, {}, { gameLevelCsv: lines(levelHeads, ...worldLevels.map(level)) }),
    await send(staff, uploadStocks, { exchange: 'HKEX' }, { stockCsv: stocks }),
  ])
    if (answer.http !== 200) throw new Error(JSON.stringify(answer.errors))
}

/** Advances the clock by a second, the minimum between two moves. */
export function lookOn({ testServer: { clock } }: ApiClient) {
  clock.offsetMs += 1_000
}

/** Returns the player's own scale of a level's prices. */
export async function scaleOf({ testServer, userId }: ApiClient, level: LevelName): Promise<number> {
  const { scale } = await testServer.database.db
    .selectFrom('game_play')
    .select('scale')
    .where('user_id', '=', userId)
    .where('playlist_id', '=', level.playlistId)
    .where('level_id', '=', level.levelId)
    .executeTakeFirstOrThrow()
  return scale
}

/** A user playing a level. */
export class Playing {
  apiClient: ApiClient
  readonly level: WorldLevel
  steps = 0
  last: GamePlay | undefined
  /** The player's own scale of the level's prices, once the level is started. */
  scale = 1

  constructor(apiClient: ApiClient, playlistId: PlaylistId, levelId: number) {
    this.apiClient = apiClient
    this.level = worldLevels.find(it => it.playlistId === playlistId && it.levelId === levelId)!
  }

  async ask(action: GameAction, steps = this.steps): Promise<Answer<GamePlay>> {
    const { playlistId, levelId } = this.level
    lookOn(this.apiClient)
    return await this.apiClient.ask(gameStep, { body: { playlistId, levelId, action, steps } })
  }

  /** Makes permitted moves in order, and returns the last answer. */
  async play(...actions: GameAction[]): Promise<GamePlay> {
    for (const action of actions) {
      const answer = await this.ask(action)
      if (answer.http !== 200) throw new Error(`${action}: ${JSON.stringify(answer.errors)}`)
      this.last = answer.data
      this.steps = answer.data.steps
      if (action === 'start') this.scale = await scaleOf(this.apiClient, this.level)
    }
    return this.last!
  }
}
