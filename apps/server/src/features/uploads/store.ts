import { sql } from 'kysely'
import type { Database } from '../../db/database.ts'
import type { Reason } from '../../market-data/import/import-errors.ts'
import type { Upload } from '../../market-data/import/importer.ts'
import { isBuiltOn } from '../../market-data/import/roll-back.ts'

export type ListedUpload = Upload & {
  by_name: string
  notes: Reason[]
  kept: { field: string; name: string; bytes: number; sha256: string; isKept: boolean }[]
  is_built_on: boolean
  previous: Upload | null
}

/** The newest hundred uploads, each with the previous upload of its key that was not rolled back. */
export async function readUploads({ pool }: Database): Promise<ListedUpload[]> {
  const { rows } = await pool.query<ListedUpload>(`
    select u.*,
      ${isBuiltOn} as is_built_on,
      (select to_json(p) from upload p where p.kind = u.kind and p.key = u.key and p.rolled_back_at is null
        and p.upload_id < u.upload_id order by p.upload_id desc limit 1) as previous,
      coalesce((select json_agg(json_build_object('field', field, 'name', name, 'bytes', bytes,
          'sha256', encode(sha256, 'hex'), 'isKept', octet_length(gzipped) > 0) order by field)
        from upload_file f where f.upload_id = u.upload_id), '[]') as kept
    from upload u order by uploaded_at desc, upload_id desc limit 100`)
  return rows
}

export async function readUploadedName({ db }: Database, uploadId: number, field: string) {
  return await db
    .selectFrom('upload_file')
    .select(['name', sql<boolean>`octet_length(gzipped) > 0`.as('is_kept')])
    .where('upload_id', '=', uploadId)
    .where('field', '=', field)
    .executeTakeFirst()
}

/** A user's name as shown in the upload history. */
export async function readUploader({ db }: Database, userId: number): Promise<string> {
  const { email, name } = await db
    .selectFrom('users')
    .select(['email', 'name'])
    .where('user_id', '=', userId)
    .executeTakeFirstOrThrow()
  return email || name || String(userId)
}
