import { relative } from 'node:path'
import { stripVTControlCharacters } from 'node:util'
import type { Reporter, SerializedError, TestCase, TestModule, TestSpecification } from 'vitest/node'
import { root } from '../source-files.ts'
import { type TestRecord, writeRecords } from './records.mjs'
import { mayHaveSlowTests } from './slow-files.mjs'

/** Prints a line for each test file as it ends. `tools/test.mjs` reads the records and reports failures. */
export default class RecordingReporter implements Reporter {
  /** The run's files that have not ended yet, by path. */
  readonly #awaited = new Set<string>()

  onTestRunStart(specifications: readonly TestSpecification[]): void {
    for (const { moduleId } of specifications) this.#awaited.add(moduleId)
  }

  onTestModuleStart(module: TestModule): void {
    // The component tests leave most of one core idle, so `tools/test.mjs` prepares the browser tests now.
    if (groupOf(module) === 'components') process.send?.('components')
  }

  onTestModuleEnd(module: TestModule): void {
    this.#awaited.delete(module.moduleId)
    const ran = [...module.children.allTests()].filter(test => !isLeftOut(test))
    if (ran.length === 0 && module.errors().length === 0) return
    const isSound = module.state() !== 'failed'
    const seconds = (durationMs(module) / 1_000).toFixed(1)
    console.log(`  ${isSound ? '✓' : '✗'} ${module.relativeModuleId} (${ran.length} in ${seconds} s)`)
  }

  onTestRunEnd(modules: readonly TestModule[], unhandled: readonly SerializedError[]): void {
    writeRecords([
      ...modules.flatMap(recordsOf),
      ...[...this.#awaited].map(path => {
        const file = relative(root, path)
        const message = 'This file did not end: its worker died. The reason is reported below.'
        return { ...failed(file, [{ message }]), ms: 0, lost: file }
      }),
      ...unhandled.map(error => ({
        ...failed('outside of every test', [error]),
        ms: 0,
        isDeath: /^\[vitest-pool\]: Worker .* emitted error/.test(error.message),
      })),
    ])
  }
}

function recordsOf(module: TestModule): TestRecord[] {
  const group = groupOf(module)
  const tests = [...module.children.allTests()]
  const records: TestRecord[] = tests.filter(test => !isLeftOut(test)).map(test => ({ ...recordOf(test), group }))
  const slow = tests.find(test => test.tags.includes('slow'))
  if (slow && !mayHaveSlowTests(module.moduleId)) {
    const message = 'This test is tagged slow, but its file does not contain the word, so `--rest` would not run it.'
    records.push({ ...failed(`${module.relativeModuleId} › ${slow.fullName}`, [{ message }]), ms: 0, group })
  }
  // If a file cannot be loaded or its setup fails, none of its tests has run.
  const faults = module.errors()
  if (faults.length > 0) records.push({ ...failed(module.relativeModuleId, faults), ms: durationMs(module), group })
  // The time taken to load the file and run its hooks. It is not part of any test's time.
  const overheadMs = durationMs(module) - records.reduce((sum, { ms }) => sum + ms, 0)
  if (records[0] && overheadMs > 0) records[0].overheadMs = Math.round(overheadMs)
  return records
}

function recordOf(test: TestCase): TestRecord {
  const name = `${test.module.relativeModuleId} › ${test.fullName}`
  const { state, errors } = test.result()
  const ms = Math.round(test.diagnostic()?.duration ?? 0)
  const isSlow = test.tags.includes('slow')
  const { serverLog: log = [], page = [] } = test.meta()
  if (state === 'failed') return { ...failed(name, errors), ms, isSlow, log, page }
  if (state === 'pending') {
    const lost = test.module.relativeModuleId
    return { ...failed(name, [{ message: 'No result: its worker died.' }]), ms, isSlow, lost }
  }
  return { name, state, ms, isSlow }
}

/** Whether `--tags-filter` leaves the test out. Vitest reports such a test as skipped. */
function isLeftOut(test: TestCase): boolean {
  const filter = process.env['FINLIST_TAGS']
  return filter !== undefined && test.tags.includes('slow') === (filter === '!slow')
}

function groupOf({ project }: TestModule): string {
  return project.name.startsWith('web') ? 'components' : project.name
}

function durationMs(module: TestModule): number {
  const { collectDuration, setupDuration, duration } = module.diagnostic()
  return collectDuration + setupDuration + duration
}

const failed = (name: string, errors: readonly SerializedError[]) => ({
  name,
  state: 'failed' as const,
  errors: errors.map(told),
})

/** The error with its causes. If a worker process died, only the cause gives the reason. */
function told({ message, stacks = [], diff, cause }: SerializedError): string {
  const frames = (stacks as { file: string; line: number }[]).map(
    ({ file, line }) => `  at ${relative(root, file)}:${line}`,
  )
  const because = cause ? `Caused by: ${told(cause as SerializedError)}` : ''
  return stripVTControlCharacters([message, diff, ...frames, because].filter(Boolean).join('\n'))
}
