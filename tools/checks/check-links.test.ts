import { expect, test } from 'vitest'
import { checkLinks } from './check-links.ts'

const isThere = (path: string) => ['README.md', 'docs/guide.md', 'apps/server/src/auth/judge.ts'].includes(path)
const guide = { path: 'docs/guide.md', text: '# Guide\n## Back `up` & restore\n```\n## No heading\n```\n## Guide\n' }
const faults = (text: string, path = 'README.md') => checkLinks([{ path, text }, guide], isThere)

test.each([
  '[guide](docs/guide.md)',
  '[back up](docs/guide.md#back-up--restore)',
  '[the second of a name](docs/guide.md#guide-1)',
  '# Here\n[there](#here)',
  '[elsewhere](https://example.com/nothing)',
  '`auth/judge.ts` and `apps/server/src/auth/judge.ts:12`',
  '```\n[a block of code](gone.md) `auth/gone.ts`\n```',
])('the link check accepts %s', text => {
  expect(faults(text)).toEqual([])
})

test.each([
  ['[guide](docs/gone.md)', 'README.md: the link docs/gone.md leads nowhere'],
  ['[letters](docs/guide.md#letters)', 'README.md: the link docs/guide.md#letters leads nowhere'],
  ['[code](docs/guide.md#no-heading)', 'README.md: the link docs/guide.md#no-heading leads nowhere'],
  ['[here](#nowhere)', 'README.md: the link #nowhere leads nowhere'],
  ['See `auth/gone.ts`.', 'README.md: there is no file auth/gone.ts'],
])('the link check refuses %s', (text, fault) => {
  expect(faults(text)).toEqual([fault])
})

test('a relative link is resolved from the folder of its document', () => {
  expect(faults('[up](../README.md)', 'docs/other.md')).toEqual([])
  expect(faults('[up](README.md)', 'docs/other.md')).toHaveLength(1)
})
