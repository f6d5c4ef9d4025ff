import { mkdir, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { inMs, show } from '../figure.ts'
import { askOnce, type Heard, healthChecks, Line, lineToEach } from '../line.ts'
import { OwnProgram } from '../own-program.ts'

const workers = 2
const metricsToken = 'a-token-that-nobody-guesses'
const everyMs = 10
const reloads = 2

const place = (name: string) => join(tmpdir(), `finlist-workers-${process.pid}-${name}`)
const dropFolder = place('drop')

let program: OwnProgram
beforeAll(async () => {
  await mkdir(dropFolder)
  program = await OwnProgram.make({
    WORKERS: String(workers),
    METRICS_TOKEN: metricsToken,
    MOVERS_DROP_DIR: dropFolder,
  })
  await program.start()
  await program.speakFor('hk-yearly')
}, 180_000)
afterAll(() => program.remove(), 60_000)

/**
 * Sends a request every ten milliseconds until stopped, without waiting for responses. Alternates between kept-alive
 * connections and a new one; every tenth request is a write.
 */
function openLoop(watchlistId: string) {
  const kept = new Line(program.base, 20)
  const answers: Promise<Heard | Error>[] = []
  let renamedTo = ''
  const ask = (nth: number) => {
    const path = nth % 10 === 0 ? `/watchlist/${watchlistId}/rename?watchlistName=${nth}` : '/users/user'
    const url = `${program.base}/api${path}`
    const asked = { headers: program.headers }
    const answer = nth % 2 === 0 ? kept.ask(`/api${path}`, asked) : askOnce(url, false, asked)
    if (nth % 10 === 0) renamedTo = String(nth)
    return answer.catch((error: Error) => error)
  }
  const clock = setInterval(() => answers.push(ask(answers.length)), everyMs)
  return async () => {
    clearInterval(clock)
    const all = await Promise.all(answers)
    kept.close()
    const failed = all.flatMap(answer =>
      answer instanceof Error ? [answer.message] : answer.http === 200 ? [] : [`${answer.http} ${answer.text}`],
    )
    const times = all.flatMap(answer => (answer instanceof Error ? [] : [answer.ms]))
    return { sent: all.length, failed, times, renamedTo }
  }
}

it(`replacing ${workers} workers one after another, ${reloads} times under load, drops and refuses no request`, async context => {
  const watchlistId = String((await program.ask('/watchlist/create?watchlistName=first')).data)
  const first = await program.workers()
  expect(first).toHaveLength(workers)
  const stop = openLoop(watchlistId)
  let before = first
  for (let round = 0; round < reloads; round++) {
    await wait(1_000)
    program.signal('SIGHUP')
    await expect
      .poll(async () => (await program.workers()).filter(pid => !before.includes(pid)), { timeout: 120_000 })
      .toHaveLength(workers)
    await expect.poll(() => program.workers(), { timeout: 60_000 }).toHaveLength(workers)
    before = await program.workers()
  }
  await wait(1_000)
  const { sent, failed, times, renamedTo } = await stop()
  expect(failed).toEqual([])
  expect(before.filter(pid => first.includes(pid))).toEqual([])
  const lists = (await program.ask('/watchlist/user')).data as { watchlistName: string }[]
  expect(lists.map(({ watchlistName }) => watchlistName)).toContain(renamedTo)
  show(
    context,
    {
      name: `${workers} workers replaced ${reloads} times under load: requests dropped or refused`,
      is: `0 of ${sent}`,
      asked: '0',
    },
    { name: 'answers meanwhile', is: inMs(times, 0.5, 0.99), asked: '(shown)' },
  )
}, 300_000)

it('after a worker is killed (-9) the other continues, and a new one starts', async context => {
  const lines = await lineToEach(program.base, workers, metricsToken)
  const [dying, living] = await program.workers()
  process.kill(dying!, 'SIGKILL')
  const since = performance.now()
  const ask = async () => {
    const answers = await Promise.all(
      [...lines.values()].map(line => line.ask('/api/users/user', { headers: program.headers }).catch(() => undefined)),
    )
    return answers.filter(answer => answer?.http === 200).length
  }
  // The connection to the dead worker may fail once; after that every connection leads to a live worker.
  expect(await ask()).toBeGreaterThanOrEqual(workers - 1)
  let asked = 0
  const answering = async () => (await healthChecks(program.base, metricsToken)).size
  while ((await program.workers()).length < workers || (await answering()) < workers) {
    expect(await ask()).toBe(workers)
    asked += workers
    if (performance.now() - since > 60_000) throw new Error('no new worker came')
  }
  const back = performance.now() - since
  for (const line of lines.values()) line.close()
  const after = await program.workers()
  expect(after).toContain(living)
  expect(after).not.toContain(dying)
  show(context, {
    name: 'a worker killed (-9): calls that failed at the other meanwhile',
    is: `0 of ${asked}; the new one took calls after ${(back / 1_000).toFixed(1)} s`,
    asked: '0',
  })
}, 120_000)

it('a worker that hangs (SIGSTOP) is killed and replaced', async context => {
  const [hanging] = await program.workers()
  process.kill(hanging!, 'SIGSTOP')
  const since = performance.now()
  const isReplaced = async () => {
    const now = await program.workers()
    return now.length === workers && !now.includes(hanging!)
  }
  while (!(await isReplaced())) {
    if (performance.now() - since > 60_000) throw new Error('it is still there')
    await wait(250)
  }
  while ((await healthChecks(program.base, metricsToken)).size < workers) await wait(250)
  expect(await program.workers()).not.toContain(hanging)
  show(context, {
    name: 'a worker that hangs: all take calls again',
    is: `after ${((performance.now() - since) / 1_000).toFixed(1)} s`,
    asked: '(shown)',
  })
}, 120_000)

it('a reload is abandoned if the new worker does not start, and the old workers stay', async () => {
  const before = await program.workers()
  await rm(dropFolder, { recursive: true })
  program.signal('SIGHUP')
  await expect.poll(() => program.workers(), { interval: 20, timeout: 30_000 }).toHaveLength(workers + 1)
  await expect.poll(() => program.workers(), { interval: 20, timeout: 30_000 }).toEqual(before)
  expect((await program.ask('/users/user')).http).toBe(200)
}, 120_000)

it('workers that fail to start stop the server with an error', async () => {
  const broken = place('broken.mmdb')
  await writeFile(broken, 'no database')
  const other = await OwnProgram.make({ WORKERS: String(workers), GEOIP_DB_PATH: broken })
  try {
    await expect(other.start()).rejects.toThrow('the program ended: 1')
  } finally {
    await other.remove()
    await rm(broken)
  }
}, 180_000)
