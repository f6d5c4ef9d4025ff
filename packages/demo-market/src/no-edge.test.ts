// @module-tag slow
import { createHash } from 'node:crypto'
import { recordOf } from '@finlist/domain/chance/record'
import { walks } from '@finlist/domain/chance/walks'
import { countWidening, intervalsOf } from '@finlist/domain/chance/widen'
import type { World } from '@finlist/domain/chance/world'
import { cellsOf } from '@finlist/domain/outcome/cells'
import { findingOf } from '@finlist/domain/outcome/finding'
import { holdsZero } from '@finlist/domain/outcome/interval'
import { usualCosts } from '@finlist/domain/outcome/rule'
import { describe, expect, it } from 'vitest'
import { demoMarket } from './market.ts'
import { pickingStocks } from './picking-stocks.ts'
import { adjustedWorld } from './worlds/adjusted-world.ts'

const exchange = 'US'
const asOf = '2026-11-19'
const costs = usualCosts[exchange]
const sha256 = (text: string) => createHash('sha256').update(text).digest('hex')
const seedsOf = (name: string) => (text: string) => sha256(`${name}\n${text}`)
const market = (stocks: number) => demoMarket({ seed: 'finlist', exchange, startDate: '2023-05-19', asOf, stocks })
const minutes = 3 * 60_000

describe('the track record of a market without predictability shows no edge', () => {
  it('the track record of the demo market, which is unpredictable, shows no edge for one seed on one day', () => {
    const weeks = 125
    const asked = { weeks, costs, seedOf: seedsOf('finlist') }
    const picks = recordOf(exchange, adjustedWorld(market(300)), asked)
    const { all } = cellsOf(picks, asked)
    expect(picks.length).toBeGreaterThanOrEqual(100)
    expect(findingOf(all, { filled: picks.length, cells: 1, p: all!.p }).kind).toBe('no-evidence')
  })

  it(
    'the widened intervals include zero in 90 to 99% of 40 small random-walk markets',
    () => {
      const stocks = pickingStocks(market(150)) as World
      const [weeks, seeds] = [104, 40]
      const { factor, cells, held } = countWidening(
        exchange,
        stocks,
        { seed: 'no edge', worlds: 40, weeks, costs },
        sha256,
      )
      const found = Array.from({ length: seeds }, (_, number) => {
        const name = `no edge ${number}`
        return intervalsOf(exchange, walks(stocks, name), {
          weeks,
          costs,
          seedOf: text => sha256(name + text),
          widen: factor!,
        })
      })
      const intervals = found.flat()
      const share = intervals.filter(holdsZero).length / intervals.length
      process.stdout.write(
        `factor ${factor} (${held} of ${cells} held zero before); ${intervals.length} intervals of ${seeds} other worlds, ` +
          `${(100 * share).toFixed(1)} % hold zero\n`,
      )
      expect(found.every(of => of.length > 0)).toBe(true)
      expect(share).toBeGreaterThanOrEqual(0.9)
      expect(share).toBeLessThanOrEqual(0.99)
      const whole = found.filter(([all]) => holdsZero(all!)).length / seeds
      expect(whole).toBeGreaterThanOrEqual(0.9)
      expect(whole).toBeLessThanOrEqual(0.99)
    },
    minutes,
  )
})
