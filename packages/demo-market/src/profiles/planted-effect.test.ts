import { expect, it } from 'vitest'
import { type DemoMarket, demoMarket } from '../market.ts'
import { demoExchanges } from '../profiles.ts'
import { plantedEffectIn, plantedMarket } from './planted-effect.ts'

const { recentDays, usualDays, strongestFrom } = plantedMarket
const mean = (values: ArrayLike<number>) => Array.from(values).reduce((sum, value) => sum + value, 0) / values.length

/** The mean change of the next day, in percent, after volume has risen and after it has fallen. */
function changesAfter({ stocks }: DemoMarket) {
  const [risen, fallen]: number[][] = [[], []]
  for (const { series, traits } of stocks) {
    if (traits.special) continue
    const { close, volume } = series
    for (let day = usualDays; day + 1 < close.length; day += 5) {
      const usual = volume.subarray(day + 1 - usualDays, day + 1)
      const ratio = mean(usual.subarray(-recentDays)) / mean(usual)
      const change = 100 * Math.log(close[day + 1]! / close[day]!)
      if (ratio > strongestFrom) risen!.push(change)
      if (ratio < 1 / strongestFrom) fallen!.push(change)
    }
  }
  return { risen: mean(risen!), fallen: mean(fallen!) }
}

it('stocks of the planted market rise after their volume has risen, and fall after it has fallen', () => {
  const { exchange } = plantedMarket
  const market = demoMarket({ seed: 'planted', exchange, startDate: '2022-01-03', asOf: '2026-07-17', stocks: 40 })
  const { risen, fallen } = changesAfter(market)
  expect(risen - fallen).toBeGreaterThan(0.3)
  expect(risen - fallen).toBeLessThan(0.6)
})

it('no other market has a planted effect', () => {
  const planted = demoExchanges.filter(exchange => plantedEffectIn('planted', exchange, 'A') !== undefined)
  expect(planted).toEqual([plantedMarket.exchange])
})
