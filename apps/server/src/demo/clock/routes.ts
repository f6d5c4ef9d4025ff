import { demoClock, moveDemoClock } from '@finlist/contract/staff/demo-clock'
import type { FastifyInstance } from 'fastify'
import type { Config } from '../../config.ts'
import type { Database } from '../../db/database.ts'
import { BadRequest, NotFound } from '../../http/client-errors.ts'
import { serve } from '../../http/serve.ts'
import { askToMove, readClock } from './state.ts'

/** Routes for a demo's clock. In a public demo anyone may be staff, so there the clock cannot be moved. */
export function demoClockRoutes(app: FastifyInstance, { database, config }: { database: Database; config: Config }) {
  serve(app, demoClock, async () => {
    if (!config.demo) throw new NotFound()
    return await readClock(database)
  })

  serve(app, moveDemoClock, async ({ body, caller }) => {
    if (!config.demo) throw new NotFound()
    if (config.DEMO_PUBLIC) throw new BadRequest('clock-public')
    await askToMove(database, Date.parse(body.until), caller)
    return await readClock(database)
  })
}
