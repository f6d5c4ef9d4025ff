import { expect, it } from 'vitest'
import { summaryOf } from './test-summary.ts'

it('a test summary counts the tests that passed, failed or did not run, and names those that failed or did not run', () => {
  const file = (name: string, status: string, tests: Record<string, string>) => ({
    name: `/somewhere/test/${name}`,
    status,
    assertionResults: Object.entries(tests).map(([fullName, of]) => ({ fullName, status: of })),
  })
  const report = {
    testResults: [
      file('a.test.ts', 'failed', { one: 'passed', two: 'failed', three: 'skipped' }),
      file('b.test.ts', 'failed', { four: 'skipped' }),
    ],
  }
  expect(summaryOf(report)).toEqual([
    '',
    '2 files: 1 tests passed, 1 failed, 2 not run',
    'failed: a.test.ts: two',
    'failed before its tests: b.test.ts',
    'not run: a.test.ts: three',
    'not run: b.test.ts: four',
  ])
})
