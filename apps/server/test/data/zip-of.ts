import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { utils, type WorkSheet, write } from '@e965/xlsx'
import { packFolder } from '../../src/market-data/import/files/pack-folder.ts'

/** Returns a zip of the files, by name. */
export async function zipOf(files: Record<string, string | Buffer>): Promise<Buffer> {
  const folder = mkdtempSync(join(tmpdir(), 'finlist-zip-of-'))
  try {
    for (const [name, content] of Object.entries(files)) {
      const path = join(folder, 'files', name)
      mkdirSync(dirname(path), { recursive: true })
      writeFileSync(path, content)
    }
    await packFolder(join(folder, 'files'), join(folder, 'files.zip'))
    return readFileSync(join(folder, 'files.zip'))
  } finally {
    rmSync(folder, { recursive: true })
  }
}

/**
 * Returns a workbook with the rows in its first sheet and others in its second. `set` changes cells of the first sheet.
 */
export function workbookOf(rows: unknown[][], set: (sheet: WorkSheet) => void = () => undefined): Buffer {
  const book = utils.book_new()
  const sheet = utils.aoa_to_sheet(rows)
  set(sheet)
  utils.book_append_sheet(book, sheet, 'first')
  utils.book_append_sheet(book, utils.aoa_to_sheet([['of', 'another', 'kind']]), 'second')
  return write(book, { type: 'buffer', bookType: 'xlsx', compression: true }) as Buffer
}
