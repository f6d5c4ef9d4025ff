import { expect, test } from 'vitest'
import { touches } from './changed-stories.mjs'

test.for([
  ['docs/operate.md', 'e2e/gate.spec.ts', false],
  ['apps/server/test/gate.test.ts', 'e2e/gate.spec.ts', false],
  ['e2e/gate.spec.ts', 'e2e/gate.spec.ts', true],
  ['e2e/finder.spec.ts', 'e2e/gate.spec.ts', false],
  ['e2e/accounts.ts', 'e2e/gate.spec.ts', true],
  ['e2e/buyer.ts', 'e2e/gate.spec.ts', false],
  ['apps/web/src/features/finder/Finder.tsx', 'e2e/finder.mobile.spec.ts', true],
  ['apps/web/src/features/finder/Finder.tsx', 'e2e/gate.spec.ts', false],
  ['apps/server/src/features/billing/routes.ts', 'e2e/checkout.spec.ts', true],
  ['apps/web/src/ui/Button.tsx', 'e2e/gate.spec.ts', true],
  ['package-lock.json', 'e2e/gate.spec.ts', true],
] as const)('a change of %s affects the browser story %s: %s', ([file, story, isTouched]) => {
  expect(touches(file, story)).toBe(isTouched)
})

test('a file that only some features use affects the browser stories of these features', () => {
  const features = new Map([['packages/contract/src/movers.ts', ['movers']]])
  const isTouched = (story: string) => touches('packages/contract/src/movers.ts', story, features)
  expect(isTouched('e2e/movers.spec.ts')).toBe(true)
  expect(isTouched('e2e/gate.spec.ts')).toBe(false)
})
