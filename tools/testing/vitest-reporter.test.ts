import { spawnSync } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { basename, join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { root } from '../source-files.ts'
import { lostToCrash, readRecords, tellFailure, withSecondRun } from './records.mjs'

/** Runs vitest on the named fixtures with our reporter. */
function run(fixtures: readonly string[], { tags, endBy = 'SIGKILL' }: { tags?: string; endBy?: string } = {}) {
  const folder = mkdtempSync(join(tmpdir(), 'finlist-reporter-'))
  onTestFinished(() => rmSync(folder, { recursive: true }))
  const file = join(folder, 'records.json')
  const { VITEST: _, VITEST_POOL_ID: __, VITEST_WORKER_ID: ___, FINLIST_TAGS: ____, ...env } = process.env
  const args = [
    'run',
    '--config=tools/testing/fixtures/vitest.config.ts',
    '--reporter=./tools/testing/vitest-reporter.ts',
  ]
  const { status } = spawnSync(
    process.execPath,
    ['node_modules/vitest/vitest.mjs', ...args, ...(tags ? [`--tags-filter=${tags}`] : []), ...fixtures],
    { cwd: root, env: { ...env, FINLIST_RECORDS: file, END_BY: endBy, ...(tags && { FINLIST_TAGS: tags }) } },
  )
  const read = readRecords(file)
  const records = read.map(({ name, state, errors = [] }) => ({
    title: name.replace(/^.*fixtures\//, ''),
    state,
    error: errors.join('\n'),
  }))
  return { status, records, lost: lostToCrash(read).map(path => basename(path)) }
}

test('a test worker that dies is reported with the cause, and all of its tests are reported as failed', () => {
  const { status, records, lost } = run(['ends-its-worker'])
  expect(status).toBe(1)
  expect(records.map(({ title, state }) => `${state}: ${title}`)).toEqual([
    'failed: 1-ends-its-worker.fixture.ts › passes first',
    'failed: 1-ends-its-worker.fixture.ts › ends its worker',
    'failed: 1-ends-its-worker.fixture.ts',
    'failed: outside of every test',
  ])
  expect(records.at(-1)?.error).toContain('SIGKILL')
  // A signal sent by a test or an operator is not a crash, so the file is not retried.
  expect(lost).toEqual([])
})

test('after a crash of the runtime, the file to run again is named, and its new results replace the lost ones', () => {
  expect(new Set(run(['ends-its-worker'], { endBy: 'SIGTRAP' }).lost)).toEqual(
    new Set(['1-ends-its-worker.fixture.ts']),
  )
  const record = (name: string, state: 'passed' | 'failed', isDeath = false) => ({ name, state, isDeath, ms: 0 })
  const records = [
    record('a.test.ts › first', 'passed'),
    record('a.test.ts › second', 'failed'),
    record('a.test.ts', 'failed'),
    record('aa.test.ts › first', 'failed'),
    record('outside of every test', 'failed', true),
  ]
  const second = [record('a.test.ts › first', 'passed'), record('a.test.ts › second', 'passed')]
  expect(withSecondRun(records, ['a.test.ts'], second)).toEqual([records[3], ...second])
})

test.for([
  ['!slow', ['is fast', 'is skipped by its author']],
  ['slow', ['is slow']],
  [undefined, ['is fast', 'is slow', 'is skipped by its author']],
] as const)('with the tags filter %s the test records are %j', ([tags, titles]) => {
  const { status, records } = run(['comes-after'], tags === undefined ? {} : { tags })
  expect(status).toBe(0)
  expect(records.map(({ title }) => title.split(' › ')[1])).toEqual(titles)
  expect(records.filter(({ state }) => state === 'skipped')).toHaveLength(
    titles.some(it => it.includes('skipped')) ? 1 : 0,
  )
})

test('a slow test whose file does not contain the word fails, because `--rest` would not load the file', () => {
  const { records } = run(['hides-its-tag'], { tags: '!slow' })
  expect(records).toEqual([
    {
      title: '3-hides-its-tag.fixture.ts › hides its tag',
      state: 'failed',
      error: expect.stringContaining('`--rest` would not run it') as string,
    },
  ])
})

test('a failed browser test shows the beginning and the end of the page', () => {
  const page = Array.from({ length: 100 }, (_, at) => `line ${at}`)
  const told = tellFailure({ name: 'a', state: 'failed', ms: 1, page })
  expect(told).toContain('The page then:\n    line 0\n')
  expect(told).toContain('line 9\n    … 60 lines …\n    line 70\n')
  expect(told).toMatch(/line 99$/)
  expect(tellFailure({ name: 'a', state: 'failed', ms: 1, page: page.slice(0, 40) })).not.toContain('…')
})
