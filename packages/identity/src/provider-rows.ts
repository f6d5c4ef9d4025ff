import { type Adapter, type AdapterPayload, errors } from 'oidc-provider'
import type pg from 'pg'
import { keepInteraction, unsealedInteraction } from './begun.ts'

type Row = { payload: AdapterPayload; consumed: boolean }

/**
 * The storage of oidc-provider: one table for all of its models. Nothing is stored before someone signs in. An
 * unfinished sign-in is kept only in the browser's cookie, and a session without an account is not stored.
 */
export const providerRows =
  (pool: pg.Pool) =>
  (model: string): Adapter => {
    const one = async (column: 'id' | 'uid', value: string): Promise<AdapterPayload | undefined> => {
      const { rows } = await pool.query<Row>(
        `select payload, consumed_at is not null as consumed from identity_provider_row
         where model = $1 and ${column} = $2 and (expires_at is null or expires_at > now())`,
        [model, value],
      )
      return rows[0] && { ...rows[0].payload, ...(rows[0].consumed ? { consumed: true } : {}) }
    }
    return {
      async upsert(id, payload, expiresIn) {
        if (model === 'Session' && payload.accountId === undefined) return
        if (model === 'Interaction' && payload.result === undefined && keepInteraction(id, payload, expiresIn ?? 3600))
          return
        await pool.query(
          `insert into identity_provider_row (model, id, payload, uid, grant_id, account, expires_at)
           values ($1, $2, $3, $4, $5, $6, now() + $7 * interval '1 second')
           on conflict (model, id) do update set payload = excluded.payload, uid = excluded.uid,
             grant_id = excluded.grant_id, account = excluded.account, expires_at = excluded.expires_at`,
          [
            model,
            id,
            JSON.stringify(payload),
            payload.uid ?? null,
            payload.grantId ?? null,
            payload.accountId ?? accountOf(payload) ?? null,
            expiresIn ?? null,
          ],
        )
      },
      find: async id => (await one('id', id)) ?? (model === 'Interaction' ? unsealedInteraction(id) : undefined),
      findByUid: uid => one('uid', uid),
      findByUserCode: async () => undefined,
      /** Of concurrent requests that exchange the same code, exactly one succeeds. */
      async consume(id) {
        const consumed = await pool.query(
          'update identity_provider_row set consumed_at = now() where model = $1 and id = $2 and consumed_at is null',
          [model, id],
        )
        if (consumed.rowCount === 0) throw new errors.InvalidGrant('already consumed')
      },
      async destroy(id) {
        await pool.query('delete from identity_provider_row where model = $1 and id = $2', [model, id])
      },
      async revokeByGrantId(grantId) {
        await pool.query('delete from identity_provider_row where model = $1 and grant_id = $2', [model, grantId])
      },
    }
  }

/** The account that a completed sign-in opens once the browser returns to the client. */
const accountOf = ({ result }: AdapterPayload): string | undefined =>
  (result as { login?: { accountId?: string } } | undefined)?.login?.accountId
