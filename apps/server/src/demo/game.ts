import { demoLevels } from '@finlist/demo-market/game-levels'
import type { Tx } from '../db/database.ts'
import { copyRows } from './copy-rows.ts'

/**
 * Writes the game's levels with their bars, the bases that the game's reviews show, and the index of their market.
 * Existing levels are not changed. Returns the number of levels.
 */
export async function writeGame(tx: Tx, seed: string): Promise<number> {
  const { levels, index } = demoLevels(seed)
  await copyRows(
    tx,
    'game_level',
    'playlist_id level_id exchange stock_code stock_name stock_name_zh start_date end_date multiplier'.split(' '),
    levels.map(it => [
      it.playlistId,
      it.levelId,
      'GAME',
      it.stockCode,
      it.stockName,
      it.stockNameZh,
      it.startDate,
      it.endDate,
      it.multiplier,
    ]),
    { keep: true },
  )
  await copyRows(
    tx,
    'chart_pattern',
    'exchange pattern_id stock_code pattern_type points options from_date to_date'.split(' '),
    levels.flatMap(({ stockCode, outline }) => {
      if (!outline) return []
      const { points, pattern, depth, handleDepth, pivot } = outline
      return [
        [
          'GAME',
          `demo-${stockCode}`,
          stockCode,
          pattern,
          JSON.stringify(points.map(({ date, price }) => ({ time: Date.parse(`${date}T00:00:00Z`) / 1_000, price }))),
          JSON.stringify({ depthPercent: depth, handleDepthPercent: handleDepth, pivot }),
          points[0]!.date,
          points.at(-1)!.date,
        ] as const,
      ]
    }),
    { keep: true },
  )
  function* bars() {
    for (const { stockCode, bars: ofStock } of [...levels, { stockCode: 'INDEX', bars: index }])
      for (const it of ofStock)
        yield ['GAME', stockCode, it.date, it.open, it.high, it.low, it.close, it.volume] as const
  }
  const columns = 'exchange stock_code date open high low close volume'.split(' ')
  await copyRows(tx, 'bar', columns, bars(), { keep: true })
  return levels.length
}
