import { askAgain, provesAgain } from '@finlist/identity/prove-again'
import type { PasskeyProof } from '../auth/passkey-proof.ts'
import type { Config } from '../config.ts'
import type { Database } from '../db/database.ts'

type Parts = { config: Config; database: Database; cookieKeys: () => readonly string[]; realNow: () => number }

/** Passkeys of our own provider. With an external issuer, which has its own passkeys, there are none here. */
export function passkeyProof({ config, database, cookieKeys, realNow }: Parts): PasskeyProof {
  const host = { issuer: config.issuer, pool: database.pool, now: realNow, cookieKeys }
  const subjectOf = async (userId: number) =>
    config.embeddedIdentity
      ? await database.db
          .selectFrom('users')
          .select('subject')
          .where('user_id', '=', userId)
          .where('issuer', '=', 'embedded')
          .executeTakeFirst()
      : undefined
  return {
    async ask({ userId, sessionId }) {
      const known = await subjectOf(userId)
      return known && (await askAgain(host, known.subject, sessionId))
    },
    async prove({ userId, sessionId }, given) {
      const known = await subjectOf(userId)
      if (!known) return 'passkey'
      const proved = await provesAgain(host, known.subject, sessionId, given)
      return proved === true ? 'proved' : proved.because
    },
  }
}
