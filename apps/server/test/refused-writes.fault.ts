import { execFile } from 'node:child_process'
import { promisify } from 'node:util'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { show } from './figure.ts'
import { OwnProgram } from './own-program.ts'

const tries = 40

let program: OwnProgram
beforeAll(async () => {
  program = await OwnProgram.make()
  await program.start()
  await program.speakFor('hk-yearly')
}, 120_000)
afterAll(() => program.remove(), 60_000)

/** As a full disk: no file of the database may grow past this. */
async function limitFiles(bytes: number | 'unlimited') {
  const { stdout } = await promisify(execFile)('ps', ['-o', 'pid=', '--ppid', String(await program.postmaster())])
  const all = [String(await program.postmaster()), ...stdout.split(/\s+/).filter(Boolean)]
  for (const pid of all)
    await promisify(execFile)('prlimit', ['--pid', pid, `--fsize=${bytes}:unlimited`]).catch(() => undefined)
}

it.skipIf(process.platform !== 'linux')(
  'a disk that takes nothing: the write is refused aloud, reads go on, and nothing is half done',
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
