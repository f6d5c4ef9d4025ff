import { afterAll, afterEach, beforeEach } from 'vitest'
import { logs } from './logs.ts'

/** Print, for each failed test, what the servers logged during it. */
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
