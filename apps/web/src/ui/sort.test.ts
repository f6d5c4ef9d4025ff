import { expect, test } from 'vitest'
import { inOrder, sortedBy } from './sort.ts'

test('the active column reverses its direction, another one starts ascending', () => {
  expect(sortedBy({ by: 'code', down: false }, 'code')).toEqual({ by: 'code', down: true })
  expect(sortedBy({ by: 'code', down: true }, 'code')).toEqual({ by: 'code', down: false })
  expect(sortedBy({ by: 'code', down: true }, 'close')).toEqual({ by: 'close', down: false })
})

test('rows without a value sort last in either direction', () => {
  const rows = [3, null, 1, 2]
  expect(inOrder(rows, row => row, false, 'en')).toEqual([1, 2, 3, null])
  expect(inOrder(rows, row => row, true, 'en')).toEqual([3, 2, 1, null])
})

test('numbers within texts sort by their value', () => {
  expect(inOrder(['0700', '0005', '10000', '9988'], code => code, false, 'en')).toEqual([
    '0005',
    '0700',
    '9988',
    '10000',
  ])
})
