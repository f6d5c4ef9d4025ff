import { createWriteStream } from 'node:fs'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pipeline } from 'node:stream/promises'
import { CellError } from '../import-errors.ts'
import type { SourceFile } from '../import-request.ts'
import { openFile } from './open-file.ts'
import { isWorkbook, unpackSheet } from './workbook.ts'
import { filesInZip, isZip, unpacked, type ZipEntry } from './zip.ts'

/**
 * A file with rows. `part` is its share of the bytes of all files. `unpack` returns the path of the file, which may be
 * gzipped, or of a workbook's first sheet as CSV in UTF-8 (`isSheet`).
 */
export type TableFile = { name: string; part: number; unpack(): Promise<{ path: string; isSheet: boolean }> }

type TableFiles = {
  /** Whether there are several tables in a zip, so that errors must name the file. */
  isSeveral: boolean
  /** Names of other files in the zip, which are not read. */
  left: string[]
  /** Each file in turn; an unpacked file exists only until the next one is requested. */
  each(): AsyncGenerator<TableFile>
}

const isTable = (name: string) => /\.(?:(?:csv|txt)(?:\.gz)?|xlsx)$/i.test(name)
const isZipName = (name: string) => /\.(?:zip|7z|rar|tar|tgz|tar\.gz)$/i.test(name)

/**
 * The files with rows in an uploaded file: the file itself, its first sheet, or the files in a zip. Throws CellError
 * for a zip that must not or cannot be unpacked, possibly only while its files are read.
 */
export async function tableFilesIn(source: SourceFile, most: number): Promise<TableFiles> {
  const file = await openFile(source.path)
  try {
    if (!(await isZip(file))) return alone(source)
    const names = (await filesInZip(file, most)).map(({ name }) => name)
    if (isWorkbook(names)) return { isSeveral: false, left: [], each: () => sheetOf(source) }
    const packed = names.find(isZipName)
    if (packed !== undefined) throw new CellError('import.zip-in-zip', { file: packed.slice(0, 100) })
    const tables = names.filter(isTable)
    if (tables.length === 0) throw new CellError('import.zip-empty')
    return {
      isSeveral: tables.length > 1,
      left: names.filter(name => !isTable(name)),
      each: () => eachIn(source, most),
    }
  } finally {
    await file.close()
  }
}

const alone = ({ path, name }: SourceFile): TableFiles => ({
  isSeveral: false,
  left: [],
  async *each() {
    yield { name, part: 1, unpack: async () => ({ path, isSheet: false }) }
  },
})

async function* sheetOf({ path, name }: SourceFile): AsyncGenerator<TableFile> {
  const folder = await mkdtemp(join(tmpdir(), 'finlist-sheet-'))
  try {
    yield { name, part: 1, unpack: () => sheetIn(path, folder) }
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
}

async function sheetIn(path: string, folder: string) {
  const sheet = join(folder, 'sheet')
  await unpackSheet(path, sheet)
  return { path: sheet, isSheet: true }
}

async function* eachIn({ path }: SourceFile, most: number): AsyncGenerator<TableFile> {
  const folder = await mkdtemp(join(tmpdir(), 'finlist-unzip-'))
  const file = await openFile(path)
  try {
    const tables = (await filesInZip(file, most)).filter(({ name }) => isTable(name))
    const bytes = Math.max(
      1,
      tables.reduce((sum, entry) => sum + entry.bytes, 0),
    )
    for (const entry of tables)
      yield { name: entry.name, part: entry.bytes / bytes, unpack: () => unpackIn(folder, entry) }
  } finally {
    await file.close()
    await rm(folder, { recursive: true, force: true })
  }
}

async function unpackIn(folder: string, entry: ZipEntry) {
  const path = join(folder, 'table')
  await pipeline(unpacked(entry), createWriteStream(path, { mode: 0o600 }))
  return (await isBook(path)) ? await sheetIn(path, folder) : { path, isSheet: false }
}

async function isBook(path: string): Promise<boolean> {
  const file = await openFile(path)
  try {
    if (!(await isZip(file))) return false
    const names = (await filesInZip(file, Number.POSITIVE_INFINITY)).map(({ name }) => name)
    if (!isWorkbook(names)) throw new CellError('import.zip-in-zip', { file: names[0] ?? '' })
    return true
  } finally {
    await file.close()
  }
}
