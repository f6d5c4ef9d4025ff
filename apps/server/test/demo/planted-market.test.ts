// @module-tag slow
import { createHash } from 'node:crypto'
import { demoMarket } from '@finlist/demo-market/market'
import { demoExchanges } from '@finlist/demo-market/profiles'
import { plantedMarket } from '@finlist/demo-market/profiles/planted-effect'
import { adjustedWorld } from '@finlist/demo-market/worlds/adjusted-world'
import { addDays, previousTradingDay } from '@finlist/domain/calendar'
import { featureNames } from '@finlist/domain/learning/features'
import { samplesOf } from '@finlist/domain/learning/samples'
import { gateOf, skillOver } from '@finlist/domain/learning/skill'
import { modelOf, rowsKnown, walkForward } from '@finlist/domain/learning/walk-forward'
import type { ExchangeId } from '@finlist/domain/markets'
import { usualCosts } from '@finlist/domain/outcome/rule'
import { expect, it } from 'vitest'
import { firstSpanOf, seed } from '../../src/demo/market.ts'

const today = '2026-11-28'
/** The widening factors of small markets are below this. */
const widen = 2

/** Trains and tests a model on the demo's market as it is first loaded today. */
function tested(exchange: ExchangeId, stocks?: number) {
  const asOf = previousTradingDay(exchange, today)
  const startDate = addDays(asOf, -firstSpanOf(exchange))
  const market = demoMarket({ seed, exchange, startDate, asOf, ...(stocks && { stocks }) })
  const samples = samplesOf(exchange, adjustedWorld(market), usualCosts[exchange])
  const forecast = walkForward(samples)
  const testWeeks = new Set(Array.from(forecast.rows, row => samples.week[row])).size
  const drawn = { seed: createHash('sha256').update(exchange).digest('hex'), widen }
  const skill = skillOver(samples, forecast, { of: 'learned', over: 'level' }, drawn)
  return { samples, testWeeks, gate: gateOf(skill, testWeeks) }
}

it('the learned forecast of the planted market passes the gate, and uses the planted feature most', () => {
  const { samples, testWeeks, gate } = tested(plantedMarket.exchange)
  expect(testWeeks).toBeGreaterThan(200)
  expect(gate).toBe('open')
  const { points } = modelOf(samples, rowsKnown(samples, samples.weeks.at(-1)!))
  const spreads = points.map(own => Math.max(...own) - Math.min(...own))
  expect(featureNames[spreads.indexOf(Math.max(...spreads))]).toBe(plantedMarket.feature)
})

it.each(demoExchanges.filter(exchange => exchange !== plantedMarket.exchange))(
  'the learned forecast of %s does not pass the gate',
  exchange => {
    const { samples, testWeeks, gate } = tested(exchange, 80)
    expect(samples.rows).toBeGreaterThan(1_000)
    expect(testWeeks).toBeLessThan(104)
    expect(gate).toBe('too-few-weeks')
  },
)
