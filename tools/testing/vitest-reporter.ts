import { relative } from 'node:path'
import { stripVTControlCharacters } from 'node:util'
import type { Reporter, SerializedError, TestCase, TestModule } from 'vitest/node'
import { root } from '../source-files.ts'
import { type TestRecord, writeRecords } from './records.mjs'

/** Prints a line for each file as it ends; the reader of the records reports failures. */
export default class RecordingReporter implements Reporter {
  readonly #records: TestRecord[] = []

  onTestModuleEnd(module: TestModule): void {
    const records = [...module.children.allTests()].map(recordOf)
    const faults = module.errors()
    // A file that cannot be loaded, or whose set-up fails, has tests that did not run.
    if (faults.length > 0)
      records.push({ ...failed(module.relativeModuleId, faults), ms: module.diagnostic().duration })
    this.#records.push(...records)
    const isSound = records.every(({ state }) => state !== 'failed')
    const seconds = (module.diagnostic().duration / 1_000).toFixed(1)
    console.log(`  ${isSound ? '✓' : '✗'} ${module.relativeModuleId} (${records.length} in ${seconds} s)`)
  }

  onTestRunEnd(_: readonly TestModule[], unhandled: readonly SerializedError[]): void {
    for (const error of unhandled) this.#records.push({ ...failed('outside of every test', [error]), ms: 0 })
    writeRecords(this.#records)
  }
}

function recordOf(test: TestCase): TestRecord {
  const name = `${test.module.relativeModuleId} › ${test.fullName}`
  const { state, errors } = test.result()
  const ms = Math.round(test.diagnostic()?.duration ?? 0)
  if (state === 'failed') return { ...failed(name, errors), ms, log: test.meta().serverLog ?? [] }
  return { name, state: state === 'passed' ? 'passed' : 'skipped', ms }
}

const failed = (name: string, errors: readonly SerializedError[]) => ({
  name,
  state: 'failed' as const,
  errors: errors.map(told),
})

function told({ message, stacks = [], diff }: SerializedError): string {
  const frames = (stacks as { file: string; line: number }[]).map(
    ({ file, line }) => `  at ${relative(root, file)}:${line}`,
  )
  return stripVTControlCharacters([message, diff, ...frames].filter(Boolean).join('\n'))
}
