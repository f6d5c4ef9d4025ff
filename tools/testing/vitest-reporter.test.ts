import { spawnSync } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { root } from '../source-files.ts'
import { readRecords } from './records.mjs'

/** Runs vitest on the named fixtures with the reporter. */
function run(fixtures: readonly string[], tags?: string) {
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
    { cwd: root, env: { ...env, FINLIST_RECORDS: file, ...(tags && { FINLIST_TAGS: tags }) } },
  )
  const records = readRecords(file).map(({ name, state, errors = [] }) => ({
    title: name.replace(/^.*fixtures\//, ''),
    state,
    error: errors.join('\n'),
  }))
  return { status, records }
}

test('a worker that dies is reported with its cause, and no test of it is lost', () => {
  const { status, records } = run(['ends-its-worker'])
  expect(status).toBe(1)
  expect(records.map(({ title, state }) => `${state}: ${title}`)).toEqual([
    'failed: 1-ends-its-worker.fixture.ts › passes first',
    'failed: 1-ends-its-worker.fixture.ts › ends its worker',
    'failed: 1-ends-its-worker.fixture.ts',
    'failed: outside of every test',
  ])
  expect(records.at(-1)?.error).toContain('SIGKILL')
})

test.for([
  ['!slow', ['is fast', 'is skipped by its author']],
  ['slow', ['is slow']],
  [undefined, ['is fast', 'is slow', 'is skipped by its author']],
] as const)('with the tags filter %s the records are %j', ([tags, titles]) => {
  const { status, records } = run(['comes-after'], tags)
  expect(status).toBe(0)
  expect(records.map(({ title }) => title.split(' › ')[1])).toEqual(titles)
  expect(records.filter(({ state }) => state === 'skipped')).toHaveLength(
    titles.some(it => it.includes('skipped')) ? 1 : 0,
  )
})
