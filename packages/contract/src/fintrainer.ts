import { gameActions, gameStates } from '@finlist/domain/fintrainer/play'
import { mostLevels, playlistIds, scenarioIds } from '@finlist/domain/fintrainer/playlists'
import { exchangeIds } from '@finlist/domain/markets'
import * as z from 'zod/mini'
import { call } from './call.ts'
import { isoDate, patternTypes } from './finlist.ts'
import { imported, reading } from './staff/admin.ts'

/*
 * FinTrainer is played on the server, and the future of a level is never sent. Until a level is finished, its name is
 * an alias, its days are numbered, and its prices are multiplied by a secret number that differs for each player. Its
 * bars are dated on a calendar that is shifted by whole weeks, so that day 1 falls in the first week of 2000; weekdays
 * and gaps stay the same. Returns are fractions: 0.05 is 5%. The same moves have the same returns for every player.
 */
const longestLevelBars = 3_000
const mostTrades = longestLevelBars

/** 1: easy, 2: normal, 3: hard; 0: all playlists together. */
const scenarioId = z.pipe(z.coerce.number(), z.literal(scenarioIds))
const playlistId = z.pipe(z.coerce.number(), z.literal(playlistIds))
const levelId = z.coerce.number().check(z.int(), z.minimum(1), z.maximum(1_000_000))
/** GAME: a series that only the game uses, or an unfinished level. */
const gameExchange = z.enum([...exchangeIds, 'GAME'])
const price = z.number().check(z.positive(), z.maximum(1e12))

/**
 * `played`: the level is finished. Before that, `stockCode` is an alias ('1-7'), the names are empty, and `startTime`,
 * `endTime` (both in seconds) and the caller's `multiplier` are null. `open`: the level is started but not finished; at
 * most one level is open.
 */
const level = z.object({
  playlistId: z.number(),
  levelId: z.number(),
  stockCode: z.string(),
  stockName: z.string(),
  stockNameZh: z.string(),
  exchange: gameExchange,
  startTime: z.nullable(z.number()),
  endTime: z.nullable(z.number()),
  multiplier: z.nullable(z.number()),
  played: z.boolean(),
  open: z.boolean(),
})
export type GameLevel = z.output<typeof level>

const day = z.number().check(z.int(), z.minimum(1), z.maximum(longestLevelBars))
/**
 * A trade. Until its level is finished, it has the alias, the market GAME, day numbers as dates, and null for the
 * actual prices; afterwards it has the real code, market, dates and prices. `buyPrice` and `sellPrice` are as on the
 * chart: the actual price times the multiplier.
 */
const tradeRecord = z.object({
  playlistId,
  levelId,
  stockCode: z.string().check(z.minLength(1), z.maxLength(12)),
  exchange: gameExchange,
  buyDate: z.union([isoDate, day]),
  buyPrice: price,
  actualBuyPrice: z.nullable(price),
  sellDate: z.union([isoDate, day]),
  sellPrice: price,
  actualSellPrice: z.nullable(price),
  returnRate: z.number().check(z.minimum(-1), z.maximum(1e12)),
})
export type GameTrade = z.output<typeof tradeRecord>

/**
 * `time` is 00:00 UTC of the day, in ms, on the level's shifted calendar. Prices and volume are as the chart shows
 * them.
 */
const bar = z.object({
  time: z.number(),
  open: z.number(),
  high: z.number(),
  low: z.number(),
  close: z.number(),
  volume: z.number(),
})
export type GameBar = z.output<typeof bar>

/**
 * An execution, shown as a B or S mark on the chart. It is at the day's open, or at the last close if the end of the
 * level forced the sale.
 */
const fill = z.object({ side: z.enum(['buy', 'sell']), day: z.number(), time: z.number(), price: z.number() })
export type GameFill = z.output<typeof fill>

/**
 * Figures of the level. `day` counts trading days from 1. `tradeReturn` is the return of the open trade; `totalReturn`
 * is the sum over the closed trades and the open one. `totalTrades` counts closed trades. `remaining` and
 * `remainingOfAll` are the numbers of levels not started yet, in the playlist and in all playlists.
 */
const stats = z.object({
  day: z.number(),
  buyPrice: z.nullable(z.number()),
  currentPrice: z.number(),
  tradeReturn: z.nullable(z.number()),
  totalReturn: z.number(),
  totalTrades: z.number(),
  remaining: z.number(),
  remainingOfAll: z.number(),
})
export type GameStats = z.output<typeof stats>

/**
 * The review of a finished level. `buyAndHoldReturn` is the return from the open of day 2 to the last close played;
 * `marketReturn` is that of the market's index over the same days, null if there is none. `trades` has an entry per
 * trade, in order. `stopKept`: the position was sold at the next open after the first close 8% or more below the buy
 * price. `chaseKept`: the stock was bought at most 5% above the pivot; null if no base was near. `pattern` is in the
 * chart's prices and times.
 */
const review = z.object({
  days: z.number(),
  daysHeld: z.number(),
  buyAndHoldReturn: z.number(),
  marketReturn: z.nullable(z.number()),
  trades: z
    .array(z.object({ stopKept: z.boolean(), chaseKept: z.nullable(z.boolean()) }))
    .check(z.maxLength(mostTrades)),
  pattern: z.nullable(
    z.object({
      patternType: z.enum(patternTypes),
      pivot: z.nullable(z.number()),
      points: z.array(z.object({ time: z.number(), price: z.number() })).check(z.maxLength(200)),
    }),
  ),
})
export type GameReview = z.output<typeof review>

/**
 * The state of a level. The client sends `steps` back with its next step. `bars`, oldest first, are all visible bars in
 * a level's detail, and only the new ones in the response to a step; bars before `dayOneTime` (ms) are history.
 * `trades` and `fills` are all those of the level, oldest first; `trade` and `fill` are those of this step. Once the
 * level is finished, it and its trades have their real names, and there is a review.
 */
const play = z.object({
  level,
  state: z.enum(gameStates),
  steps: z.number(),
  dayOneTime: z.number(),
  bars: z.array(bar).check(z.maxLength(longestLevelBars)),
  fills: z.array(fill).check(z.maxLength(2 * mostTrades)),
  trades: z.array(tradeRecord).check(z.maxLength(mostTrades)),
  fill: z.nullable(fill),
  trade: z.nullable(tradeRecord),
  stats,
  review: z.nullable(review),
})
export type GamePlay = z.output<typeof play>

/**
 * The levels of a playlist (0: of all playlists), by playlist and level. Until the caller has finished a level, its
 * stock code is an alias and its times and multiplier are null.
 */
export const gameLevels = call({
  method: 'GET',
  path: '/tvchart/game/:playlistId',
  topics: ['game', 'prices'],
  needs: { right: 'game', fresh: 'never' },
  params: z.object({ playlistId: scenarioId }),
  data: z.array(level).check(z.maxLength(playlistIds.length * mostLevels)),
})

/**
 * A level with the caller's state of play (null if they have not started it), so that they can continue on another
 * device. Changes nothing.
 */
export const gameLevel = call({
  method: 'GET',
  path: '/tvchart/game/:playlistId/:levelId',
  needs: { right: 'game', fresh: 'never' },
  params: z.object({ playlistId, levelId }),
  data: z.extend(level, { play: z.nullable(play) }),
})

/**
 * Plays a step. `start` shows the history and day 1; a level can be started once, and only while no other level is open
 * (409, code `level-open`). `day` advances one trading day, `week` all trading days of the next seven days. `buy` and
 * `sell` advance to the next trading day and trade at its open. On the last day the level finishes, and an open
 * position is sold at the last close. `finish` ends the level earlier, and an open position is sold at the next open.
 * An action that the state does not allow is rejected (409, code `not-now`).
 *
 * `steps` is the value from the previous response (0 for `start`) and makes retries safe: repeating an action with the
 * same value applies it once and returns the same response. A different action with an outdated value, for example
 * after a step on another device, is rejected (409, code `step`); `gameLevel` returns the current state. Without
 * `steps` the action applies to the current state. A second move or start within a second gets 429.
 */
export const gameStep = call({
  method: 'POST',
  path: '/game/step',
  needs: { right: 'game', fresh: 'never' },
  body: z.object({
    playlistId,
    levelId,
    action: z.enum(gameActions),
    steps: z.optional(z.number().check(z.int(), z.minimum(0), z.maximum(100_000))),
  }),
  data: play,
})

/**
 * Acknowledges a trade that the server has executed, with the fields as the server sent them. Idempotent. Trades count
 * without this call, and it cannot add or change one. 400 if there is no such trade.
 */
export const saveGameTrade = call({
  method: 'POST',
  path: '/game/save',
  needs: { right: 'game', fresh: 'never' },
  body: tradeRecord,
})

/**
 * The caller's ranks by total return, over all time and in this month (Hong Kong time): 1 to 20; -2 beyond 20; -1 until
 * they have traded and have finished every level of the playlist; -3 if staff hide them from the leaderboards.
 */
export const gameRank = call({
  method: 'GET',
  path: '/game/rank',
  needs: { right: 'game-rank', fresh: 'never' },
  query: z.object({ playlistId: scenarioId }),
  data: z.object({ allTimeRank: z.number(), monthlyRank: z.number() }),
})

const truth = z.enum(['true', 'false'])

/**
 * The top 20 players among those who have traded and have finished every level of the playlist. `isAllTime` false
 * counts only this month's trades. `sortByTotalReturn` false ranks by the average return over finished levels, among
 * players who traded in at least half of them. `asc` lists the best first, `desc` the reverse. `own` marks the caller's
 * row. Returns are fractions.
 */
export const gameLeaderboard = call({
  method: 'GET',
  path: '/game/leaderboard',
  needs: { right: 'game', fresh: 'never' },
  query: z.object({
    playlistId: scenarioId,
    isAllTime: z._default(truth, 'true'),
    sortByTotalReturn: z._default(truth, 'true'),
    direction: z._default(z.enum(['asc', 'desc']), 'asc'),
  }),
  data: z
    .array(
      z.object({ name: z.string(), totalReturn: z.number(), averageReturn: z.nullable(z.number()), own: z.boolean() }),
    )
    .check(z.maxLength(20)),
})
export type LeaderboardRow = z.output<(typeof gameLeaderboard)['data']>[number]

/**
 * A statistical test of whether the caller's trades show skill. `wins` of `trades` were profitable; a player trading at
 * random would be expected to win `expectedWins`. At most 5 in 100 random players are ever called `better-than-chance`,
 * however often the test is repeated.
 */
export const gameSkill = call({
  method: 'GET',
  path: '/game/skill',
  needs: { right: 'game', fresh: 'never' },
  query: z.object({ playlistId: scenarioId }),
  data: z.object({
    verdict: z.enum(['not-enough-trades', 'better-than-chance']),
    trades: z.number(),
    wins: z.number(),
    expectedWins: z.number(),
  }),
})

/**
 * Adds levels to the playlists. A level replaces the one with the same playlist and number, unless a player has started
 * the existing one.
 */
export const uploadGameLevels = call({
  method: 'POST',
  path: '/admin/data/simulator-game/upload',
  needs: { right: 'staff', fresh: 'never' },
  query: z.object(reading),
  files: ['gameLevelCsv'],
  data: imported,
})
