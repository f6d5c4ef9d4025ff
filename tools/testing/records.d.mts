/** The record of one test: the details of a failure, and the duration. */
export type TestRecord = {
  /** `FILE › TITLE`, the file from the root of the project. */
  name: string
  state: 'passed' | 'failed' | 'skipped'
  ms: number
  /** Of a failed test: the errors, the servers' log meanwhile, and the saved pictures and traces. */
  errors?: string[]
  log?: string[]
  kept?: string[]
}

export function writeRecords(records: readonly TestRecord[]): void
export function readRecords(file: string): TestRecord[]
export function tellFailure(record: TestRecord): string
