import { inThread } from '../../background/in-thread.ts'
import { Repeated } from '../../background/repeated.ts'
import type { Database, Tx } from '../../db/database.ts'

export type SoundsWork = { names: string[] }
/** The sounds of each name, in order. */
export type SoundsAnswer = string[]

/** Increase it when `soundsOf` or a dictionary changes: every name is then spelled again. */
const version = 1
const againMs = 600_000
const namesAtOnce = 20_000
const thread = new URL('../../workers/sounds.ts', import.meta.url)
const limits = { seconds: 120, megabytes: 512 }

/** SQL: the names, current and former, that have Chinese characters. */
const chineseNames = `select name from (
    select stock_name_zh as name from stock union select stock_name from stock
    union select stock_name_zh from former_name union select stock_name from former_name) any_name
  where name ~ '[\\u3400-\\u9fff\\uf900-\\ufaff]'`

/**
 * Spells names of stocks as they sound, for the search: soon after they were imported, and after an upgrade. Safe to run
 * in several processes: one that finds another at work does nothing. Returns a function that stops the worker and waits
 * for running work.
 */
export function startSoundWorker(
  database: Database,
  log: { warn(details: object, message: string): void },
): () => Promise<void> {
  const repeated = new Repeated(log)
  const wake = repeated.every('sounds of names', againMs, () => spellNames(database))
  database.changes.on('finlist', wake)
  database.changes.on('prices', wake)
  return () => repeated.stop()
}

/** Spells up to 20,000 names that are due. If there are more, returns 0, the delay until they should be. */
async function spellNames(database: Database): Promise<number | void> {
  const due = async (tx: Pick<Tx, 'query'>) => {
    const { rows } = await tx.query<{ name: string }>(
      `${chineseNames} and not exists (select from name_sound s where s.name = any_name.name and version = $1) limit $2`,
      [version, namesAtOnce],
    )
    return rows.map(({ name }) => name)
  }
  if ((await due(database.pool)).length === 0) return
  return await database.load(
    async tx => {
      const { rows: locked } = await tx.query<{ free: boolean }>(
        `select pg_try_advisory_xact_lock(hashtextextended('sounds of names', 0)) as free`,
      )
      if (!locked[0]!.free) return
      const names = await due(tx)
      const sounds = await inThread<SoundsAnswer>(thread, { names } satisfies SoundsWork, limits)
      await tx.query(
        `insert into name_sound (name, sounds, version) select *, $3 from unnest($1::text[], $2::text[])
         on conflict (name) do update set sounds = excluded.sounds, version = excluded.version`,
        [names, sounds, version],
      )
      await tx.query(`delete from name_sound where name not in (${chineseNames})`)
      return names.length === namesAtOnce ? 0 : undefined
    },
    { keep: true },
  )
}
