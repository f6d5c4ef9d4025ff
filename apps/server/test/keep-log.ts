import { afterAll, afterEach, beforeEach } from 'vitest'
import { logs } from './logs.ts'

/**
 * For each failed test, passes to the reporter what the servers logged during the test. `read` has the length of each
 * log when the test began.
 */
const read = new Map<string[], number>()

beforeEach(() => {
  for (const log of logs) read.set(log, log.length)
})
afterEach(({ task }) => {
  if (task.result?.state !== 'fail') return
  task.meta.serverLog = [...logs].flatMap(log => log.slice(read.get(log) ?? 0)).slice(-200)
})
afterAll(() => {
  logs.clear()
  read.clear()
})
