import { expect, test } from 'vitest'
import { outsideOf } from './check-unused.ts'

const file = (body: string) =>
  `import { a } from './a.ts'\nexport const b = () => { return ${body} }\nfunction own() {}`

test('what a function does is not seen from outside', () => {
  expect(outsideOf(file('a(1)'))).toBe(outsideOf(file('a(2) + 3')))
})

test.each([
  file('a(1)').replace('{ a }', '{ a, c }'),
  file('a(1)').replace('./a.ts', './c.ts'),
  file('a(1)').replace('const b', 'const c'),
  file('a(1)').replace('function own', 'export function own'),
  `${file('a(1)')}\nexport type { C } from './c.ts'`,
  file(`import('./c.ts')`),
])('an import or export is: %s', text => {
  expect(outsideOf(text)).not.toBe(outsideOf(file('a(1)')))
})

test('in a file that takes whole modules everything counts', () => {
  expect(outsideOf(`import * as all from './all.ts'\nall.one()`)).not.toBe(
    outsideOf(`import * as all from './all.ts'\nall.two()`),
  )
})
