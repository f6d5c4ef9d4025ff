// @module-tag slow
import type { ExchangeId } from '@finlist/domain/markets'
import { exchangeIds } from '@finlist/domain/markets'
import { expect, it } from 'vitest'
import type { PlantedKind } from '../profiles/planted-effect.ts'
import { judgeChance, recover } from './learn-worlds.ts'

const minutes = 10 * 60_000

it('at most one of 20 worlds of chance opens the gate', { timeout: minutes }, () => {
  const judged = Array.from({ length: 20 }, (_, number) =>
    judgeChance({
      seed: `chance ${number}`,
      exchange: exchangeIds[number % exchangeIds.length]!,
      stocks: 50,
      startDate: '2021-09-01',
    }),
  )
  for (const { testWeeks } of judged) expect(testWeeks).toBeGreaterThanOrEqual(104)
  expect(judged.filter(({ gate }) => gate === 'open').length).toBeLessThanOrEqual(1)
})

it.each<[PlantedKind, ExchangeId]>([
  ['tightness', 'HKEX'],
  ['volume', 'US'],
  ['trend', 'JP'],
  ['trend', 'CN'],
  ['volume', 'TW'],
])('a planted effect of %s on a board of %s opens the gate, and is forecast within 3 points', (kind, exchange) => {
  const { gate, rows, said, level, came } = recover(kind, {
    seed: 'planted',
    exchange,
    stocks: 100,
    startDate: '2019-06-03',
  })
  expect(gate).toBe('open')
  expect(rows).toBeGreaterThan(2_000)
  expect(Math.abs(said - came)).toBeLessThan(0.03)
  // The effect is far larger than what is allowed for.
  expect(came - level).toBeGreaterThan(0.06)
})
