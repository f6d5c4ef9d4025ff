import { expect, test } from 'vitest'
import { touches } from './changed-stories.mjs'

test.for([
  ['docs/operate.md', 'e2e/account/gate.spec.ts', false],
  ['apps/server/test/auth/gate.test.ts', 'e2e/account/gate.spec.ts', false],
  ['e2e/account/gate.spec.ts', 'e2e/account/gate.spec.ts', true],
  ['e2e/lists/finder.spec.ts', 'e2e/account/gate.spec.ts', false],
  ['e2e/accounts.ts', 'e2e/account/gate.spec.ts', true],
  ['e2e/buyer.ts', 'e2e/account/gate.spec.ts', false],
  ['apps/web/src/features/finder/Finder.tsx', 'e2e/lists/finder.mobile.spec.ts', true],
  ['apps/web/src/features/finder/Finder.tsx', 'e2e/account/gate.spec.ts', false],
  ['apps/server/src/features/billing/routes.ts', 'e2e/billing/checkout.spec.ts', true],
  ['apps/web/src/ui/Button.tsx', 'e2e/account/gate.spec.ts', true],
  ['package-lock.json', 'e2e/account/gate.spec.ts', true],
] as const)('a change to %s affects the browser story %s: %s', ([file, story, isTouched]) => {
  expect(touches(file, story)).toBe(isTouched)
})

test('a file that only some features use affects only the stories of these features', () => {
  const features = new Map([['packages/contract/src/movers.ts', ['movers']]])
  const isTouched = (story: string) => touches('packages/contract/src/movers.ts', story, features)
  expect(isTouched('e2e/market/movers.spec.ts')).toBe(true)
  expect(isTouched('e2e/account/gate.spec.ts')).toBe(false)
})
