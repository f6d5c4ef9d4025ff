/** A test that an engine cannot run by its nature: the end of its file's path, its whole title, and why. */
export type LeftOut = { file: string; test: string; why: string }

/** Of vitest's report, what is read. */
export type Report = {
  testResults: { name: string; status: string; assertionResults: { fullName: string; status: string }[] }[]
}

/** What became of the tests of a run; not right where a test that is left out is none any more. */
export function summaryOf({ testResults }: Report, leftOut: readonly LeftOut[]): { lines: string[]; isRight: boolean } {
  const all = testResults.flatMap(({ name, assertionResults }) =>
    assertionResults.map(({ fullName, status }) => {
      const one = leftOut.find(({ file, test }) => name.endsWith(`/${file}`) && fullName === test)
      return { title: `${name.split('/').at(-1)}: ${fullName}`, status, why: one?.why }
    }),
  )
  const passed = all.filter(({ status }) => status === 'passed').length
  const failed = all.filter(({ status }) => status === 'failed').map(({ title }) => `failed: ${title}`)
  const withoutTests = testResults.filter(
    ({ status, assertionResults }) => status === 'failed' && !assertionResults.some(it => it.status === 'failed'),
  )
  const out = all.filter(({ why }) => why !== undefined)
  const skipped = all.filter(({ status, why }) => status !== 'passed' && status !== 'failed' && why === undefined)
  const gone = leftOut.filter(
    ({ file, test }) =>
      testResults.some(({ name, assertionResults }) => name.endsWith(`/${file}`) && assertionResults.length > 0) &&
      !all.some(({ title }) => title === `${file}: ${test}`),
  )
  const counted = (count: number) => count.toLocaleString('en')
  return {
    isRight: gone.length === 0,
    lines: [
      '',
      `${counted(testResults.length)} files: ${counted(passed)} tests passed, ${counted(failed.length)} failed, ${counted(out.length)} left out, ${counted(skipped.length)} not run`,
      ...failed,
      ...withoutTests.map(({ name }) => `failed before its tests: ${name.split('/').at(-1)}`),
      ...out.map(({ title, why }) => `left out, ${why}: ${title}`),
      ...skipped.map(({ title }) => `not run: ${title}`),
      ...gone.map(({ file, test }) => `left out, but no test: ${file}: ${test}`),
    ],
  }
}
