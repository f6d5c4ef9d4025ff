import { dismissFirstSteps, type FirstSteps, firstSteps, openedPick } from '@finlist/contract/account/first-steps'
import type { ExchangeId } from '@finlist/domain/markets'
import type { FastifyInstance } from 'fastify'
import { sql } from 'kysely'
import type { Database, Db } from '../../db/database.ts'
import { type Caller, serve } from '../../http/serve.ts'
import { openPickOf } from '../../market-data/lists/open-pick.ts'
import { readIssueDates, readPicks, stockOf } from '../../market-data/lists/picks.ts'
import { changeUser } from './store.ts'

/** Routes for the first steps of a new user. */
export function firstStepRoutes(app: FastifyInstance, database: Database) {
  serve(app, firstSteps, ({ caller }) => readFirstSteps(database.db, caller.userId))

  serve(app, openedPick, async ({ caller, body: { exchange, stockCode } }) => {
    if (!(await maySeePick(database.db, caller, exchange, stockCode))) return
    await database.write(tx =>
      tx
        .updateTable('users')
        .set({ pick_opened_at: sql`product_now()` })
        .where('user_id', '=', caller.userId)
        .where('pick_opened_at', 'is', null)
        .execute(),
    )
  })

  serve(app, dismissFirstSteps, async ({ caller }) => {
    await database.write(tx => changeUser(tx, caller.userId, { first_steps: false }))
  })
}

async function readFirstSteps(db: Db, userId: number): Promise<FirstSteps | null> {
  const { rows } = await sql<FirstSteps>`
    select pick_opened_at is not null as pick,
      exists (select from alert where user_id = ${userId}) as alert,
      exists (select from game_play where user_id = ${userId} and finished_at is not null) as level
    from users where user_id = ${userId} and first_steps`.execute(db)
  const [steps] = rows
  return steps && !(steps.pick && steps.alert && steps.level) ? steps : null
}

/** Whether the stock is a pick of the market's newest list, and the caller may see it there. */
async function maySeePick(db: Db, { rights }: Caller, exchange: ExchangeId, stockCode: string): Promise<boolean> {
  const [newest] = await readIssueDates(db, exchange)
  if (newest === undefined) return false
  const picks = (await readPicks(db, exchange, newest)).map(pick => ({ free: pick.free_pick, stock: stockOf(pick) }))
  const open = rights.has(`finlist:${exchange}`) ? picks : [openPickOf(picks)]
  return open.some(pick => pick?.stock.stockCode === stockCode)
}
