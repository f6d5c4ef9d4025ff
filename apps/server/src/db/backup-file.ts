import { createHash } from 'node:crypto'
import { createReadStream } from 'node:fs'
import { createGunzip } from 'node:zlib'
import * as z from 'zod/mini'

/*
 * A backup is a gzipped SQL script that psql can read, too: a line that describes its contents, with the sequences'
 * values; for each database a line to connect to it; for each table a COPY block and a line with its row count; and
 * last the SHA-256 of everything before.
 */
export const format = 'finlist-backup/1'
const identifier = z.string().check(z.minLength(1), z.maxLength(63))
const table = z.object({ name: identifier, columns: z.array(identifier).check(z.minLength(1)) })
const backedUp = z.object({
  name: z.string().check(z.regex(/^\w{1,63}$/)),
  migrations: z.array(z.string()),
  tables: z.array(table),
  sequences: z.record(identifier, z.string().check(z.regex(/^-?\d{1,19}$/))),
})
const contents = z.object({ format: z.literal(format), at: z.iso.datetime(), databases: z.array(backedUp) })
export type Table = z.infer<typeof table>
export type BackedUp = z.infer<typeof backedUp>
export type Contents = z.infer<typeof contents>

/** Maximum length of a line in bytes. Rows may be longer, because they are not read line by line. */
const longestLine = 4 * 1_048_576

const endOfRows = '\\.\n'
export const newline = 10
const sealed = /^-- sha256 ([0-9a-f]{64})\n$/
const sealBytes = '-- sha256 '.length + 64 + 1

export const quoted = (name: string) => `"${name.replaceAll('"', '""')}"`
export const heading = (contents: Contents) => `-- ${JSON.stringify(contents)}\n`
export const connectTo = (database: string) => `\\connect ${database}\n`
export const rowsBegin = ({ name, columns }: Table) =>
  `copy ${quoted(name)} (${columns.map(quoted).join(', ')}) from stdin;\n`
export const rowsEnd = (count: number) => `${endOfRows}-- ${count} rows\n`
export const seal = (sha256: string) => `-- sha256 ${sha256}\n`

/** Thrown if the file is not a complete backup of this product. */
export class Damaged extends Error {}

/** Reads the whole file and verifies its checksum. Throws Damaged. */
export async function readContents(file: string): Promise<Contents> {
  const hash = createHash('sha256')
  let tail = Buffer.alloc(0)
  for await (const chunk of unzipped(file)) {
    const known = Buffer.concat([tail, chunk])
    const body = known.subarray(0, Math.max(0, known.length - sealBytes))
    hash.update(body)
    tail = known.subarray(body.length)
  }
  if (sealed.exec(tail.toString())?.[1] !== hash.digest('hex')) throw new Damaged('it was cut short or changed')
  return await new Script(file).contents()
}

/** Reads a backup sequentially: first its contents, then block by block. Throws Damaged. */
export class Script {
  readonly #chunks: AsyncIterator<Buffer>
  #rest = Buffer.alloc(0)

  constructor(file: string) {
    this.#chunks = unzipped(file)
  }

  async contents(): Promise<Contents> {
    const first = parsed(await this.line())
    if (first?.format !== format) throw new Damaged('it is no backup, or of another version')
    const { data, error } = contents.safeParse(first)
    if (!data) throw new Damaged(`its first line has no right ${error.issues[0]!.path.join('.')}`)
    return data
  }

  async line(): Promise<string> {
    for (;;) {
      const at = this.#rest.indexOf(newline)
      if (at >= 0) return this.#take(at + 1).toString('utf8', 0, at)
      if (this.#rest.length > longestLine) throw new Damaged('it has a line that is too long')
      await this.#more()
    }
  }

  async expect(text: string): Promise<void> {
    if (`${await this.line()}\n` !== text) throw new Damaged(`it does not go on with ${text.trim()}`)
  }

  /** Yields the rows of the current block. A chunk may end within a row, because a whole row may not fit in memory. */
  async *rows(): AsyncGenerator<Buffer> {
    for (let isFirst = true; ; await this.#more()) {
      if (isFirst && this.#rest.toString('utf8', 0, endOfRows.length) === endOfRows) {
        this.#take(endOfRows.length)
        return
      }
      const end = this.#rest.indexOf(`\n${endOfRows}`)
      if (end >= 0) {
        yield this.#take(end + 1)
        this.#take(endOfRows.length)
        return
      }
      const certain = this.#rest.length - endOfRows.length
      if (certain <= 0) continue
      yield this.#take(certain)
      isFirst = false
    }
  }

  async close(): Promise<void> {
    await this.#chunks.return?.()
  }

  #take(bytes: number): Buffer {
    const taken = this.#rest.subarray(0, bytes)
    this.#rest = this.#rest.subarray(bytes)
    return taken
  }

  async #more(): Promise<void> {
    const { value, done } = await this.#chunks.next()
    if (done) throw new Damaged('it ends too early')
    this.#rest = Buffer.concat([this.#rest, value])
  }
}

function parsed(line: string): { format?: unknown } | undefined {
  try {
    return line.startsWith('-- {') ? (JSON.parse(line.slice(3)) as object) : undefined
  } catch {
    return undefined
  }
}

async function* unzipped(file: string): AsyncGenerator<Buffer> {
  const source = createReadStream(file)
  const unzip = source.on('error', error => unzip.destroy(error)).pipe(createGunzip())
  try {
    for await (const chunk of unzip) yield chunk as Buffer
  } catch (error) {
    const { code = '' } = error as NodeJS.ErrnoException
    throw code.startsWith('Z_') ? new Damaged('it was cut short or changed') : error
  } finally {
    source.destroy()
  }
}
