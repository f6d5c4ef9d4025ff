import { expect, it } from 'vitest'
import { oneLineAMinute } from '../../src/http/database-away.ts'

const refused = Object.assign(new Error('connect ECONNREFUSED'), { code: 'ECONNREFUSED' })
const stopping = Object.assign(new Error('terminating connection'), { code: '57P01' })
const several = new AggregateError([refused, refused])

/** Returns a logger whose `lines` are those that the hook lets through. */
function logger(bindings: Record<string, unknown> = {}) {
  const clock = { now: 0 }
  const lines: unknown[][] = []
  const hook = oneLineAMinute(() => clock.now)
  const log = (...line: [details?: unknown, ...rest: unknown[]]) =>
    hook.call({ bindings: () => bindings }, line, (...written) => void lines.push(written))
  return { clock, lines, log }
}

it('while the database is unavailable, only one connection error a minute is logged, with the number of suppressed ones', () => {
  const { clock, lines, log } = logger()
  for (let second = 0; second < 120; second++) {
    clock.now = second * 1_000
    for (const err of [refused, stopping, several]) log({ err, job: 'purge' }, 'a job failed')
  }
  expect(lines).toEqual([
    [{ err: refused, job: 'purge' }, 'a job failed'],
    [{ err: refused, job: 'purge', leftOut: 179 }, 'a job failed'],
  ])
})

it('any other error, and every error of a request, is logged each time', () => {
  const background = logger()
  const others = [new Error('a bug'), Object.assign(new Error('no such file'), { code: 'ENOENT', syscall: 'open' })]
  for (const err of others) for (let n = 0; n < 3; n++) background.log({ err }, 'a job failed')
  background.log('a line alone')
  expect(background.lines).toHaveLength(7)
  const request = logger({ reqId: 'one' })
  for (let n = 0; n < 3; n++) request.log({ err: refused }, 'unexpected error')
  expect(request.lines).toHaveLength(3)
})
