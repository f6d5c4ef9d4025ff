import type { ProposalAnswer } from '@finlist/contract/picking'
import { editProposal, proposalOfWeek, publishProposal } from '@finlist/contract/picking'
import { barsOf, type DemoMarket, demoMarket } from '@finlist/demo-market/market'
import type { Job } from '../../src/background/jobs.ts'
import type { Database } from '../../src/db/database.ts'
import { publish } from '../../src/db/topics.ts'
import { proposeJobs } from '../../src/features/picking/propose-job.ts'
import { publishJob } from '../../src/features/picking/publish-job.ts'
import type { ValuesOf } from '../../src/notifications/kinds.ts'
import type { SendNotice } from '../../src/notifications/messenger.ts'
import { ApiClient, openTestServer } from '../test-server.ts'

export const week = '2026-07-17'
export const weekBefore = '2026-07-10'
/** Two hours and one minute after New York's close in summer. */
export const afterClose = (day: string) => Date.parse(`${day}T22:01:00Z`)
export const why = 'The chart is not what it seems to be'

const drawn = new Map<number, DemoMarket>()
function market(stocks: number) {
  const known =
    drawn.get(stocks) ??
    demoMarket({ seed: 'propose', exchange: 'US', startDate: '2023-06-01', asOf: '2026-08-14', stocks })
  drawn.set(stocks, known)
  return known
}

type Letter = { notice: string; to: string; language: string; values: Partial<ValuesOf<'list-missing' | 'lists-wait'>> }

/** Opens a server on a Saturday, with the prices of an invented market up to Friday. */
export async function openPickingWorld(env: Record<string, string> = {}, { stocks = 80, until = week } = {}) {
  const testServer = await openTestServer(env, { at: '2026-07-18T02:00:00Z' })
  const { database, config } = testServer
  const letters: Letter[] = []
  const send: SendNotice = async (_, notice, told) => void letters.push({ notice, ...told } as Letter)
  const jobs = [...proposeJobs({ database, config, send }), publishJob({ database, config, send })]
  const [staff, other] = [await ApiClient.signIn(testServer, 'staff'), await ApiClient.signIn(testServer, 'admin')]
  // Load after startup, because at startup the server itself would propose the week's list.
  await loadBars(database, market(stocks), '2000-01-01', until)
  return {
    testServer,
    database,
    staff,
    other,
    letters,
    bars: (after: string, to: string) => loadBars(database, market(stocks), after, to),
    run: (name: string, at: number) => job(jobs, name).run(at),
    look: (who = staff) => look(who),
    edit: (body: object, who = staff) =>
      who.ask(editProposal, { body: { exchange: 'US', issueDate: week, reason: why, ...body } }),
    publish: (version: string, who = staff, issueDate = week) =>
      who.ask(publishProposal, { body: { exchange: 'US', issueDate, version } }),
    /** Publishes the list of the previous week, and proposes the list of this week. */
    async twoWeeks() {
      await job(jobs, 'propose-US').run(afterClose(weekBefore))
      const first = await look(staff)
      await this.publish(first.proposal!.version, staff, weekBefore)
      await job(jobs, 'propose-US').run(afterClose(week))
      return (await look(staff)).proposal!
    },
    close: () => testServer.close(),
  }
}
export type PickingWorld = Awaited<ReturnType<typeof openPickingWorld>>

const job = (jobs: readonly Job[], name: string) => jobs.find(found => found.name === name)!

async function look(who: ApiClient): Promise<ProposalAnswer> {
  const { http, data, errors } = await who.ask(proposalOfWeek, { query: { exchange: 'US' } })
  if (http !== 200) throw new Error(JSON.stringify(errors))
  return data
}

/** Stores bars and stocks, and announces the change, as a load does. */
async function loadBars(database: Database, { days, stocks }: DemoMarket, after: string, to: string) {
  for (const { listing, series } of stocks) {
    const bars = [...barsOf(days, series)].filter(({ date }) => date > after && date <= to)
    const columns = (['date', 'open', 'high', 'low', 'close', 'volume'] as const).map(name =>
      bars.map(bar => bar[name]),
    )
    await database.pool.query(
      `with known as (insert into stock (exchange, stock_code, stock_name) values ('US', $1, $2) on conflict do nothing)
       insert into bar (exchange, stock_code, date, open, high, low, close, volume)
       select 'US', $1, * from unnest($3::date[], $4::float8[], $5::float8[], $6::float8[], $7::float8[], $8::bigint[])
         as b(date, open, high, low, close, volume)
       on conflict do nothing`,
      [listing.stockCode, `Stock ${listing.stockCode}`, ...columns],
    )
  }
  await database.write(tx => publish(tx, 'prices:US'))
}
