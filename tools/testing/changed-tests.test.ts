import { expect, test } from 'vitest'
import { testsTouched } from './changed-tests.mjs'

const server = 'apps/server/src'
const tests = 'apps/server/test'
const web = 'apps/web/src'
const texts = new Map([
  ['packages/domain/src/move.ts', 'export const move = 1'],
  ['packages/domain/src/move.test.ts', `import { move } from './move.ts'`],
  ['packages/domain/src/rights.ts', ''],
  ['packages/contract/src/movers.ts', `import { move } from '@finlist/domain/move'`],
  ['packages/contract/src/video.ts', ''],
  [`${server}/app.ts`, `import { routes } from './routes.ts'\nimport { pool } from './db/pool.ts'`],
  [`${server}/routes.ts`, `import './features/movers/routes.ts'\nimport './features/education/routes.ts'`],
  [`${server}/db/pool.ts`, ''],
  [`${server}/auth/judge.ts`, `import '@finlist/domain/rights'\nimport type { Mover } from '@finlist/contract/movers'`],
  [`${server}/features/movers/store.ts`, `import { pool } from '../../db/pool.ts'`],
  [
    `${server}/features/movers/routes.ts`,
    `import { topMovers } from '@finlist/contract/movers'\nimport './store.ts'\nserve(app, topMovers, () => [])`,
  ],
  [
    `${server}/features/education/routes.ts`,
    `import { videos } from '@finlist/contract/video'\nserve(app, videos, () => [])`,
  ],
  [`${server}/commands/user.ts`, ''],
  [`${tests}/test-server.ts`, `import '../src/app.ts'`],
  [`${tests}/movers.test.ts`, `import './test-server.ts'\nimport { topMovers } from '@finlist/contract/movers'`],
  [`${tests}/education.test.ts`, `import './test-server.ts'\nimport { videos } from '@finlist/contract/video'`],
  [`${tests}/user.test.ts`, `import './test-server.ts'\nnew URL('../src/commands/user.ts', import.meta.url)`],
  [`${web}/i18n/locales/en/movers.json`, '{}'],
  [`${web}/i18n/texts.ts`, `import type movers from './locales/en/movers.json'`],
  [`${web}/features/movers/Movers.tsx`, `import '@finlist/contract/movers'\nuseTranslation('movers')`],
  [`${web}/features/movers/movers.browser.test.tsx`, `import './Movers.tsx'`],
  [
    `${web}/features/education/videos.browser.test.tsx`,
    `import '@finlist/contract/video'\nuseTranslation('education')`,
  ],
  ['tools/guide.test.ts', `read('docs/guide.md')`],
])
const movers = [`${tests}/movers.test.ts`]
const everyServerTest = [...movers, `${tests}/education.test.ts`, `${tests}/user.test.ts`]
const moversScreen = [`${web}/features/movers/movers.browser.test.tsx`]

test.for([
  ['a store of a feature: the tests of its calls', `${server}/features/movers/store.ts`, movers],
  ['a contract: its calls and screens', 'packages/contract/src/movers.ts', [...movers, ...moversScreen]],
  [
    'a rule: also its own test',
    'packages/domain/src/move.ts',
    ['packages/domain/src/move.test.ts', ...movers, ...moversScreen],
  ],
  ['a room below every call: every test of the server', `${server}/db/pool.ts`, everyServerTest],
  ['a rule below every call', 'packages/domain/src/rights.ts', everyServerTest],
  ['what puts the server together', `${server}/routes.ts`, everyServerTest],
  ['a command: the tests that start it', `${server}/commands/user.ts`, [`${tests}/user.test.ts`]],
  ['a screen', `${web}/features/movers/Movers.tsx`, moversScreen],
  ['texts: the tests of the screens that show them', `${web}/i18n/locales/en/movers.json`, moversScreen],
  ['a test: itself', `${tests}/education.test.ts`, [`${tests}/education.test.ts`]],
  ['a document: the tests that read it', 'docs/guide.md', ['tools/guide.test.ts']],
  ['a document that no test reads', 'docs/other.md', []],
] as const)('%s', ([, file, expected]) => {
  expect([...testsTouched([file], texts).tests].toSorted()).toEqual([...expected].toSorted())
})

test('changed files that affect most tests are named', () => {
  expect(testsTouched([`${server}/db/pool.ts`, `${server}/features/movers/store.ts`], texts).wide).toEqual([
    `${server}/db/pool.ts`,
  ])
  expect(testsTouched(['package.json'], texts).tests.size).toBe(7)
})
