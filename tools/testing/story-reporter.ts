import { readFileSync } from 'node:fs'
import { join, relative } from 'node:path'
import { stripVTControlCharacters } from 'node:util'
import type { FullConfig, Reporter, Suite, TestCase, TestError, TestResult } from '@playwright/test/reporter'
import { root } from '../source-files.ts'
import { type TestRecord, writeRecords } from './records.mjs'
import { serverLog } from './server-log.ts'

/** Prints a line for each story as it ends. `tools/test.mjs` reads the records and reports failures. */
export default class RecordingReporter implements Reporter {
  readonly #records: TestRecord[] = []
  /** The run's stories that have not ended yet. */
  readonly #awaited = new Set<TestCase>()

  onBegin(_: FullConfig, suite: Suite): void {
    for (const test of suite.allTests()) this.#awaited.add(test)
  }

  onTestEnd(test: TestCase, result: TestResult): void {
    this.#awaited.delete(test)
    const name = nameOf(test)
    const record = { name, ms: result.duration, state: stateOf(test, result), group: 'stories' }
    this.#records.push(record.state === 'failed' ? { ...record, ...leftOf(result) } : record)
    const mark = { passed: '✓', failed: '✗', skipped: '-' }[record.state]
    console.log(`  ${mark} ${name} (${(result.duration / 1_000).toFixed(1)} s)`)
  }

  onError(error: TestError): void {
    this.#records.push({
      name: 'outside of every story',
      state: 'failed',
      ms: 0,
      errors: [told(error)],
      log: linesOf(serverLog.file()),
    })
  }

  onEnd(): void {
    for (const test of this.#awaited)
      this.#records.push({
        name: nameOf(test),
        state: 'failed',
        ms: 0,
        group: 'stories',
        errors: ['This story was never run.'],
      })
    writeRecords(this.#records)
  }
}

function nameOf(test: TestCase): string {
  const { file, line } = test.location
  return `${relative(root, file)}:${line} › ${test.titlePath().slice(3).join(' › ')}`
}

function stateOf(test: TestCase, { status }: TestResult): TestRecord['state'] {
  if (status === 'skipped') return 'skipped'
  return status === test.expectedStatus ? 'passed' : 'failed'
}

/**
 * What a failed story leaves behind: errors, page, files and log. The log is that of the story's own server or, if it
 * has none, what the shared server wrote during the story.
 */
function leftOf({ errors, attachments, startTime, duration }: TestResult) {
  const own = attachments.find(({ name }) => name === serverLog.attachment)?.path
  const [from, to] = [startTime.getTime(), startTime.getTime() + duration]
  return {
    errors: errors.map(told),
    log: own ? linesOf(own) : linesOf(serverLog.file()).filter(line => isBetween(line, from, to)),
    page: pageIn(attachments),
    kept: attachments.flatMap(({ name, path }) =>
      path && ['screenshot', 'trace'].includes(name)
        ? [join('test-results', relative(join(root, 'test-results'), path))]
        : [],
    ),
  }
}

/** The page's accessibility tree, which Playwright attaches to a failed story. */
function pageIn(attachments: TestResult['attachments']): string[] {
  const path = attachments.find(({ name }) => name === 'error-context')?.path
  const [, tree = ''] = /```yaml\n(.*?)\n```/s.exec(path ? linesOf(path).join('\n') : '') ?? []
  return tree
    .replaceAll(/ \[(ref|cursor)=\w+\]/g, '')
    .split('\n')
    .filter(Boolean)
}

const told = ({ message = '', location }: TestError) =>
  stripVTControlCharacters(location ? `${message}\n  at ${relative(root, location.file)}:${location.line}` : message)

function linesOf(file: string): string[] {
  try {
    return readFileSync(file, 'utf8').trim().split('\n')
  } catch {
    return []
  }
}

function isBetween(line: string, from: number, to: number): boolean {
  const [, time] = /"time":(\d+)/.exec(line) ?? []
  return time !== undefined && Number(time) >= from && Number(time) <= to
}
