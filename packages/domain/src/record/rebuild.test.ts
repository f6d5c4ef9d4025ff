import { expect, it } from 'vitest'
import type { Stock } from '../picking/bars.ts'
import { type Canonical, canonical } from '../picking/canonical.ts'
import { issueOf, type PickingIssue } from '../picking/issue.ts'
import { listToRebuild, rebuild } from './rebuild.ts'

const day = 20_000
const stocks = Array.from({ length: 30 }, (_, n): Stock => {
  const days = Array.from({ length: 400 }, (_, at) => day - 399 + at)
  const close = days.map((_, at) => Math.round((20 + n + at * (0.05 + n * 0.01) + (at % 40) * 0.1) * 100) / 100)
  return { code: `S${n}`, days, high: close, low: close, close, volume: close.map(() => 90_000_000) }
})
const list = issueOf('US', stocks, day)
const bodyOf = (made: string, said: unknown) => canonical({ made, list: said as Canonical, salt: 's' })
const otherwise = (change: (picks: PickingIssue['picks']) => PickingIssue['picks']) => ({
  ...list,
  picks: change(list.picks),
})

it('a list is rebuilt byte for byte from bars, whatever the order of the stocks', () => {
  expect(list.picks.length).toBeGreaterThan(2)
  expect(rebuild(list, stocks.toReversed(), day)).toEqual([])
  expect(listToRebuild(bodyOf('method', list))).toEqual(list)
})

it('rebuilding reports every pick that is extra, missing or has a different figure, and differences in other fields of the list', () => {
  const [first, second] = list.picks
  const last = list.picks.at(-1)!
  const dearer = otherwise(picks => [
    picks[0]!,
    { ...picks[1]!, close: 1 },
    ...picks.slice(2, -1),
    { ...last, score: 1 },
  ])
  expect(rebuild(dearer, stocks, day)).toEqual([
    { code: second!.code, field: 'close', recorded: '1', made: String(second!.close) },
    { code: last.code, field: 'score', recorded: '1', made: String(last.score) },
  ])
  const invented = otherwise(picks => [{ ...picks[0]!, code: 'X' }, ...picks])
  expect(rebuild(invented, stocks, day)).toEqual([{ code: 'X', field: 'picks', recorded: 'X', made: '' }])
  const silent = otherwise(picks => picks.slice(1, -1))
  expect(rebuild(silent, stocks, day)).toEqual([
    { code: first!.code, field: 'picks', recorded: '', made: first!.code },
    { code: last.code, field: 'picks', recorded: '', made: last.code },
  ])
  expect(rebuild({ ...list, eligible: 9 }, stocks, day)).toEqual([
    { field: 'eligible', recorded: '9', made: String(list.eligible) },
  ])
  const turned = otherwise(picks => picks.toReversed())
  expect(rebuild(turned, stocks, day)).toEqual([
    {
      field: 'picks',
      recorded: turned.picks.map(({ code }) => code).join(' '),
      made: list.picks.map(({ code }) => code).join(' '),
    },
  ])
})

it.each<[string, string, string]>([
  ['made by staff', bodyOf('staff', list), 'by-staff'],
  ['of another method', bodyOf('method', { ...list, method: 'finlist-0' }), 'other-method'],
  ['of other constants', bodyOf('method', { ...list, constants: 'x' }), 'other-method'],
  ['without a list', '{}', 'no-list'],
  ['of an unknown market', bodyOf('method', { ...list, market: 'LSE' }), 'no-list'],
  ['without picks', bodyOf('method', { ...list, picks: 7 }), 'no-list'],
  ['that is null', 'null', 'no-list'],
  ['that is not JSON', '{', 'no-list'],
])('a recorded list %s is not rebuilt', (_, body, why) => expect(listToRebuild(body)).toBe(why))
