import { expect, it } from 'vitest'
import { parts } from '../learning/exact.ts'
import { outlooksOf } from '../learning/list-outlooks.ts'
import type { OutlookModel } from '../learning/outlook.ts'
import type { Stock } from '../picking/bars.ts'
import { issueOf } from '../picking/issue.ts'
import { looksOf } from '../picking/look.ts'
import type { IssueOutlooks } from './issue-outlooks.ts'
import { rebuildOutlooks } from './rebuild-outlooks.ts'

const day = 20_000
const stocks = Array.from({ length: 45 }, (_, n): Stock => {
  const days = Array.from({ length: 400 }, (_, at) => day - 399 + at)
  const close = days.map(
    (_, at) => Math.round((20 + n + at * (0.05 + n * 0.01) + (at % 2) * (n % 6) * 0.4) * 100) / 100,
  )
  return { code: `S${n}`, days, high: close, low: close, close, volume: close.map(() => 90_000_000) }
})
const list = issueOf('US', stocks, day)
const codes = list.picks.map(({ code }) => code)

const level = { shift: 200_000, slope: parts }
const model: OutlookModel = {
  level: { target: level, stop: level, from: 'own' },
  effects: [
    { name: 'rank', edges: [80, 90, 95], points: [0, -80_000, 10_000, 60_000, 90_000] },
    { name: 'rank-change-13', edges: [-1, 1], points: [0, 40_000, 0, -40_000] },
  ],
  tested: { target: [0, 400], stop: [100, 990] },
  gate: 'open',
}
const outlooksBy = (by: OutlookModel | undefined): IssueOutlooks => ({
  model: by ? 'm' : null,
  picks: outlooksOf('US', stocks, { looks: looksOf('US', stocks, day), day, codes }, by),
})
const rebuilt = (outlooks: IssueOutlooks, from: readonly Stock[], by: OutlookModel | undefined) =>
  rebuildOutlooks(outlooks, { list, stocks: from, day }, by)

it.each([
  ['a model', model],
  ['chance alone', undefined],
])('outlooks by %s are recomputed from bars in any order', (_, by) => {
  const outlooks = outlooksBy(by)
  expect(new Set(Object.values(outlooks.picks).map(({ chance }) => chance.target)).size).toBeGreaterThan(2)
  expect(rebuilt(outlooks, stocks.toReversed(), by)).toEqual([])
})

it('the model of the test uses ranks of the day and of thirteen weeks before', () => {
  const bins = Object.values(outlooksBy(model).picks).map(pick => pick.bins.join(' '))
  expect(new Set(bins).size).toBeGreaterThan(2)
  expect(bins.every(own => !own.endsWith(' 0'))).toBe(true)
})

it('an outlook that differs, is missing or is of no listed stock is reported with both', () => {
  const { picks } = outlooksBy(model)
  const [first, second] = codes as [string, string]
  const { [second]: gone, ...others } = picks
  const changed = { ...others, [first]: { ...picks[first]!, bins: [1, 1] }, S999: picks[first]! }
  const found = rebuilt({ model: 'm', picks: changed }, stocks, model)
  expect(found.map(({ code, field }) => [code, field])).toEqual([
    [first, 'outlook'],
    [second, 'outlook'],
    ['S999', 'outlook'],
  ])
  expect(found[0]).toMatchObject({ recorded: expect.stringContaining('"bins":[1,1]') })
  expect(found[1]).toMatchObject({ recorded: '', made: expect.stringContaining(`"target":${gone!.target}`) })
  expect(found[2]).toMatchObject({ made: '' })
})

it('other bars of a listed stock change its outlook alone', () => {
  const [first] = codes
  const livelier = stocks.map(stock =>
    stock.code === first
      ? { ...stock, close: Array.from(stock.close, (price, at) => (at > 300 && at % 2 ? price * 1.01 : price)) }
      : stock,
  )
  expect(rebuilt(outlooksBy(undefined), livelier, undefined).map(({ code }) => code)).toEqual([first])
})
