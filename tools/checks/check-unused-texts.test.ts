import { expect, test } from 'vitest'
import { unusedKeys } from './check-unused-texts.ts'

test.each([
  ['title', `t('title')`],
  ['field.name', `const key = 'field.name'`],
  ['state.open', 't(`state.${state}`)'],
  ['month.short', 't(`${span}.short`)'],
  ['rows_one', `t('rows', { count })`],
  ['width.1.5', 't(`${what}.${value}`) in { width: [1, 1.5] }'],
  ['half', 'const names = { half: 1 }'],
])('the text %s is used by %s', (key, source) => {
  expect(unusedKeys([key], [source])).toEqual([])
})

test.each([
  ['title.old', `t('title')`],
  ['field.name', `// was t('field.name')`],
  ['state.open', 't(`kind.${state}`)'],
])('the text %s is not used by %s', (key, source) => {
  expect(unusedKeys([key], [source])).toEqual([key])
})
