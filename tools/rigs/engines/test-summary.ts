/** The fields of vitest's report that are used here. */
export type Report = {
  testResults: { name: string; status: string; assertionResults: { fullName: string; status: string }[] }[]
}

/** The outcome of a run, line by line. The line of a test that did not run says what the test needs. */
export function summaryOf({ testResults }: Report): string[] {
  const all = testResults.flatMap(({ name, assertionResults }) =>
    assertionResults.map(({ fullName, status }) => ({ title: `${fileOf(name)}: ${fullName}`, status })),
  )
  const failed = all.filter(({ status }) => status === 'failed')
  const passed = all.filter(({ status }) => status === 'passed')
  const others = all.filter(({ status }) => status !== 'failed' && status !== 'passed')
  const before = testResults.filter(
    ({ status, assertionResults }) => status === 'failed' && !assertionResults.some(it => it.status === 'failed'),
  )
  const counted = (of: unknown[]) => of.length.toLocaleString('en')
  return [
    '',
    `${counted(testResults)} files: ${counted(passed)} tests passed, ${counted(failed)} failed, ${counted(others)} not run`,
    ...failed.map(({ title }) => `failed: ${title}`),
    ...before.map(({ name }) => `failed before its tests: ${fileOf(name)}`),
    ...others.map(({ title }) => `not run: ${title}`),
  ]
}

const fileOf = (path: string) => path.split('/').at(-1)!
