import { expect, test } from 'vitest'
import { outsideOf } from './check-unused.ts'

const file = (body: string) =>
  `import { a } from './a.ts'\nexport const b = () => { return ${body} }\nfunction own() {}`

test('the unused check ignores a change within a function’s body', () => {
  expect(outsideOf(file('a(1)'))).toBe(outsideOf(file('a(2) + 3')))
})

test.each([
  file('a(1)').replace('{ a }', '{ a, c }'),
  file('a(1)').replace('./a.ts', './c.ts'),
  file('a(1)').replace('const b', 'const c'),
  file('a(1)').replace('function own', 'export function own'),
  `${file('a(1)')}\nexport type { C } from './c.ts'`,
  file(`import('./c.ts')`),
])('the unused check detects a changed import or export: %s', text => {
  expect(outsideOf(text)).not.toBe(outsideOf(file('a(1)')))
})

test('the unused check compares a file in full if it imports whole modules', () => {
  expect(outsideOf(`import * as all from './all.ts'\nall.one()`)).not.toBe(
    outsideOf(`import * as all from './all.ts'\nall.two()`),
  )
})
