import { createWriteStream } from 'node:fs'
import { mkdtemp, open, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Transform } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import multipart from '@fastify/multipart'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { BadRequest, ClientError } from './client-errors.ts'

const megabyte = 1_048_576
const most = 50 * megabyte
/** Additional bytes that a request may have for multipart boundaries and headers. */
const around = 64 * 1_024
/** Maximum length of a file's name, in characters. It is sent in a header, where a character takes up to nine bytes. */
const longestName = 200

/** An uploaded file, stored on disk until the response is sent. */
type UploadedFile = { path: string; name: string }
export type Received<Field extends string = string> = {
  files: { readonly [F in Field]?: UploadedFile }
  remove(): Promise<void>
}

/** Lets calls with `files` accept multipart bodies; all other calls accept only JSON. */
export async function acceptUploads(app: FastifyInstance) {
  await app.register(multipart, {
    limits: { fileSize: most + 1, parts: 30, fields: 20, fieldSize: 1_024, headerPairs: 50 },
  })
}

/**
 * Streams the form's files to disk, to limit memory use. Accepts at most 50 MB in total. Accepts only .csv and .csv.gz
 * files, and .xlsx and .zip files that begin like a zip archive. Stops reading after a rejection.
 */
export async function receiveFiles(request: FastifyRequest, fields: readonly string[]): Promise<Received> {
  if (!request.isMultipart()) throw notAForm()
  if (Number(request.headers['content-length'] ?? 0) > most + around) throw tooLarge()
  const folder = await mkdtemp(join(tmpdir(), 'finlist-upload-'))
  const remove = () => rm(folder, { recursive: true, force: true })
  const files: Record<string, UploadedFile> = {}
  let bytes = 0
  const meter = () =>
    new Transform({
      transform(chunk: Buffer, _, done) {
        bytes += chunk.length
        done(bytes > most ? tooLarge() : null, chunk)
      },
    })
  const receive = async () => {
    for await (const part of request.parts()) {
      if (part.type !== 'file') continue
      const { fieldname: field, filename: name } = part
      if (!fields.includes(field) || files[field])
        throw new BadRequest('import.unexpected-file', { field: field || 'body', values: { field: field || '""' } })
      const [ending] = /(?:\.csv(?:\.gz)?|\.xlsx|\.zip)$/i.exec(name) ?? []
      if (ending === undefined || name.includes('\0')) throw csvOnly(field)
      const path = join(folder, field)
      await pipeline(part.file, meter(), createWriteStream(path, { mode: 0o600 }))
      if (!/csv/i.test(ending) && !(await isZip(path))) throw csvOnly(field)
      files[field] = { path, name: name.slice(-longestName) }
    }
  }
  try {
    await Promise.race([receive(), tooMuch(request, most + around)])
    return { files, remove }
  } catch (error) {
    request.raw.unpipe().resume()
    await remove()
    throw refusalOf(error)
  }
}

/** Rejects as soon as more than `bytes` bytes of the whole body have arrived, whatever the size of each part. */
function tooMuch({ raw }: FastifyRequest, bytes: number): Promise<never> {
  const { promise, reject } = Promise.withResolvers<never>()
  let come = 0
  raw.on('data', (chunk: Buffer) => {
    come += chunk.length
    if (come > bytes) reject(tooLarge())
  })
  return promise
}

/** Whether the file begins like a zip archive, as an .xlsx workbook does too. */
async function isZip(path: string): Promise<boolean> {
  const file = await open(path)
  try {
    const { buffer } = await file.read(Buffer.alloc(2), 0, 2, 0)
    return buffer.toString('latin1') === 'PK'
  } finally {
    await file.close()
  }
}

const csvOnly = (field: string) => new BadRequest('import.csv-only', { field, code: 'csv_only' })

const tooLarge = () =>
  new BadRequest('import.upload-too-large', { httpStatus: 413, values: { megabytes: most / megabyte } })

const notAForm = () => new BadRequest('import.not-a-form', { field: 'body' })

/** Treats every error not caused by the disk as an invalid form. */
function refusalOf(error: unknown): unknown {
  if (error instanceof ClientError || (error instanceof Error && 'syscall' in error)) return error
  return (error as { statusCode?: number }).statusCode === 413 ? tooLarge() : notAForm()
}
