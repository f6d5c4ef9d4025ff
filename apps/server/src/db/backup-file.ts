import { createHash } from 'node:crypto'
import { createReadStream } from 'node:fs'
import { createGunzip } from 'node:zlib'

/*
 * A backup is a gzipped SQL script that psql could read as well: a line that describes its contents, a COPY block and a
 * line with its count for each table, the sequences, and last the SHA-256 of everything before.
 */
export const format = 'finlist-backup/1'
export type Table = { name: string; columns: string[] }
export type BackedUp = { name: string; migrations: string[]; tables: Table[]; sequences: Record<string, string> }
export type Contents = { format: typeof format; at: string; databases: BackedUp[] }

const endOfRows = '\\.\n'
const newline = 10
const sealed = /^-- sha256 ([0-9a-f]{64})\n$/
const sealBytes = '-- sha256 '.length + 64 + 1

export const quoted = (name: string) => `"${name.replaceAll('"', '""')}"`
export const heading = (contents: Contents) => `-- ${JSON.stringify(contents)}\n`
export const connectTo = (database: string) => `\\connect ${database}\n`
export const rowsBegin = ({ name, columns }: Table) =>
  `copy ${quoted(name)} (${columns.map(quoted).join(', ')}) from stdin;\n`
export const rowsEnd = (count: number) => `${endOfRows}-- ${count} rows\n`
export const seal = (sha256: string) => `-- sha256 ${sha256}\n`

/** The file is not a whole backup of ours. */
export class Damaged extends Error {}

/** Reads to the end and compares the checksum. Throws Damaged. */
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

/** A backup read from its beginning: its contents, and then block after block. Throws Damaged. */
export class Script {
  readonly #chunks: AsyncIterator<Buffer>
  #rest = Buffer.alloc(0)

  constructor(file: string) {
    this.#chunks = unzipped(file)
  }

  async contents(): Promise<Contents> {
    const line = await this.line()
    const contents = line.startsWith('-- {') ? (JSON.parse(line.slice(3)) as Contents) : undefined
    if (contents?.format !== format) throw new Damaged('it is no backup, or of another version')
    return contents
  }

  async line(): Promise<string> {
    for (;;) {
      const at = this.#rest.indexOf(newline)
      if (at >= 0) return this.#take(at + 1).toString('utf8', 0, at)
      await this.#more()
    }
  }

  async expect(text: string): Promise<void> {
    if (`${await this.line()}\n` !== text) throw new Damaged(`it does not go on with ${text.trim()}`)
  }

  /** The rows of the block whose first line has been read, in pieces cut anywhere: a row may not fit in memory. */
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
