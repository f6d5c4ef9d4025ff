import { exchangeIds } from '@finlist/domain/markets'
import { expect, it } from 'vitest'
import { hasSomethingToBuy } from './has-something-to-buy.ts'

it('plans are offered to every user except those who already have every market', () => {
  const every = exchangeIds.map(id => `finlist:${id}`)
  expect(hasSomethingToBuy({ rights: [] })).toBe(true)
  expect(hasSomethingToBuy({ rights: every.slice(1) })).toBe(true)
  expect(hasSomethingToBuy({ rights: [...every, 'staff'] })).toBe(false)
})
