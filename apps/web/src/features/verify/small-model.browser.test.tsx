import { smallModel, smallModelHash } from '@finlist/domain/learning/made-samples'
import { expect, test } from 'vitest'
import { sha256 } from './sha256.ts'

test('the browser trains a small model to the same bytes as Node does', () => {
  const hex = Array.from(sha256(smallModel()), byte => byte.toString(16).padStart(2, '0')).join('')
  expect(hex).toBe(smallModelHash)
})
