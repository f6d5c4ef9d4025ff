import {
  completeRegistration,
  confirmEmailProof,
  referral,
  saveUser,
  startEmailProof,
  user,
} from '@finlist/contract/account'
import type { FastifyInstance } from 'fastify'
import * as z from 'zod/mini'
import type { People } from '../../access/people.ts'
import type { Database } from '../../db/database.ts'
import { serve } from '../../http/serve.ts'
import type { EmailProof } from './prove-email.ts'
import { register } from './register.ts'
import { readUser, saveLanguage } from './store.ts'

export function accountRoutes(
  app: FastifyInstance,
  { database, people, proof, now }: { database: Database; people: People; proof: EmailProof; now: () => number },
) {
  serve(app, user, async ({ caller }) => {
    const [row, person] = await Promise.all([readUser(database.db, caller.userId), people.find(caller.userId)])
    return {
      userId: row.user_id,
      completeRegistration: row.registered_at !== null,
      name: row.name,
      nickname: row.name,
      email: row.email,
      emailVerified: row.email_proved_at !== null,
      phoneNumber: row.phone,
      language: row.language,
      referral: row.referral === null ? null : z.parse(referral, row.referral),
      roles: [...person!.roles],
      rights: [...caller.rights],
    }
  })

  serve(app, saveUser, async ({ caller, body }) => {
    await database.write(tx => saveLanguage(tx, caller.userId, body.language))
  })

  serve(app, completeRegistration, async ({ caller, body }) => {
    await register(database, caller.userId, body, new Date(now()))
  })

  serve(app, startEmailProof, async ({ caller, body, language }) => {
    await proof.start(caller.userId, body.email, language)
  })

  serve(app, confirmEmailProof, async ({ caller, body }) => {
    await proof.confirm(caller.userId, body.email, body.code)
  })
}
