import { join } from 'node:path'
import { type Opened, withEngines } from '../rigs/engines/missing.ts'
import { embeddedPrograms, startPostgres, throwaway } from '../rigs/engines/postgres.ts'
import { throwawayFolder } from '../throwaway-folder.ts'
import { compareWeeks } from './night/compare.ts'
import { scripted } from './night/faults.ts'
import { copyDatabase, type Installation, openInstallation, prepareInstallation } from './night/installation.ts'
import { playWeek, start } from './night/play-week.ts'
import { counted } from './night/watch.ts'

/** Maximum number of differences printed for each kind of row. */
const mostNamed = 5

/**
 * `npm run rehearse -- night`: plays the first week of an installation whose data comes from the vendors of
 * apps/data-sandbox and from folders. The week is played twice: once without faults, and once with vendors that answer
 * 429, cut bodies, rename columns, are a day late or restate a year, with faulty files, and with a server that is
 * killed in the middle of a load. Prints for each day what was loaded, refused, doubted and listed. Then compares what
 * was stored in both weeks. Exits with 1 if anything was lost or stored twice without a doubt or a refusal that
 * explains it, or if a fault went unnoticed.
 */
await withEngines(async opened => await rehearse(opened))

async function rehearse(opened: Opened): Promise<number> {
  const postgres = await startPostgres({ programs: await embeddedPrograms(), settings: throwaway })
  opened.push(() => postgres.stop())
  const folder = await throwawayFolder('finlist-rehearsal')
  opened.push(() => folder.remove())
  await prepareInstallation(postgres.url, start)
  const open = async (name: string) => {
    const url = await copyDatabase(postgres.url, 'finlist', name)
    const installation = await openInstallation(url, join(folder.path, name), start)
    opened.push(() => installation.close())
    return installation
  }
  const [good, faulty] = [await open('good'), await open('faulty')]
  const [, told] = await Promise.all([
    playWeek(good, { isFaulty: false, tell: () => undefined }),
    playWeek(faulty, { isFaulty: true, tell: printDay }),
  ])
  const wrong = [
    ...unnoticed(told),
    ...(await toldTwice(faulty)),
    ...(await differences(good, faulty)),
    ...(await lists(good, faulty, [...told.values()].flat())),
  ]
  for (const line of wrong) console.log(`✗ ${line}`)
  if (wrong.length === 0) console.log('✓ nothing was lost, nothing came twice, and every fault was noticed')
  return wrong.length > 0 ? 1 : 0
}

function printDay(day: string, lines: string[]) {
  const name = new Date(day).toLocaleDateString('en-GB', { weekday: 'long', timeZone: 'UTC' })
  console.log(`\n${name} ${day}`)
  for (const { night, what } of scripted) if (night === day) console.log(`  fault: ${what}`)
  for (const line of counted(lines)) console.log(`    ${line}`)
}

function unnoticed(told: ReadonlyMap<string, string[]>): string[] {
  return scripted.flatMap(({ night, what, shows }) => {
    const since = [...told].filter(([day]) => day >= night).flatMap(([, lines]) => lines)
    return since.some(line => shows.test(line)) ? [] : [`${night}: nothing shows the fault: ${what}`]
  })
}

async function toldTwice({ notices }: Installation): Promise<string[]> {
  return counted(notices).flatMap(line => (/ \(\d+ times\)$/.test(line) ? [`staff were told twice: ${line}`] : []))
}

async function differences(good: Installation, faulty: Installation): Promise<string[]> {
  const compared = await compareWeeks(good.database, faulty.database)
  console.log('\nStored without faults, and what differs with them')
  for (const { kind, rows, explained } of compared)
    console.log(
      `    ${kind.padEnd(11)} ${String(rows).padStart(6)}${explained.length > 0 ? `, ${explained.length} differ, in doubt or restated` : ''}`,
    )
  return compared.flatMap(({ kind, rows, unexplained }) => [
    ...(rows === 0 ? [`${kind}: none were stored`] : []),
    ...unexplained.slice(0, mostNamed).map(line => `${kind}: ${line}`),
    ...(unexplained.length > mostNamed ? [`${kind}: ${unexplained.length - mostNamed} more differ`] : []),
  ])
}

type List = { exchange: string; issue_date: string; state: string }

/** The lists that were not published on time, although nothing had been refused. */
async function lists(good: Installation, faulty: Installation, lines: readonly string[]): Promise<string[]> {
  const read = async ({ database }: Installation) =>
    (await database.pool.query<List>('select exchange, issue_date, state from proposal order by issue_date, exchange'))
      .rows
  const states = new Map((await read(faulty)).map(list => [`${list.exchange} ${list.issue_date}`, list.state]))
  return (await read(good)).flatMap(({ exchange, issue_date, state }) => {
    const name = `${exchange} list of ${issue_date}`
    if (state !== 'published') return [`${name}: ${state}, without any fault`]
    const found = states.get(`${exchange} ${issue_date}`)
    if (found === 'published' || (found === 'open' && lines.some(line => line.startsWith(`${name} refused: `))))
      return []
    return [`${name}: ${found ?? 'not made'}, and no reason was given`]
  })
}
