import { expect, test } from 'vitest'
import type { TestRecord } from './records.mjs'
import { fastBudgets, medians, summarise, unmarkedSlow } from './summary.mjs'

const passed = (name: string, ms: number, facts: Partial<TestRecord> = {}): TestRecord => ({
  name,
  ms,
  state: 'passed',
  group: 'server',
  ...facts,
})

function said(records: readonly TestRecord[]) {
  const lines: string[] = []
  const isSound = summarise(records, { cores: 2, budgets: fastBudgets, print: text => void lines.push(text) })
  return { isSound, text: lines.join('\n') }
}

test('a failed test is printed with its error, and fails the run', () => {
  const { isSound, text } = said([
    passed('a › b', 5),
    { ...passed('a › c', 5), state: 'failed', errors: ['expected 1'] },
  ])
  expect(isSound).toBe(false)
  expect(text).toContain('✗ a › c\n    expected 1')
  expect(text).toMatch(/\n1 passed, 1 failed, 0 skipped$/)
})

test('each group of tests is printed with its time per core and its budget', () => {
  const { isSound, text } = said([passed('a › b', 380_000, { isSlow: true, overheadMs: 20_000 })])
  expect(isSound).toBe(true)
  expect(text).toMatch(/server +1 +200 s +150 s {2}over/)
})

test('vitest tests that take over two seconds but are not tagged slow are listed', () => {
  const slow = [
    passed('marked', 9_000, { isSlow: true }),
    passed('story', 9_000, { group: 'stories' }),
    passed('two', 2_500),
    passed('one', 3_000),
    passed('fast', 1_900),
  ]
  expect(unmarkedSlow(slow).map(({ name }) => name)).toEqual(['one', 'two'])
})

test('several rounds are combined into the median time and any failure', () => {
  const failed = { ...passed('a', 9_000), state: 'failed' as const }
  expect(medians([[passed('a', 100)], [failed], [passed('a', 300)]])).toEqual([{ ...failed, ms: 300 }])
})
