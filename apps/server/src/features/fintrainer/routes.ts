import {
  type GameTrade,
  gameLeaderboard,
  gameLevel,
  gameLevels,
  gameRank,
  gameSkill,
  gameStep,
  saveGameTrade,
} from '@finlist/contract/fintrainer'
import { skillOf } from '@finlist/domain/fintrainer/skill'
import type { FastifyInstance } from 'fastify'
import { BadRequest, NotFound } from '../../http/client-errors.ts'
import { serve } from '../../http/serve.ts'
import { translate } from '../../http/translate.ts'
import { leaderboard } from './leaderboard.ts'
import { type GameParts, playOn, playSoFar } from './play-on.ts'
import { showLevel, showTrade } from './show-play.ts'
import { readBets } from './standings.ts'
import { acknowledge, readPlay, readPlays, readTrades } from './store.ts'

export function finTrainerRoutes(app: FastifyInstance, parts: GameParts) {
  const { database, levels, now } = parts
  const { db } = database
  const boards = leaderboard(database, now)

  serve(app, gameLevels, async ({ params, caller }) => {
    const plays = new Map((await readPlays(db, caller.userId)).map(it => [`${it.playlist_id}-${it.level_id}`, it]))
    return (await levels.of(params.playlistId)).map(level => showLevel(level, plays.get(level.alias)))
  })

  serve(app, gameLevel, async ({ params, caller: { userId } }) => {
    const level = await levels.load(params)
    if (!level) throw new NotFound()
    const play = await playSoFar(parts, level, { userId, ...params })
    return { ...(play?.level ?? showLevel(level, undefined)), play }
  })

  serve(app, gameStep, ({ body, caller }) => playOn(parts, caller.userId, body))

  serve(app, saveGameTrade, async ({ body, caller: { userId } }) => {
    const of = { userId, playlistId: body.playlistId, levelId: body.levelId }
    const level = await levels.load(of)
    const play = level && (await readPlay(db, of))
    const trades = play ? await readTrades(db, of) : []
    const told = (played: boolean) => (row: (typeof trades)[number]) =>
      sameTrade(body, showTrade(level!, row, { played, scale: play!.scale }))
    const found = trades.find(told(false)) ?? (play?.finished_at ? trades.find(told(true)) : undefined)
    if (!found) throw new BadRequest('game-no-trade', { field: 'levelId' })
    await acknowledge(db, of, found.step, new Date(now()))
  })

  serve(app, gameRank, ({ query, caller }) => boards.ranksOf(caller.userId, query.playlistId))

  serve(
    app,
    gameLeaderboard,
    async ({ query: { playlistId, isAllTime, sortByTotalReturn, direction }, language, caller }) => {
      const best = await boards.best(playlistId, {
        allTime: isAllTime === 'true',
        by: sortByTotalReturn === 'true' ? 'total' : 'average',
      })
      const rows = best.map(({ user_id, name, total, average }) => ({
        name: name || translate(language, 'game-trader', { number: user_id }),
        totalReturn: total,
        averageReturn: average,
        own: user_id === caller.userId,
      }))
      return direction === 'asc' ? rows : rows.toReversed()
    },
  )

  serve(app, gameSkill, async ({ query, caller }) => {
    const bets = await readBets(db, caller.userId, query.playlistId)
    return skillOf(bets.map(it => ({ won: it.return_rate > 0, randomRate: it.random_rate })))
  })
}

const sameTrade = (sent: GameTrade, told: GameTrade) =>
  (Object.keys(told) as (keyof GameTrade)[]).every(name => sent[name] === told[name])
