import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { Tokenizer, TokenizerError, TokenParser, TokenParserError, TokenType } from '@streamparser/json'
import { CsvError, parse } from 'csv-parse'
import { SourceError } from './source.ts'

/** Maximum number of elements in a list; the largest known has sixty thousand. */
const mostRows = 500_000
const mostDepth = 8
/**
 * Maximum number of distinct field names in a response. V8 creates an object shape for each, which costs far more than
 * its text.
 */
const mostNames = 2_000
const mostValues = 12_000_000
const mostChars = 20_000
/** Maximum number of digits in a number, because parsing time grows faster than linearly with the digits. */
const mostDigits = 100
const mostColumns = 200
const mostRecordChars = 100_000

export type Row = Record<string, unknown>
type About = { source: string; path: string }
type Chunks = AsyncIterable<Buffer>

/** Parses JSON as it arrives, and aborts at anything that a legitimate vendor response never contains. */
export async function readJson(chunks: Chunks, about: About, names = mostNames): Promise<unknown> {
  const { first, all } = await begin(chunks)
  if (first === '<') throw new SourceError('source.html', about)
  return await parseJson(all, about, names)
}

/** Reads the rows of a CSV with a header, of a JSON list, or of the first list among a JSON object's fields. */
export async function readRows<T>(chunks: Chunks, about: About, take: (row: Row) => T): Promise<T[]> {
  const { first, all } = await begin(chunks)
  if (first === '<') throw new SourceError('source.html', about)
  if (first !== '[' && first !== '{') return await readCsv(all, about, take)
  const json = await parseJson(all, about)
  const list: unknown = Array.isArray(json) ? json : Object.values(json as object).find(Array.isArray)
  return rowsOf(list, about.source).map(take)
}

/** The rows of a response; throws if it is not a list. */
export function rowsOf(answer: unknown, source: string): Row[] {
  if (!Array.isArray(answer)) throw new SourceError('source.no-list', { source })
  return answer.filter((row): row is Row => typeof row === 'object' && row !== null)
}

/** The first character that is not white space, and the chunks from there on. */
async function begin(chunks: Chunks): Promise<{ first: string; all: Chunks }> {
  const left = chunks[Symbol.asyncIterator]()
  for (let next = await left.next(); !next.done; next = await left.next()) {
    const text = next.value.toString('latin1').replace(/^ï»¿/, '').trimStart()
    if (text !== '') return { first: text[0]!, all: rest(next.value, left) }
  }
  return { first: '', all: rest(Buffer.alloc(0), left) }
}

async function* rest(first: Buffer, left: AsyncIterator<Buffer>): AsyncGenerator<Buffer> {
  try {
    yield first
    for (let next = await left.next(); !next.done; next = await left.next()) yield next.value
  } finally {
    await left.return?.()
  }
}

async function parseJson(chunks: Chunks, about: About, names = mostNames): Promise<unknown> {
  let value: unknown
  const tokenizer = new BoundedTokenizer(about)
  const parser = new TokenParser({ paths: ['$'] })
  const limits = new Limits(about, names)
  parser.onValue = found => void (value = found.value)
  tokenizer.onToken = ({ token, value: said, partial }) => {
    limits.pass(token, said)
    if (!partial) parser.write({ token, value: said })
  }
  try {
    for await (const chunk of chunks) tokenizer.write(chunk)
    tokenizer.end()
  } catch (error) {
    if (error instanceof TokenizerError || error instanceof TokenParserError || error instanceof TypeError)
      throw new SourceError('source.not-json', about)
    throw error
  }
  if (!parser.isEnded) throw new SourceError('source.not-json', about)
  return value
}

/** Emits incomplete strings and numbers, so that an endless one is detected early. */
class BoundedTokenizer extends Tokenizer {
  readonly #about: About

  constructor(about: About) {
    super({ stringBufferSize: 65_536, numberBufferSize: 64, emitPartialTokens: true })
    this.#about = about
  }

  protected override parseNumber(digits: string): number {
    if (digits.length > mostDigits) throw new SourceError('source.too-complex', this.#about)
    return super.parseNumber(digits)
  }
}

class Limits {
  readonly #about: About
  readonly #mostNames: number
  readonly #names = new Set<string>()
  /** The number of elements so far in the open list or object at each depth. */
  readonly #elements = new Int32Array(mostDepth + 1)
  #depth = 0
  #values = 0
  #last: unknown

  constructor(about: About, names: number) {
    this.#about = about
    this.#mostNames = names
  }

  pass(token: TokenType, value: unknown) {
    switch (token) {
      case TokenType.COMMA:
        return
      case TokenType.COLON:
        if (this.#names.size > this.#mostNames) throw this.#tooComplex()
        this.#names.add(String(this.#last))
        return
      case TokenType.RIGHT_BRACE:
      case TokenType.RIGHT_BRACKET:
        this.#depth--
        return
    }
    if (typeof value === 'string' && value.length > mostChars) throw this.#tooComplex()
    this.#last = value
    if (++this.#elements[this.#depth]! > mostRows)
      throw new SourceError('source.too-many-rows', { source: this.#about.source, count: mostRows })
    if (++this.#values > mostValues) throw this.#tooComplex()
    if (token !== TokenType.LEFT_BRACE && token !== TokenType.LEFT_BRACKET) return
    if (++this.#depth > mostDepth) throw this.#tooComplex()
    this.#elements[this.#depth] = 0
  }

  #tooComplex = () => new SourceError('source.too-complex', this.#about)
}

async function readCsv<T>(chunks: Chunks, { source, path }: About, take: (row: Row) => T): Promise<T[]> {
  const rows: T[] = []
  const parser = parse({
    bom: true,
    skip_empty_lines: true,
    trim: true,
    max_record_size: mostRecordChars,
    columns(heads: string[]) {
      if (heads.length > mostColumns) throw new SourceError('source.too-complex', { source, path })
      return heads
    },
    on_record(row: Row) {
      if (rows.length === mostRows) throw new SourceError('source.too-many-rows', { source, count: mostRows })
      rows.push(take(row))
      return null
    },
  })
  try {
    await pipeline(Readable.from(chunks), parser.resume())
  } catch (error) {
    throw error instanceof CsvError ? new SourceError('source.not-csv', { source, path }) : error
  }
  return rows
}
