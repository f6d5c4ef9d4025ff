/** The record of one test: its result, the details of a failure, and the duration. */
export type TestRecord = {
  /** `FILE › TITLE`, with the file's path from the root of the project. */
  name: string
  state: 'passed' | 'failed' | 'skipped'
  ms: number
  /** Which budget the test counts towards: unit, server, sandbox, components, stories. */
  group?: string
  /** Tagged as taking over 2 s. */
  isSlow?: boolean
  /** The time to load the file and run its hooks, recorded on the first test of the file. */
  overheadMs?: number
  /**
   * For a failed test: the errors, what the servers logged meanwhile, the page as text, and the saved pictures and
   * traces.
   */
  errors?: string[]
  log?: string[]
  page?: string[]
  kept?: string[]
  /** The test's file, if its process died before the test had a result. */
  lost?: string
  /** Not a test, but a record that a process that ran tests has died. */
  isDeath?: boolean
}

export function writeRecords(records: readonly TestRecord[]): void
export function readRecords(file: string): TestRecord[]
export function lostToCrash(records: readonly TestRecord[]): string[]
export function withSecondRun(
  records: readonly TestRecord[],
  files: readonly string[],
  second: readonly TestRecord[],
): TestRecord[]
export function tellFailure(record: TestRecord): string
