import { auditData } from '../../db/audit.ts'
import type { Tx } from '../../db/database.ts'
import { withoutControls } from '../store/control-characters.ts'
import { chunksOfFile } from './files/open-file.ts'
import type { PackedFile } from './files/pack-file.ts'
import { askedBeside, type ImportRequest, keyOf, type LeftOut, type Loaded } from './import-request.ts'

/**
 * Stores an upload: who loaded what, with the original files and their rejected lines. Replaced rows refer to the
 * upload's id.
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

/**
 * Length of a chunk in bytes, limited because PostgreSQL and this process keep several copies of a value while it is
 * written or read.
 */
const longestChunk = 2 * 1_048_576

/**
 * Stores the file in chunks, to limit memory. The first chunk is stored together with the name, so that a small file is
 * one row.
 */
async function keepFile(tx: Tx, uploadId: number, { field, name, path, sha256, bytes }: PackedFile) {
  let number = 0
  for await (const chunk of chunksOfFile(path, longestChunk)) {
    if (number === 0)
      await tx.query(
        `insert into upload_file (upload_id, field, name, gzipped, sha256, bytes)
         values ($1, $2, $3, $4, decode($5, 'hex'), $6)`,
        [uploadId, field, printable(name), chunk, sha256, bytes],
      )
    else
      await tx.query('insert into upload_chunk (upload_id, field, number, bytes) values ($1, $2, $3, $4)', [
        uploadId,
        field,
        number,
        chunk,
      ])
    number++
  }
}

/** Streams the stored original, gzipped. A file uploaded gzipped is returned unchanged. */
export async function* keptFile(tx: Pick<Tx, 'query'>, uploadId: number, field: string) {
  const read = async (sql: string, ...at: number[]) =>
    (await tx.query<{ bytes: Buffer }>(sql, [uploadId, field, ...at])).rows[0]?.bytes
  const part = 'select substring(gzipped from $3 for $4) as bytes from upload_file where upload_id = $1 and field = $2'
  const chunk = 'select bytes from upload_chunk where upload_id = $1 and field = $2 and number = $3'
  // Reads the row in parts, because earlier versions stored the whole file in it.
  for (let from = 1; ; from += longestChunk) {
    const bytes = await read(part, from, longestChunk)
    if (!bytes || bytes.length === 0) break
    yield bytes
  }
  for (let number = 1; ; number++) {
    const bytes = await read(chunk, number)
    if (!bytes) return
    yield bytes
  }
}

const printable = (name: string) => withoutControls(name.slice(0, 200), '_').replaceAll('\\', '_') || '_'
