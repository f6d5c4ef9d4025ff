import { execFile } from 'node:child_process'
import { existsSync } from 'node:fs'
import { stat } from 'node:fs/promises'
import { promisify } from 'node:util'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { show } from '../figure.ts'
import { OwnProgram } from '../own-program.ts'

const tries = 40

let program: OwnProgram
beforeAll(async () => {
  program = await OwnProgram.make()
  await program.start()
  await program.speakFor('hk-yearly')
}, 120_000)
afterAll(() => program.remove(), 60_000)

/**
 * Simulates a full disk by limiting the file size of the database's processes. The user of those processes is allowed
 * to do that.
 */
async function limitFiles(bytes: number | 'unlimited') {
  const postmaster = await program.postmaster()
  const { stdout } = await promisify(execFile)('ps', ['-o', 'pid=', '--ppid', String(postmaster)])
  const { uid, gid } = await stat(`/proc/${postmaster}`)
  for (const pid of [String(postmaster), ...stdout.split(/\s+/).filter(Boolean)])
    await promisify(execFile)('prlimit', ['--pid', pid, `--fsize=${bytes}:unlimited`], { uid, gid }).catch(error => {
      // The process may have ended meanwhile, together with its connection.
      if (existsSync(`/proc/${pid}`)) throw error
    })
}

it.skipIf(process.platform !== 'linux')(
  'on a full disk a write is refused with an error, reads get an answer, and nothing is half done',
  async context => {
    const { data: watchlistId } = await program.ask('/watchlist/create?watchlistName=before')
    const rename = (name: string) => program.ask(`/watchlist/${String(watchlistId)}/rename?watchlistName=${name}`)
    await limitFiles(1)
    const told: number[] = []
    for (let attempt = 0; attempt < tries; attempt++) told.push((await rename(`try-${attempt}`)).http)
    const reads = await program.ask('/watchlist/user')
    await limitFiles('unlimited')
    expect(told.filter(http => http !== 200).length).toBeGreaterThan(0)
    expect(told.filter(http => ![200, 500, 503].includes(http))).toEqual([])
    expect([200, 500, 503]).toContain(reads.http)
    await expect.poll(async () => (await rename('after')).http, { timeout: 30_000, interval: 200 }).toBe(200)
    const { data } = await program.ask('/watchlist/user')
    expect(data).toMatchObject([{ watchlistName: 'after' }])
    const refused = told.filter(http => http !== 200).length
    show(context, {
      name: 'writes refused by the disk, each told',
      is: `${refused} of ${tries}`,
      asked: 'told, none half done',
    })
  },
  180_000,
)
