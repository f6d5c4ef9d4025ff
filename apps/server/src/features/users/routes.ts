import { countUsers, listUsers } from '@finlist/contract/staff/users'
import type { FastifyInstance } from 'fastify'
import type { Config } from '../../config.ts'
import type { Database } from '../../db/database.ts'
import { serve } from '../../http/serve.ts'
import { countWanted, readUsers } from './store.ts'
import { userDto } from './user-dto.ts'

/**
 * Routes that list all users, for staff. Users with a verified address in ADMIN_EMAILS count as admins even without a
 * stored role.
 */
export function userRoutes(
  app: FastifyInstance,
  { database: { reports }, config, now }: { database: Database; config: Config; now: () => number },
) {
  const at = () => ({ adminEmails: config.ADMIN_EMAILS, now: new Date(now()) })

  serve(app, listUsers, async ({ query }) => {
    const { db } = await reports.place()
    const users = await readUsers(db, query, at())
    return { data: users.map(userDto), dataCount: users.length }
  })

  serve(app, countUsers, async ({ query }) => {
    const { db } = await reports.place()
    return { total: await countWanted(db, query, at()) }
  })
}
