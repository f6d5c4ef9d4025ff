import { expect, it } from 'vitest'
import { patternKind } from './pattern-kind.ts'

it.each([
  ['BASE', 'high-tight-flag', 'high-tight-flag'],
  ['BASE', 'ascending', 'ascending'],
  ['BASE', 'an-operators-own', 'BASE'],
  ['BASE', undefined, 'BASE'],
  ['CUP', 'saucer', 'CUP'],
  ['NIL', '', 'NIL'],
])('a base of kind %s and variant %s is called %s', (patternType, variant, kind) =>
  expect(patternKind({ patternType, variant })).toBe(kind),
)
