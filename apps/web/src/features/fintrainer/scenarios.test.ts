import type { GameLevel } from '@finlist/contract/fintrainer'
import { expect, test } from 'vitest'
import { scenarioOf, turnOf, unstarted } from './scenarios.ts'

const level = (playlistId: number, levelId: number, more: Partial<GameLevel> = {}): GameLevel => ({
  playlistId,
  levelId,
  stockCode: `${playlistId}-${levelId}`,
  stockName: '',
  stockNameZh: '',
  exchange: 'GAME',
  startTime: null,
  endTime: null,
  multiplier: null,
  played: false,
  open: false,
  ...more,
})
const levels = [level(1, 1, { played: true }), level(1, 2), level(1, 3), level(3, 1)]

test('the next level is chosen at random from all unplayed levels of the scenario', () => {
  const picked = [0, 0.49, 0.5, 0.99].map(chance => turnOf(levels, 'easy', chance).level?.levelId)
  expect(picked).toEqual([2, 2, 3, 3])
  expect(turnOf(levels, 'all', 0.99).level).toMatchObject({ playlistId: 3 })
})

test('a started level comes first, even if another scenario is chosen', () => {
  const begun = level(3, 1, { open: true })
  const now = [...levels.slice(0, 3), begun]
  expect(turnOf(now, 'all', 0)).toEqual({ level: begun })
  expect(turnOf(now, 'hard', 0)).toEqual({ level: begun })
  expect(turnOf(now, 'easy', 0)).toEqual({ elsewhere: begun })
  expect(scenarioOf(begun)).toBe('hard')
})

test('a completed scenario has no level left', () => {
  expect(turnOf(levels, 'normal', 0)).toEqual({})
  expect(turnOf([level(2, 1, { played: true })], 'normal', 0.5)).toEqual({})
  expect(unstarted(levels, 'all')).toHaveLength(3)
})
