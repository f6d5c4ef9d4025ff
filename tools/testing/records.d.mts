/** What a run left of one test: what a person needs when it failed, and how long it took. */
export type TestRecord = {
  /** `FILE › TITLE`, the file from the root of the project. */
  name: string
  state: 'passed' | 'failed' | 'skipped'
  ms: number
  /** Of a failed one: what was thrown, what the servers wrote meanwhile, and the pictures and traces that were kept. */
  errors?: string[]
  log?: string[]
  kept?: string[]
}

export function writeRecords(records: readonly TestRecord[]): void
export function readRecords(file: string): TestRecord[]
export function tellFailure(record: TestRecord): string
