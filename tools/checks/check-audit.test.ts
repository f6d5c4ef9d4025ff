import { expect, test } from 'vitest'
import { judge } from './check-audit.ts'

const via = [{ title: 'Reads what it should not', url: 'https://advisories.example/1' }]
const report = (severity: string) => JSON.stringify({ vulnerabilities: { glob: { severity, via, range: '<10' } } })

test('a high or critical advisory is reported with its name', () => {
  const grave = { faults: ['glob <10: high, Reads what it should not, https://advisories.example/1'], made: true }
  expect(judge(report('high'))).toEqual(grave)
})

test('a low advisory is ignored', () => expect(judge(report('moderate'))).toEqual({ faults: [], made: true }))

test.each(['', 'npm error 405', '{"statusCode":405}'])(
  'the audit has no result if the registry’s response is not a list of advisories: %j',
  printed => expect(judge(printed)).toEqual({ faults: [], made: false }),
)
