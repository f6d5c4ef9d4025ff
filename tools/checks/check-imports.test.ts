import { expect, test } from 'vitest'
import { checkImports } from './check-imports.ts'

const faults = (path: string, text: string) => checkImports([{ path, text }]).length

test.each([
  ['packages/domain/src/plans/rights.ts', `import { a } from './catalogue.ts'`, 0],
  ['packages/domain/src/plans/rights.ts', `import { a } from '../../../contract/src/call.ts'`, 1],
  ['packages/domain/src/plans/rights.ts', `import * as z from 'zod/mini'`, 1],
  ['packages/domain/src/plans/rights.ts', `import fs from 'node:fs'`, 1],
  ['packages/domain/src/plans/rights.ts', 'const t = new Date()', 1],
  ['packages/domain/src/plans/rights.ts', 'const t = new Date(now)', 0],
  ['packages/domain/src/plans/rights.ts', '/** Not Date.now: it is pure. */', 0],
  ['packages/domain/src/plans/rights.test.ts', `import { test } from 'vitest'`, 0],
  ['packages/contract/src/account/account.ts', `import type { A } from '@finlist/domain/plans/rights'`, 0],
  ['packages/identity/src/limits.ts', `import { A } from '@finlist/domain/plans/rights'`, 1],
  ['apps/server/src/features/finder/store.ts', `import { x } from '../watchlist/store.ts'`, 1],
  ['apps/server/src/features/finder/store.ts', `import { x } from '../finder-more/store.ts'`, 1],
  ['apps/server/src/features/finder/store.ts', `import {\n  x,\n} from './rows.ts'`, 0],
  ['apps/server/src/features/finder/store.ts', `import { Db } from '../../db/database.ts'`, 0],
  ['apps/server/src/features/finder/store.ts', `const x = await import('../../app.ts')`, 1],
  ['apps/server/src/http/serve.ts', `import { people } from '../auth/people.ts'`, 1],
  ['apps/server/src/payments/provider/cards.ts', `import type Stripe from 'stripe'`, 0],
  ['apps/server/src/payments/provider/cards.ts', `import { attach } from '../operations/card.ts'`, 1],
  ['apps/server/src/payments/operations/card.ts', `import type Stripe from 'stripe'`, 1],
  ['apps/server/src/demo/coupons.ts', `import type Stripe from 'stripe'`, 1],
  ['apps/server/src/app.ts', `import { finder } from './features/finder/routes.ts'`, 0],
  ['apps/server/src/app.ts', `import { routes } from '../../web/src/app/paths.ts'`, 1],
  ['apps/web/src/app/routes.tsx', `import { say } from '@finlist/server/http/say'`, 1],
  ['apps/web/src/features/finder/FinderScreen.tsx', `export { x } from '../watchlist/queries.ts'`, 1],
  ['apps/web/src/features/finder/FinderScreen.tsx', `import { Button } from '../../ui/button.tsx'`, 0],
  ['apps/web/src/ui/button.tsx', `import { ask } from '../api/ask.ts'`, 1],
  ['apps/web/src/ui/button.tsx', `import 'node:path'`, 1],
])('the file %s with %s has %i import faults', (path, text, count) => expect(faults(path, text)).toBe(count))
