import { expect, it } from 'vitest'
import { summaryOf } from './test-summary.ts'

const file = (name: string, status: string, tests: Record<string, string>) => ({
  name: `/somewhere/test/${name}`,
  status,
  assertionResults: Object.entries(tests).map(([fullName, of]) => ({ fullName, status: of })),
})

it('counts what passed, failed, was left out and skipped itself', () => {
  const report = {
    testResults: [
      file('a.test.ts', 'failed', { one: 'passed', two: 'failed', three: 'skipped', four: 'skipped' }),
      file('b.test.ts', 'failed', { three: 'skipped' }),
    ],
  }
  expect(summaryOf(report, [{ file: 'a.test.ts', test: 'three', why: 'it drops the database' }])).toEqual({
    isRight: true,
    lines: [
      '',
      '2 files: 1 tests passed, 1 failed, 1 left out, 2 not run',
      'failed: a.test.ts: two',
      'failed before its tests: b.test.ts',
      'left out, it drops the database: a.test.ts: three',
      'not run: a.test.ts: four',
      'not run: b.test.ts: three',
    ],
  })
})

it('a test that is left out and is none any more is told; of a file that did not run nothing is', () => {
  const report = { testResults: [file('a.test.ts', 'passed', { one: 'passed' })] }
  const gone = { file: 'a.test.ts', test: 'two', why: 'x' }
  const elsewhere = { file: 'b.test.ts', test: 'three', why: 'x' }
  expect(summaryOf(report, [gone, elsewhere])).toEqual({
    isRight: false,
    lines: ['', '1 files: 1 tests passed, 0 failed, 0 left out, 0 not run', 'left out, but no test: a.test.ts: two'],
  })
})
