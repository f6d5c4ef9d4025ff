import { roles } from '@finlist/domain/plans/roles'
import { isPlainName } from '@finlist/i18n/plain-name'
import type { IDToken } from 'openid-client'
import type { Config } from '../config.ts'
import type { Tx } from '../db/database.ts'

/** The issuer's name in the database. Our own provider has the same name regardless of its URL. */
export const issuerKey = (config: Pick<Config, 'embeddedIdentity' | 'issuer'>) =>
  config.embeddedIdentity ? 'embedded' : config.issuer

const isAddress = (text: string) => /^[^\s\p{C}@]+@[^\s\p{C}@]+$/u.test(text)

function plain(claim: unknown, isPlain: (text: string) => boolean, longest: number): string {
  const text = typeof claim === 'string' ? claim.slice(0, longest).trim() : ''
  return isPlain(text) ? text : ''
}

const fromClaims = roles.filter(role => role !== 'friend')

/**
 * Returns the user of the ID token; at the first sign-in, creates one. The e-mail address counts as verified only if
 * the issuer says so and the issuer is our own provider or marked as trusted. Roles from claims count only if the
 * operator enabled that, and last until the next sign-in. An invalid name or address is dropped. `startPage` is the
 * page that the user has chosen to see first; null if none.
 */
export async function findOrCreateUser(tx: Tx, claims: IDToken, config: Config, now: number) {
  const who = { issuer: issuerKey(config), subject: claims.sub }
  const email = plain(claims['email'], isAddress, 254)
  const proved =
    email !== '' && claims['email_verified'] === true && (config.embeddedIdentity || config.OIDC_TRUST_EMAIL)
  const name = plain(claims['name'], isPlainName, 100)
  const { user_id: userId, start_page: startPage } = await tx
    .insertInto('users')
    .values({ ...who, email, name, email_proved_at: proved ? new Date(now) : null })
    .onConflict(conflict => conflict.columns(['issuer', 'subject']).doUpdateSet({ subject: claims.sub }))
    .returning(['user_id', 'start_page'])
    .executeTakeFirstOrThrow()
  if (proved) {
    await tx
      .updateTable('users')
      .set({ email_proved_at: new Date(now), email })
      .where('user_id', '=', userId)
      .where('email_proved_at', 'is', null)
      .where(({ eb, fn }) => eb.or([eb('email', '=', ''), eb(fn('lower', ['email']), '=', email.toLowerCase())]))
      .execute()
  }
  await takeRoles(tx, userId, config.OIDC_ROLE_CLAIMS ? claims['roles'] : [])
  return { userId, startPage }
}

async function takeRoles(tx: Tx, userId: number, claimed: unknown) {
  const given = fromClaims.filter(role => Array.isArray(claimed) && claimed.includes(role))
  await tx.deleteFrom('user_role').where('user_id', '=', userId).where('from_claim', '=', true).execute()
  if (given.length === 0) return
  await tx
    .insertInto('user_role')
    .values(given.map(role => ({ user_id: userId, role, from_claim: true })))
    .onConflict(conflict => conflict.doNothing())
    .execute()
}
