import { Busy } from '@finlist/identity/hashing'
import { askAgain, PasswordProof, proofsOf, provesAgain } from '@finlist/identity/prove-again'
import type { OldAccount, OldAccountProof } from '../auth/old-account.ts'
import type { Config } from '../config.ts'
import type { Database } from '../db/database.ts'

type Parts = {
  config: Pick<Config, 'publicUrl' | 'secondFactor'>
  database: Database
  cookieKeys: () => readonly string[]
  realNow: () => number
}

/**
 * Verifies ownership of accounts of our own provider. Their passwords, authenticator apps and passkeys stay in the
 * database after an external issuer replaces the provider. Accounts of a former external issuer cannot be verified
 * here.
 */
export function oldAccountProof({ config, database: { pool }, cookieKeys, realNow }: Parts): OldAccountProof {
  const host = { issuer: new URL('/oidc', config.publicUrl).href, pool, now: realNow, cookieKeys }
  const passwords = new PasswordProof({ pool, now: realNow })
  const proofs = async ({ issuer, subject }: OldAccount) => {
    if (issuer !== 'embedded') return { password: false, appCode: false, passkey: false }
    const { password, app, passkey } = await proofsOf(host, subject)
    // With SECOND_FACTOR=everybody, an account that has passkeys but no authenticator app cannot sign in by password
    // alone.
    const isEnough = app || !passkey || config.secondFactor !== 'everybody'
    return { password: password && isEnough, appCode: password && app, passkey }
  }
  return {
    proofs,
    askPasskey: async (old, { sessionId }) =>
      old.issuer === 'embedded' ? await askAgain(host, old.subject, ownerOf(sessionId)) : undefined,
    async prove(old, { userId, sessionId, ip }, given) {
      if (old.issuer !== 'embedded') return 'wrong'
      if ('passkey' in given) {
        const proved = await provesAgain(host, old.subject, ownerOf(sessionId), given.passkey)
        return proved === true ? 'proved' : 'wrong'
      }
      if (!(await proofs(old)).password) return 'wrong'
      try {
        return await passwords.proves(old.subject, given, { ip, own: `join ${userId}` })
      } catch (error) {
        if (error instanceof Busy) return 'busy'
        throw error
      }
    },
  }
}

/** Separates these passkey challenges from those that confirm a recent sign-in. */
const ownerOf = (sessionId: string) => `join ${sessionId}`
