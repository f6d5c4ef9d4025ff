import { expect, test } from 'vitest'
import { proposal } from '../../../test/proposal.ts'
import { differenceOf } from './difference.ts'

test('a stock that staff removed does not count as new or staying, but counts as leaving if it was on the previous list', () => {
  const found = differenceOf(proposal)
  const codes = Object.fromEntries(
    Object.entries(found).map(([kind, stocks]) => [kind, stocks.map(({ stockCode }) => stockCode)]),
  )
  expect(codes).toEqual({
    new: ['1299', '9001'],
    stayed: ['0700', '3690', '2318'],
    leaving: ['0388', '0005'],
    vetoed: ['0005'],
    added: ['9001'],
    changed: ['3690'],
  })
})
