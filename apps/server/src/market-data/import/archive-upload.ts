import { createHash } from 'node:crypto'
import { once } from 'node:events'
import { createReadStream } from 'node:fs'
import { open } from 'node:fs/promises'
import { pipeline } from 'node:stream/promises'
import { createGzip } from 'node:zlib'
import { from as copyFrom } from 'pg-copy-streams'
import { auditData } from '../../db/audit.ts'
import type { Tx } from '../../db/database.ts'
import { BadRequest } from '../../http/client-errors.ts'
import { withoutControls } from '../control-characters.ts'
import { askedBeside, type ImportRequest, keyOf, type LeftOut, type Loaded, type SourceFile } from './import-request.ts'

/** A value of PostgreSQL ends at 1 GB, which in this notation is half as many bytes. */
const mostPacked = 400 * 1_048_576

/** Records who loaded what, under the id of the rows it replaced, with the original files. */
export async function archiveUpload(
  tx: Tx,
  uploadId: number,
  asked: ImportRequest,
  { count, counts, notes, prices }: Loaded,
  refused: readonly LeftOut[],
) {
  const { kind, by, files } = asked
  const given = Object.entries(files).flatMap(([field, file]) => (file ? [{ field, ...file }] : []))
  await tx.query(
    `insert into upload (upload_id, kind, key, by_user_id, by_name, files, counts, notes, keeps_replaced, replaced_uploads)
     overriding system value values ($1, $2, $3, $4, $5, $6, $7, $8, true, (select coalesce(jsonb_agg(brought_by), '[]')
       from (select distinct brought_by from bar_history where upload_id = $1 and brought_by is not null) it))`,
    [
      uploadId,
      kind,
      keyOf(asked),
      by.userId,
      by.name,
      JSON.stringify({
        ...Object.fromEntries(askedBeside.map(name => [name, asked[name]])),
        prices,
        fields: given.map(({ field }) => field),
      }),
      JSON.stringify({ count, ...counts }),
      JSON.stringify(notes),
    ],
  )
  for (const file of given) await keepFile(tx, uploadId, file)
  for (const { field, path } of refused)
    if (path !== undefined)
      await keepFile(tx, uploadId, { field: `${field}-refused`, path, name: refusedName(files[field]!.name) })
  await auditData(tx, by, { action: 'data-loaded', facts: { uploadId, key: keyOf(asked), count } })
}

/** prices.refused.csv of prices.csv.gz. */
export const refusedName = (name: string) => `${name.replace(/(?:\.csv)?(?:\.gz)?$/i, '')}.refused.csv`

/** Streamed both ways: of a large file only pieces are ever in memory here. */
async function keepFile(tx: Tx, uploadId: number, { field, path, name }: SourceFile & { field: string }) {
  const copy = tx.query(copyFrom('copy upload_file (upload_id, field, name, gzipped, sha256, bytes) from stdin'))
  const lost = new Promise<never>((_, reject) => copy.once('error', reject))
  lost.catch(() => undefined)
  const send = async (text: string) => {
    if (!copy.write(text)) await Promise.race([once(copy, 'drain'), lost])
  }
  const hash = createHash('sha256')
  let bytes = 0
  let packed = 0
  async function* original() {
    for await (const chunk of createReadStream(path) as AsyncIterable<Buffer>) {
      hash.update(chunk)
      bytes += chunk.length
      yield chunk
    }
  }
  await send(`${uploadId}\t${field}\t${escape(name)}\t\\\\x`)
  for await (const chunk of (await isGzip(path)) ? original() : gzipped(original())) {
    packed += chunk.length
    if (packed > mostPacked) throw new BadRequest('too-large', { httpStatus: 413, field })
    await send(chunk.toString('hex'))
  }
  await send(`\t\\\\x${hash.digest('hex')}\t${bytes}\n`)
  await Promise.race([once(copy.end(), 'finish'), lost])
}

/** The original, gzipped, a piece at a time; a file that was sent gzipped is unchanged. */
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

async function isGzip(path: string): Promise<boolean> {
  const file = await open(path)
  try {
    const { buffer } = await file.read(Buffer.alloc(2), 0, 2, 0)
    return buffer[0] === 0x1f && buffer[1] === 0x8b
  } finally {
    await file.close()
  }
}

function gzipped(original: AsyncIterable<Buffer>): AsyncIterable<Buffer> {
  const packing = createGzip({ level: 1 })
  pipeline(original, packing).catch(error => packing.destroy(error as Error))
  return packing
}

const escape = (name: string) => withoutControls(name.slice(0, 200), '_').replaceAll('\\', '_') || '_'
