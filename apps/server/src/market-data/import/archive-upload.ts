import { once } from 'node:events'
import { from as copyFrom } from 'pg-copy-streams'
import { auditData } from '../../db/audit.ts'
import type { Tx } from '../../db/database.ts'
import { withoutControls } from '../store/control-characters.ts'
import { chunksOfFile } from './files/open-file.ts'
import type { PackedFile } from './files/pack-file.ts'
import { askedBeside, type ImportRequest, keyOf, type LeftOut, type Loaded } from './import-request.ts'

/**
 * Stores an upload: who loaded what, with the original files and their rejected lines. Replaced rows refer to its id.
 */
export async function archiveUpload(
  tx: Tx,
  uploadId: number,
  asked: ImportRequest,
  { count, counts, notes, prices }: Loaded,
  files: readonly PackedFile[],
) {
  const { kind, by } = asked
  const replaced = await tx.query<{ uploads: number[] | null }>(
    `select jsonb_agg(brought_by) as uploads
     from (select distinct brought_by from bar_history where upload_id = $1 and brought_by is not null) it`,
    [uploadId],
  )
  await tx.query(
    `insert into upload (upload_id, kind, key, by_user_id, by_name, files, counts, notes, keeps_replaced, replaced_uploads)
     overriding system value values ($1, $2, $3, $4, $5, $6, $7, $8, true, $9)`,
    [
      uploadId,
      kind,
      keyOf(asked),
      by.userId,
      by.name,
      JSON.stringify({
        ...Object.fromEntries(askedBeside.map(name => [name, asked[name]])),
        prices,
        fields: givenFiles(asked).map(({ field }) => field),
      }),
      JSON.stringify({ count, ...counts }),
      JSON.stringify(notes),
      JSON.stringify(replaced.rows[0]!.uploads ?? []),
    ],
  )
  for (const file of files) await keepFile(tx, uploadId, file)
  await auditData(tx, by, { action: 'data-loaded', facts: { uploadId, key: keyOf(asked), count } })
}

export const givenFiles = ({ files }: ImportRequest) =>
  Object.entries(files).flatMap(([field, file]) => (file ? [{ field, ...file }] : []))

/** The file name for rejected lines: prices.csv.gz and the folder prices/ become prices.refused.csv. */
export const refusedName = (name: string) =>
  `${name.replace(/[/\\]+$/, '').replace(/(?:\.csv|\.txt|\.xlsx|\.zip)?(?:\.gz)?$/i, '')}.refused.csv`

/** A file's rejected lines as a separate file, if there are any. */
export const refusedFile = ({ files }: ImportRequest, { field, path }: LeftOut) =>
  path === undefined ? [] : [{ field: `${field}-refused`, path, name: refusedName(files[field]!.name) }]

/** Streams the file into the database in chunks, to limit memory. */
async function keepFile(tx: Tx, uploadId: number, { field, name, path, sha256, bytes }: PackedFile) {
  const copy = tx.query(copyFrom('copy upload_file (upload_id, field, name, gzipped, sha256, bytes) from stdin'))
  const lost = new Promise<never>((_, reject) => copy.once('error', reject))
  lost.catch(() => undefined)
  const send = async (text: string) => {
    if (!copy.write(text)) await Promise.race([once(copy, 'drain'), lost])
  }
  await send(`${uploadId}\t${field}\t${escape(name)}\t\\\\x`)
  for await (const chunk of chunksOfFile(path)) await send(chunk.toString('hex'))
  await send(`\t\\\\x${sha256}\t${bytes}\n`)
  await Promise.race([once(copy.end(), 'finish'), lost])
}

/** Streams the stored original, gzipped. A file uploaded gzipped is returned unchanged. */
export async function* keptFile(tx: Pick<Tx, 'query'>, uploadId: number, field: string) {
  const piece = 1_048_576
  for (let from = 1; ; from += piece) {
    const { rows } = await tx.query<{ bytes: Buffer }>(
      'select substring(gzipped from $3 for $4) as bytes from upload_file where upload_id = $1 and field = $2',
      [uploadId, field, from, piece],
    )
    const bytes = rows[0]?.bytes
    if (!bytes || bytes.length === 0) return
    yield bytes
  }
}

const escape = (name: string) => withoutControls(name.slice(0, 200), '_').replaceAll('\\', '_') || '_'
