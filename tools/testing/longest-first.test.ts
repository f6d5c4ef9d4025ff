import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { root } from '../source-files.ts'
import { longest } from './longest-first.ts'

test('the files that a run starts with exist', () => {
  expect(longest.filter(file => !existsSync(join(root, file)))).toEqual([])
})
