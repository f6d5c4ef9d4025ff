import { expect, test } from 'vitest'
import { fillersFor } from './filler.ts'

test('as many as the server counts but the real one, at most 200', () => {
  expect(fillersFor('HKEX', 37)).toHaveLength(36)
  expect(fillersFor('HKEX', 900)).toHaveLength(200)
  expect(fillersFor('HKEX', 0)).toHaveLength(0)
})

test('the same seed makes the same rows, another one others, all of them masked', () => {
  expect(fillersFor('a', 9)).toEqual(fillersFor('a', 9))
  expect(fillersFor('a', 9)).not.toEqual(fillersFor('b', 9))
  expect(fillersFor('a', 9).every(row => row.mask)).toBe(true)
})
