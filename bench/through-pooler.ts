/*
 * What do calls take through PgBouncer in transaction mode, compared with querying PostgreSQL directly? At most 1.1x.
 * The same calls are made alternately to two servers that share one database. `npm run rig -- pooler` runs this
 * benchmark last.
 */
import { Figures } from '../tools/rigs/engines/figures.ts'
import { startPooler } from '../tools/rigs/engines/pgbouncer.ts'
import { throwawayFolder } from '../tools/throwaway-folder.ts'
import { median } from './parts/browser.ts'
import type { Kind } from './parts/capacity-model.ts'
import { cpuMicros, machine, startHouse } from './parts/cpu.ts'
import { askAll, mixOf, openPeople, untilQuiet, visit } from './parts/people.ts'

const most = 1.1
const rounds = 5
const turns = 40

const loads = [
  { name: 'a visit', calls: mixOf(visit).map(({ kind }) => kind), isJudged: true },
  { name: 'calls that read the database', calls: Array.from({ length: 60 }, (): Kind => 'own'), isJudged: false },
]

const folder = await throwawayFolder('finlist-through')
process.env['DATA_DIR'] = folder.path
process.env['PEOPLE'] = '1000'
const direct = await startHouse()
const pooler = await startPooler({ url: direct.told.databaseUrl })
process.env['POOLER_URL'] = pooler.url
const through = await startHouse()
const servers = await Promise.all(
  [direct, through].map(async ({ child, told }) => ({
    pid: child.pid!,
    people: await openPeople(told),
    ms: 0,
    cpu: 0,
  })),
)
process.stdout.write(`${machine()}\n`)
for (const { pid } of servers) await untilQuiet(pid, direct.told.databaseUrl)

const figures = new Figures()
for (const { name, calls, isJudged } of loads) {
  for (const { people } of servers) {
    await people.anew()
    for (let n = 0; n < turns / 2; n++) await askAll(people, calls)
  }
  const seen: { ms: number; cpu: number }[] = []
  for (let round = 0; round < rounds; round++) {
    for (const server of servers) {
      Object.assign(server, { ms: 0, cpu: 0 })
      await server.people.anew()
    }
    for (let n = 0; n < turns; n++)
      for (const server of n % 2 ? servers : servers.toReversed()) {
        const [since, before] = [performance.now(), cpuMicros(server.pid)]
        await askAll(server.people, calls)
        server.ms += performance.now() - since
        server.cpu += cpuMicros(server.pid) - before
      }
    const [a, b] = servers as [(typeof servers)[0], (typeof servers)[0]]
    seen.push({ ms: b.ms / a.ms, cpu: b.cpu / a.cpu })
  }
  const [time, cpu] = [median(seen.map(({ ms }) => ms)), median(seen.map(it => it.cpu))]
  if (isJudged) {
    figures.atMost(`${name} through PgBouncer, its time beside directly`, time, most)
    figures.atMost(`${name}, the server's CPU`, cpu, most)
  } else figures.show(`${name}, their time and CPU beside directly`, `${time.toFixed(2)}, ${cpu.toFixed(2)}`)
}
process.exitCode = figures.print()

for (const { people } of servers) await people.close()
for (const { child } of [through, direct]) {
  child.disconnect()
  await new Promise(resolve => child.once('exit', resolve))
}
await pooler.stop()
await folder.remove()
